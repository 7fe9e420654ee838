// OCTAVO_CHECK: an invariant of our own code, always on. Must not be reachable from input.
#pragma once

namespace octavo {
[[noreturn]] void check_failed(const char* expression, const char* file, int line);
}

#define OCTAVO_CHECK(condition)                      \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::octavo::check_failed(#condition, __FILE__, __LINE__))

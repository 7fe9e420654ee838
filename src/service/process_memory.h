#pragma once

#include <cstdint>

namespace octavo::service {

// Of another process, as /proc tells; zeros when it is gone.
struct ProcessMemory {
  int64_t resident = 0, anonymous = 0;  // bytes
};
ProcessMemory process_memory(int pid);

}  // namespace octavo::service

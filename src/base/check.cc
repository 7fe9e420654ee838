#include "base/check.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace octavo {

// The one place in src/ that writes to stderr: the process is about to end and nobody else can
// tell.
void check_failed(const char* expression, const char* file, int line) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, "octavo: internal check failed: %s (%s:%d)\n",
                                   expression, file, line);
  if (length > 0) {
    const auto ignored = ::write(STDERR_FILENO, text, std::strlen(text));
    static_cast<void>(ignored);
  }
  std::abort();
}

}  // namespace octavo

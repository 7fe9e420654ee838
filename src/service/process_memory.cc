#include "service/process_memory.h"

#include <fstream>
#include <string>

namespace octavo::service {

ProcessMemory process_memory(int pid) {
  constexpr int64_t kKib = 1024;
  ProcessMemory memory;
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; file >> word;) {
    if (word != "VmRSS:" && word != "RssAnon:") continue;
    int64_t size = 0;
    file >> size;
    (word == "VmRSS:" ? memory.resident : memory.anonymous) = size * kKib;
  }
  return memory;
}

}  // namespace octavo::service

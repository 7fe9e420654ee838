#include "octavo/system.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace octavo {

std::string_view version() { return OCTAVO_VERSION; }

std::vector<std::string> cpu_features() {
  static constexpr std::array<std::string_view, 10> kOfInterest{
      "amx_bf16",    "amx_int8", "avx",  "avx2", "avx512_bf16",
      "avx512_vnni", "avx512f",  "f16c", "fma",  "sse4_2"};
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  std::vector<std::string> features;
  while (std::getline(file, line)) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;)
      if (std::find(kOfInterest.begin(), kOfInterest.end(), word) != kOfInterest.end())
        features.push_back(word);
    break;
  }
  std::sort(features.begin(), features.end());
  return features;
}

}  // namespace octavo

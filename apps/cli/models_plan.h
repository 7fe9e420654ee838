// octavo models: what is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/models.h"

namespace octavo::cli {

struct ModelsPlan {
  enum class Action : uint8_t { kList, kPull, kVerify, kPath, kRemove };
  Action action = Action::kList;
  std::vector<std::string> names;  // verify: none is every model that is here
  ModelStore store;
  ModelNetwork network;
  std::string source;  // empty: each in the manifest's order
  bool force = false;
  bool installed = false;  // list: only what is here
  bool json = false;
  bool quiet = false;
};

}  // namespace octavo::cli

// A fetched model into its place in the store.
#pragma once

#include <string>

#include "octavo/result.h"
#include "store/record.h"

namespace octavo::store {

// Moves the files of `record` from `staging` to `folder`. Where the folder is not there yet it
// appears whole; else each file is replaced at once (a program that has the old one mapped keeps
// it), files of the old record that are not in the new one go, and files that are not the store's
// stay.
Status install(const std::string& staging, const std::string& folder, const Record& record);

}  // namespace octavo::store

// Files and folders of the store: safe writing, free space, locks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "base/descriptor.h"
#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo::store {

Error cancelled();
// The error for a failed write to `path`: kStorageFull or kOutputUnwritable.
Error write_error(const std::string& path, int number);

Status write_all(int descriptor, std::span<const uint8_t> bytes, const std::string& path);
// Data and then the name are on the disk before a rename is taken for done.
Status sync_and_rename(int descriptor, const std::string& from, const std::string& to);

// Is it a regular file? Its size too.
bool is_file(const std::string& path, uint64_t* bytes = nullptr);

// Bytes that a user may still write to the file system of `path` (or of its nearest parent).
Result<uint64_t> free_bytes(const std::string& path);

// An exclusive lock on a file that is made if need be, held by the returned descriptor. Waits while
// another process has it; `on_wait` is called once before the first wait.
Result<Descriptor> lock_file(const std::string& path, const CancelFlag* cancel,
                             const std::function<void()>& on_wait);

// Waits, looking at the flag often enough that a person sees no delay. Error: kCancelled.
Status sleep_for(std::chrono::milliseconds time, const CancelFlag* cancel);

}  // namespace octavo::store

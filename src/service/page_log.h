// The pages of one document that have been read, appended to one file: a flush, and all that were
// appended are there, come what may. What a crash leaves of an append that was under way is told by
// the digest of each page, and cut off by who goes on.
//
// A page is one line, "OPL1 <page> <bytes of kept> <bytes of json> <SHA-256>", and these bytes:
// numbers of 8 hexadecimal digits, the digest, of 64, of the numbers with a space behind each and
// the bytes. Of a page that is there more than once the last one counts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "octavo/result.h"

namespace octavo::service {

struct LoggedPage {
  int page = 0;
  std::string kept;  // what a parse goes on from
  std::string json;  // see Service::page
};

// Of the worker that reads the document. Not thread-safe.
class PageLog {
 public:
  // Made when it is not there; in its folder, which is. Waits for another process that has it: one
  // that is being ended. What is found is on disk by then. Errors: kStorageFull, kOutputUnwritable.
  static Result<PageLog> open(const std::string& path);

  // A page that was there when it was opened, whole. None: it was not. Also beside append().
  std::optional<LoggedPage> find(int page) const;

  // On disk when it returns, or none of it: then the file ends where it ended. Errors:
  // kStorageFull, kOutputUnwritable.
  Status append(std::span<const LoggedPage> pages);

 private:
  PageLog(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  Status write(std::span<const LoggedPage> pages);

  std::string path_;
  Descriptor file_;
  int64_t end_ = 0;               // of what is whole
  std::map<int, int64_t> found_;  // where pages are that were there when it was opened
  bool name_is_durable_ = false;  // in its folder
};

// For others than the worker, also while it appends: calls `take` with what is whole by now, in its
// order. Nothing when there is no such file.
void read_page_log(const std::string& path, const std::function<void(const LoggedPage&)>& take);
// The JSON of a page. Errors: kFileNotFound (no file, or no such page in it), kFileCorrupted.
Result<std::string> read_logged_json(const std::string& path, int page);

}  // namespace octavo::service

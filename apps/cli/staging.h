// Files that appear together or not at all: written into a hidden folder beside their place, then
// moved.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::cli {

// Move-only. The destructor removes what was not committed. add() may be called from any thread,
// one call at a time.
class Staging {
 public:
  // The hidden folder is made in `root`, which must exist. Errors: kOutputUnwritable, kStorageFull.
  static Result<Staging> create(const std::string& root);
  Staging(Staging&& other) noexcept;
  Staging& operator=(Staging&&) = delete;
  ~Staging();

  // `name` may have one folder in front: "images/x.jpg". The same name again replaces the first.
  Status add(const std::string& name, std::span<const uint8_t> bytes);
  Status add(const std::string& name, std::string_view text);

  // Moves everything to `folder`, which is made if need be: in one step when it is new, else file
  // by file, in the order they were added but for `last`, which comes last. Other files there stay.
  Status commit(const std::string& folder, const std::string& last);

  const std::string& path() const { return path_; }

 private:
  explicit Staging(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty once moved from or committed
  std::vector<std::string> names_;
};

}  // namespace octavo::cli

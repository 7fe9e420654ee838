// Marks inside the HTML of a table.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

// \( .. \) and \[ .. \] become <eq>..</eq>, trimmed; what stands in <eq> already is left alone.
std::string mark_formulas(std::string_view html);

// The codes of a table's covered pictures. Does not own them: they must outlive it.
class PictureCodes {
 public:
  explicit PictureCodes(const std::vector<CoveredPicture>& covered);

  // Each "[code]" (white space inside the brackets is allowed) becomes an <img> of the picture's
  // source, or nothing when it has none.
  std::string show(std::string_view html) const { return replace(html, true); }
  // Each goes.
  std::string drop(std::string_view text) const { return replace(text, false); }

 private:
  std::string replace(std::string_view text, bool show) const;

  std::unordered_map<std::string_view, std::string_view> sources_;  // by code
};

}  // namespace octavo::document::protocol

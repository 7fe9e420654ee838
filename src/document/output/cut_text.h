// Long text into pieces of bounded length, and short pieces packed together. Lengths are in
// characters (code points).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::document {

size_t character_count(std::string_view text);

// Pieces of at most `most` characters (at least 1), white space trimmed, none empty. Cut at the
// last sentence end that fits, else at the last space, else anywhere but inside a combined
// character.
std::vector<std::string> cut_text(std::string_view text, size_t most);

// Some neighbouring units in one text.
struct Pack {
  std::string text;
  size_t first = 0, last = 0;  // units, inclusive
};

struct PackOptions {
  size_t most = 2000;
  std::string_view separator = "\n";
  std::string first_head,
      later_head;  // stands before the units of the first pack, and of all others
};

// Units in order, as many in a pack as fit; a unit that does not fit alone is cut (cut_text) over
// several packs. Heads longer than half of `most` are left out of the later packs, and of the first
// one moved into packs of their own. Without units the first head alone.
std::vector<Pack> pack_units(const std::vector<std::string>& units, const PackOptions& options);

}  // namespace octavo::document

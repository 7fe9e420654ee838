// The blocks of one page as bytes, to go on with in another process of the same build.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/order/assemble_document.h"

namespace octavo {

std::string page_to_bytes(const document::PageBlocks& page);

// None: damaged (a checksum tells), of another version of Octavo, or of another page than `index`.
std::optional<document::PageBlocks> page_from_bytes(std::string_view bytes, int index);

}  // namespace octavo

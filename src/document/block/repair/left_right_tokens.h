// \left and \right with their delimiters, as balance_left_right sees them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace octavo::document::protocol {

// Bytes of the counted token at `at`, 0 when there is none.
size_t left_token_at(std::string_view text, size_t at);
size_t right_token_at(std::string_view text, size_t at);

int count_left_tokens(std::string_view text);
int count_right_tokens(std::string_view text);

// The tokens and what stands between them; blank pieces are left out.
std::vector<std::string_view> split_at_tokens(std::string_view text);

// A token that takes part in pairing. Not every counted one does, and some do that are not counted.
bool is_pairing_left(std::string_view piece);
bool is_pairing_right(std::string_view piece);
bool are_pair(std::string_view left, std::string_view right);

}  // namespace octavo::document::protocol

// The labels that a model put into its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace octavo::ask {

struct LabelledText {
  std::string text;                 // without labels, spaces collapsed, quotes around it all gone
  std::vector<std::string> labels;  // "[2:5]", as they came, each once; they may name nothing
};

// Takes "[2:5]" out of a text, "[2:5, 3:1]" and "[ 2 : 5 ]" too; other brackets stay.
LabelledText read_labels(std::string_view text);

// Does the text say that there is no answer? In the words we asked for, or in those that models
// take instead.
bool says_nothing_found(std::string_view text);

}  // namespace octavo::ask

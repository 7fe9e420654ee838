// Flow charts are answered as Mermaid. What is repaired in them, one rule a file, in the order of
// repair_mermaid. All linear but for the number of equal names, n log n.
#pragma once

#include <string>
#include <string_view>

namespace octavo::document::protocol {

// Signs of a model that loops: labels, edges, node names or lines that come again and again.
bool has_mermaid_repetition(std::string_view text);

// On lines with -->: ends that are no Mermaid names become ones, labelled with what stood there;
// parentheses leave edge labels. Lines with <--> and comments stay.
std::string name_mermaid_nodes(std::string_view text);

// Edges with a single | are no Mermaid: their lines go.
std::string drop_broken_edges(std::string_view text);

// "subgraph 1) Trigger" gets a name: subgraph sg_1_Trigger["1) Trigger"].
std::string name_subgraphs(std::string_view text);

// The chart out of its code fence, its first word and arrows spelt right, node texts quoted, in a
// fence of its own. Blank text gives "".
std::string fence_mermaid(std::string_view text);

// All of the above; "" for a chart with repetition.
std::string repair_mermaid(std::string_view text);

}  // namespace octavo::document::protocol

// The HTML tokens of SLANet+ -> a grid of cells, without the network.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "networks/table_structure.h"

namespace octavo {

// The alphabet of table structure in PaddleOCR (ppocr/utils/dict/table_structure_dict_ch.txt, with
// "<td></td>" for a cell without spans, between the marks for start and end).
inline constexpr int kTableTokens = 50;
inline constexpr std::array<std::string_view, kTableTokens> kTableTokenTexts = {"sos",
                                                                                "<thead>",
                                                                                "</thead>",
                                                                                "<tbody>",
                                                                                "</tbody>",
                                                                                "<tr>",
                                                                                "</tr>",
                                                                                "<td",
                                                                                ">",
                                                                                "</td>",
                                                                                " colspan=\"2\"",
                                                                                " colspan=\"3\"",
                                                                                " colspan=\"4\"",
                                                                                " colspan=\"5\"",
                                                                                " colspan=\"6\"",
                                                                                " colspan=\"7\"",
                                                                                " colspan=\"8\"",
                                                                                " colspan=\"9\"",
                                                                                " colspan=\"10\"",
                                                                                " colspan=\"11\"",
                                                                                " colspan=\"12\"",
                                                                                " colspan=\"13\"",
                                                                                " colspan=\"14\"",
                                                                                " colspan=\"15\"",
                                                                                " colspan=\"16\"",
                                                                                " colspan=\"17\"",
                                                                                " colspan=\"18\"",
                                                                                " colspan=\"19\"",
                                                                                " colspan=\"20\"",
                                                                                " rowspan=\"2\"",
                                                                                " rowspan=\"3\"",
                                                                                " rowspan=\"4\"",
                                                                                " rowspan=\"5\"",
                                                                                " rowspan=\"6\"",
                                                                                " rowspan=\"7\"",
                                                                                " rowspan=\"8\"",
                                                                                " rowspan=\"9\"",
                                                                                " rowspan=\"10\"",
                                                                                " rowspan=\"11\"",
                                                                                " rowspan=\"12\"",
                                                                                " rowspan=\"13\"",
                                                                                " rowspan=\"14\"",
                                                                                " rowspan=\"15\"",
                                                                                " rowspan=\"16\"",
                                                                                " rowspan=\"17\"",
                                                                                " rowspan=\"18\"",
                                                                                " rowspan=\"19\"",
                                                                                " rowspan=\"20\"",
                                                                                "<td></td>",
                                                                                "eos"};

// One step of the network: what it wrote and the box that goes with it (meaningless but at cells).
struct TableStep {
  int token = 0;
  float probability = 0;
  NormBox box;
};

// Reads up to the end mark. Spans that run into each other give way as in HTML (cells take the next
// free column); rows that are too short are filled up with empty cells. Anything that is no table,
// or a grid of more than 10,000 places, gives rows == 0.
StructureTable table_of_steps(std::span<const TableStep> steps);

}  // namespace octavo

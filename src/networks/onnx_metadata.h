// One entry of the metadata of an ONNX file, without loading its graph.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace octavo {

// `model`: the bytes of a ModelProto (onnx.proto3); metadata_props is field 14, pairs of key (1)
// and value (2). Nothing when there is no such key or the bytes are no such message.
std::optional<std::string> onnx_metadata(std::span<const uint8_t> model, std::string_view key);

}  // namespace octavo

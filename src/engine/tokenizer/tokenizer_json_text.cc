#include "base/json_text.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_files.h"

namespace octavo::engine {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string_view word(bool value) { return value ? "true" : "false"; }

std::string added_token(const AddedToken& token) {
  std::string out = "{\"id\":" + std::to_string(token.id) + ",\"content\":" + quoted(token.content);
  out += ",\"single_word\":false,\"lstrip\":false,\"rstrip\":false,\"normalized\":";
  out += word(token.normalized);
  out += ",\"special\":";
  out += word(token.special);
  return out + "}";
}

}  // namespace

std::string tokenizer_json_text(const TokenizerFile& file) {
  std::string out = "{\"version\":\"1.0\",\"added_tokens\":[";
  for (size_t i = 0; i < file.added.size(); ++i)
    out += (i > 0 ? "," : "") + added_token(file.added[i]);
  out += "],\"normalizer\":";
  out += file.nfc ? "{\"type\":\"NFC\"}" : "null";
  out +=
      ",\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","
      "\"pattern\":{\"Regex\":";
  out += quoted(kQwen2Pattern);
  out +=
      "},\"behavior\":\"Isolated\",\"invert\":false},{\"type\":\"ByteLevel\","
      "\"add_prefix_space\":false,\"use_regex\":false}]},\"decoder\":{\"type\":\"ByteLevel\"},"
      "\"model\":{\"type\":\"BPE\",\"ignore_merges\":";
  out += word(file.ignore_merges);
  out += ",\"vocab\":{";
  for (size_t i = 0; i < file.vocabulary.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, file.vocabulary[i].first);
    out += ":" + std::to_string(file.vocabulary[i].second);
  }
  out += "},\"merges\":[";
  for (size_t i = 0; i < file.merges.size(); ++i) {
    out += i > 0 ? ",[" : "[";
    append_json_string(out, file.merges[i].first);
    out += ',';
    append_json_string(out, file.merges[i].second);
    out += ']';
  }
  return out + "]}}";
}

}  // namespace octavo::engine

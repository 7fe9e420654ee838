// A small tokenizer.json to damage. Included by tests alone.
#pragma once

#include <string>
#include <string_view>

#include "engine/tokenizer/byte_symbols.h"
#include "engine/tokenizer/pretokenizer.h"

namespace octavo::engine {

inline std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + "\"";
}

// Tokens 0..255 are the bytes; 256 "he", 257 "ll", 258 "hell", 259 "hello"; added: 260 and 261.
struct TokenizerJsonParts {
  std::string added =
      R"([{"id":260,"content":"<|end|>","single_word":false,"lstrip":false,"rstrip":false,)"
      R"("normalized":false,"special":true},)"
      R"({"id":261,"content":"<nl>","normalized":false,"special":false}])";
  std::string normalizer = R"({"type":"NFC"})";
  std::string split = R"({"type":"Split","pattern":{"Regex":)" + json_string(kQwen2Pattern) +
                      R"(},"behavior":"Isolated","invert":false})";
  std::string byte_level =
      R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":false,"use_regex":false})";
  std::string decoder = R"({"type":"ByteLevel","add_prefix_space":false})";
  std::string model_settings = R"("type":"BPE","dropout":null,"unk_token":null,)"
                               R"("continuing_subword_prefix":"","end_of_word_suffix":"",)"
                               R"("fuse_unk":false,"byte_fallback":false)";
  std::string more_vocabulary = R"(,"he":256,"ll":257,"hell":258,"hello":259)";
  std::string merges = R"(["h e","l l",["he","ll"],"hell o"])";
  std::string first_symbol = byte_symbols()[0];  // of byte 0

  std::string pre_tokenizer() const {
    return R"({"type":"Sequence","pretokenizers":[)" + split + "," + byte_level + "]}";
  }
  std::string vocabulary() const {
    std::string out = "{" + json_string(first_symbol) + ":0";
    for (size_t byte = 1; byte < 256; ++byte)
      out += "," + json_string(byte_symbols()[byte]) + ":" + std::to_string(byte);
    return out + more_vocabulary + "}";
  }
  std::string text() const {
    return R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":)" + added +
           R"(,"normalizer":)" + normalizer + R"(,"pre_tokenizer":)" + pre_tokenizer() +
           R"(,"post_processor":{"type":"ByteLevel"},"decoder":)" + decoder + R"(,"model":{)" +
           model_settings + R"(,"vocab":)" + vocabulary() + R"(,"merges":)" + merges + "}}";
  }
};

}  // namespace octavo::engine

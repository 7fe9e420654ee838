// A tokenizer for tests: token i is byte i, then the few special tokens.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

constexpr TokenId kTestEnd = 256, kTestImagePad = 257, kTestSpecial = 258, kTestStart = 259,
                  kTestVisionStart = 260, kTestVisionEnd = 261;
constexpr int kTestVocabulary = 262;

// The character that GPT-2's byte-level BPE writes for a byte: itself when it can be seen, else the
// next free one from U+0100 on.
inline std::string byte_symbol(int byte, int& next_free) {
  const bool visible =
      (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
  const int code = visible ? byte : 0x100 + next_free++;
  if (byte == '"' || byte == '\\') return {'\\', static_cast<char>(byte)};
  if (code < 0x80) return {static_cast<char>(code)};
  return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

inline Tokenizer test_tokenizer() {
  std::string vocabulary;
  int next_free = 0;
  for (int byte = 0; byte < 256; ++byte)
    vocabulary +=
        (byte > 0 ? ",\"" : "\"") + byte_symbol(byte, next_free) + "\":" + std::to_string(byte);
  const auto added = [](int id, const std::string& text) {
    return R"({"id":)" + std::to_string(id) + R"(,"content":")" + text +
           R"(","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true})";
  };
  const std::string path = testing::TempDir() + "octavo_session_tokenizer_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
  std::ofstream(path) << R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":[)"
                      << added(kTestEnd, "<|im_end|>") << ","
                      << added(kTestImagePad, "<|image_pad|>") << ","
                      << added(kTestSpecial, "<|special|>") << ","
                      << added(kTestStart, "<|im_start|>") << ","
                      << added(kTestVisionStart, "<|vision_start|>") << ","
                      << added(kTestVisionEnd, "<|vision_end|>")
                      << R"(],"normalizer":{"type":"NFC"},"pre_tokenizer":{"type":"Sequence",)"
                      << R"("pretokenizers":[{"type":"Split","pattern":{"Regex":)"
                      << R"("(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|)"
                      << R"( ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},)"
                      << R"("behavior":"Isolated","invert":false},{"type":"ByteLevel",)"
                      << R"("add_prefix_space":false,"trim_offsets":false,"use_regex":false}]},)"
                      << R"("post_processor":{"type":"ByteLevel","add_prefix_space":false,)"
                      << R"("trim_offsets":false,"use_regex":false},"decoder":{"type":"ByteLevel",)"
                      << R"("add_prefix_space":false,"trim_offsets":false,"use_regex":false},)"
                      << R"("model":{"type":"BPE","dropout":null,"unk_token":null,)"
                      << R"("continuing_subword_prefix":"","end_of_word_suffix":"",)"
                      << R"("fuse_unk":false,"byte_fallback":false,"vocab":{)" << vocabulary
                      << R"(},"merges":[]}})";
  auto tokenizer = Tokenizer::load_json(path);
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  std::remove(path.c_str());
  return std::move(tokenizer).value();
}

}  // namespace octavo::engine

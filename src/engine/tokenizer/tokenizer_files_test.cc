#include "engine/tokenizer/tokenizer_files.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/tokenizer/test_tokenizer_json.h"

namespace octavo::engine {
namespace {

using Parts = TokenizerJsonParts;

// What the reader, or else building the tables, says; empty when all is fine.
std::string error_of(const std::string& text) {
  const auto file = parse_tokenizer_json(text, "t.json");
  if (!file.ok()) {
    EXPECT_EQ(file.error().code, Code::kModelInvalid);
    EXPECT_EQ(file.error().place.file, "t.json");
    return file.error().what;
  }
  const auto vocabulary = Vocabulary::build(*file);
  return vocabulary.ok() ? "" : vocabulary.error().what;
}

std::string error_with(const std::function<void(Parts&)>& change) {
  Parts parts;
  change(parts);
  return error_of(parts.text());
}

struct Case {
  const char* says;
  std::function<void(Parts&)> change;
};

void check(const std::vector<Case>& cases) {
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::string error = error_with(cases[i].change);
    EXPECT_NE(error, "") << i;
    EXPECT_NE(error.find(cases[i].says), std::string::npos) << i << ": " << error;
  }
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(TokenizerJson, GoodOnes) {
  EXPECT_EQ(error_of(Parts().text()), "");
  EXPECT_EQ(error_with([](Parts& p) { p.normalizer = "null"; }), "");
  EXPECT_EQ(error_with([](Parts& p) {
              p.normalizer = R"({"type":"Sequence","normalizers":[{"type":"NFC"}]})";
            }),
            "");
  EXPECT_EQ(error_with([](Parts& p) { p.added = "[]"; }), "");
  EXPECT_EQ(error_with([](Parts& p) { p.merges = "[]"; }), "");
  EXPECT_EQ(error_with([](Parts& p) { p.more_vocabulary += R"(,"<|end|>":260)"; }), "");
  EXPECT_EQ(error_with([](Parts& p) { p.more_vocabulary += R"(,"x y":90000)"; }), "");
}

TEST(TokenizerJson, AnotherPipelineIsRefusedByName) {
  check({
      {"normalizer.type is ''NFKC'', expected 'NFC'",
       [](Parts& p) { p.normalizer = R"({"type":"NFKC"})"; }},
      {"normalizer.normalizers[1].type",
       [](Parts& p) {
         p.normalizer = R"({"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Strip"}]})";
       }},
      {"normalizer.normalizers[0].type",
       [](Parts& p) { p.normalizer = R"({"type":"Sequence","normalizers":[]})"; }},
      {"pre_tokenizer.pretokenizers[0].pattern.Regex",
       [](Parts& p) { p.split = replaced(p.split, "N}|", "N}{1,3}|"); }},
      {"pre_tokenizer.pretokenizers[0].pattern.Regex",
       [](Parts& p) { p.split = replaced(p.split, "\"Regex\"", "\"String\""); }},
      {"pretokenizers[0].behavior",
       [](Parts& p) { p.split = replaced(p.split, "Isolated", "Removed"); }},
      {"pretokenizers[0].invert", [](Parts& p) { p.split = replaced(p.split, "false", "true"); }},
      {"pretokenizers[0].type", [](Parts& p) { p.split = p.byte_level; }},
      {"pretokenizers[1].type", [](Parts& p) { p.byte_level = R"({"type":"Whitespace"})"; }},
      {"pretokenizers[1].add_prefix_space",
       [](Parts& p) { p.byte_level = replaced(p.byte_level, "false", "true"); }},
      {"pretokenizers[1].use_regex is missing",
       [](Parts& p) { p.byte_level = R"({"type":"ByteLevel","add_prefix_space":false})"; }},
      {"pretokenizers[2].type", [](Parts& p) { p.byte_level += R"(,{"type":"Digits"})"; }},
      {"decoder.type", [](Parts& p) { p.decoder = "null"; }},
      {"decoder.type", [](Parts& p) { p.decoder = R"({"type":"WordPiece"})"; }},
      {"model.type is ''WordLevel'', expected 'BPE'",
       [](Parts& p) { p.model_settings = R"("type":"WordLevel")"; }},
      {"model.type is missing", [](Parts& p) { p.model_settings = R"("dropout":null)"; }},
      {"model.dropout", [](Parts& p) { p.model_settings = R"("type":"BPE","dropout":0.1)"; }},
      {"model.continuing_subword_prefix",
       [](Parts& p) { p.model_settings = R"("type":"BPE","continuing_subword_prefix":"##")"; }},
      {"model.end_of_word_suffix",
       [](Parts& p) { p.model_settings = R"("type":"BPE","end_of_word_suffix":"</w>")"; }},
  });
}

TEST(TokenizerJson, IdsThatLie) {
  const auto id = [](const char* value) {
    return [value](Parts& p) { p.more_vocabulary = replaced(p.more_vocabulary, "256", value); };
  };
  check({
      {"'he' is no token id", id("-1")},
      {"'he' is no token id", id("1.5")},
      {"'he' is no token id", id("2147483648")},
      {"'he' is no token id", id("4294967296")},
      {"'he' is no token id", id("18446744073709551616")},
      {"a number is too large", [&](Parts& p) { id("1e400")(p); }},
      {"has the id 2147483647, expected 0 to", id("2147483647")},
      {"which another token has", id("257")},
      {"which another token has", id("0")},
      {"'he' occurs twice", [](Parts& p) { p.more_vocabulary += R"(,"he":262)"; }},
      {"lacks", [](Parts& p) { p.first_symbol = "xyz"; }},
      {"added_tokens[0].id is no token id",
       [](Parts& p) { p.added = replaced(p.added, "260", "-1"); }},
      {"has the id 2000000000", [](Parts& p) { p.added = replaced(p.added, "260", "2000000000"); }},
      {"which is that of 'hello'", [](Parts& p) { p.added = replaced(p.added, "260", "259"); }},
      {"which is that of", [](Parts& p) { p.added = replaced(p.added, "261", "260"); }},
      {"expected 262 as in model.vocab", [](Parts& p) { p.more_vocabulary += R"(,"<nl>":262)"; }},
      {"occurs twice", [](Parts& p) { p.added = replaced(p.added, "<nl>", "<|end|>"); }},
      {"added_tokens[1] has 0 bytes", [](Parts& p) { p.added = replaced(p.added, "<nl>", ""); }},
      {"added_tokens[1] has 257 bytes",
       [](Parts& p) { p.added = replaced(p.added, "<nl>", std::string(257, 'x')); }},
      {"added_tokens[0] has the id -1", [](Parts& p) { p.added = R"([{"content":"x"}])"; }},
      {"added_tokens[0].lstrip is true",
       [](Parts& p) { p.added = replaced(p.added, R"("lstrip":false)", R"("lstrip":true)"); }},
      {"added_tokens[0].rstrip is true",
       [](Parts& p) { p.added = replaced(p.added, R"("rstrip":false)", R"("rstrip":true)"); }},
      {"single_word is true",
       [](Parts& p) {
         p.added = replaced(p.added, R"("single_word":false)", R"("single_word":true)");
       }},
  });
}

TEST(TokenizerJson, MergesThatLie) {
  const auto merges = [](const char* value) { return [value](Parts& p) { p.merges = value; }; };
  check({
      {"model.merges[0] is no pair", merges(R"(["he"])")},
      {"model.merges[0] is no pair", merges(R"(["h e l"])")},
      {"model.merges[1] is no pair", merges(R"(["h e",["l"]])")},
      {"model.merges[0] is no pair", merges(R"([["h","e","l"]])")},
      {"model.merges[0] is no pair", merges(R"([["h","e","l","l"]])")},
      {"needs 'h\u00e9'", merges("[\"h h\u00e9\"]")},
      {"model.merges[0] needs 'hl', which is not in model.vocab", merges(R"(["h l"])")},
      {"model.merges[0] needs 'zz'", merges(R"(["zz h"])")},
      {"model.merges[0] needs ''", merges(R"([" h"])")},
      {"model.merges[0] needs ''", merges(R"([["h",""]])")},
      {"expected a string", merges("[1]")},
      {"expected a string", merges(R"([["h",1]])")},
      {"expected an array", merges("{}")},
  });
}

TEST(TokenizerJson, NoSuchJson) {
  for (const char* text : {"", "{", "[]", "null", "{}", R"({"model":null})", R"({"model":{}})",
                           R"({"model":{"type":"BPE","vocab":{},"merges":[]}})", "\xFF{}"})
    EXPECT_NE(error_of(text), "") << text;
  const std::string good = Parts().text();
  EXPECT_NE(error_of(good + "x").find("unexpected text"), std::string::npos);
  EXPECT_NE(error_of(replaced(good, R"("version":"1.0")", R"("model":{})")), "");
  EXPECT_NE(error_of(replaced(good, R"("type":"BPE")", R"("type":"BPE","type":"BPE")"))
                .find("model.type occurs twice"),
            std::string::npos);
  std::string deep = replaced(good, R"({"type":"NFC"})", std::string(10'000, '['));
  EXPECT_NE(error_of(deep), "");
  EXPECT_NE(error_with([](Parts& p) { p.normalizer = "[" + std::string(2000, '0') + "]"; }), "");
  std::string many = "[0";
  for (int i = 0; i < 5000; ++i) many += ",0";
  EXPECT_NE(error_with([&](Parts& p) { p.normalizer = many + "]"; }).find("too many parts"),
            std::string::npos);
}

TEST(TokenizerJson, TruncationAtEveryByteIsAnError) {
  const std::string good = Parts().text();
  for (size_t size = 0; size < good.size(); size += size < 1500 ? 1 : 13)
    ASSERT_NE(error_of(good.substr(0, size)), "") << size;
}

Metadata good_metadata() {
  std::vector<std::string> tokens(byte_symbols().begin(), byte_symbols().end());
  std::vector<int64_t> types(256, 1);
  for (const auto& [token, type] : std::vector<std::pair<const char*, int64_t>>{
           {"he", 1}, {"<|end|>", 3}, {"<nl>", 4}, {"[PAD]", 5}}) {
    tokens.emplace_back(token);
    types.push_back(type);
  }
  return {{"tokenizer.ggml.model", std::string("gpt2")},
          {"tokenizer.ggml.pre", std::string("qwen2")},
          {"tokenizer.ggml.tokens", MetadataArray(tokens)},
          {"tokenizer.ggml.token_type", MetadataArray(types)},
          {"tokenizer.ggml.merges", MetadataArray(std::vector<std::string>{"h e"})}};
}

std::string error_of(const Metadata& metadata) {
  const auto file = read_tokenizer_metadata(metadata, "m.gguf");
  if (!file.ok()) return file.error().what;
  const auto vocabulary = Vocabulary::build(*file);
  return vocabulary.ok() ? "" : vocabulary.error().what;
}

TEST(TokenizerGguf, TypesOfTokens) {
  const auto file = read_tokenizer_metadata(good_metadata(), "m.gguf");
  ASSERT_TRUE(file.ok()) << file.error().message();
  const auto vocabulary = Vocabulary::build(*file);
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message();
  EXPECT_EQ(vocabulary->size(), 259);
  EXPECT_EQ(vocabulary->id_of("he"), 256);
  EXPECT_EQ(vocabulary->id_of("<nl>"), 258);
  EXPECT_EQ(vocabulary->id_of("[PAD]"), -1);
  EXPECT_TRUE(vocabulary->is_special(257));
  EXPECT_FALSE(vocabulary->is_special(258));
  EXPECT_FALSE(vocabulary->is_special(-1));
  EXPECT_FALSE(vocabulary->is_special(259));
}

TEST(TokenizerGguf, MetadataThatLies) {
  for (const auto& [key, value] : good_metadata()) {
    Metadata broken = good_metadata();
    broken.erase(key);
    EXPECT_NE(error_of(broken).find(key), std::string::npos) << key;
    broken[key] = true;
    EXPECT_NE(error_of(broken).find(key), std::string::npos) << key;
    broken[key] = MetadataArray(std::vector<double>{1.0});
    EXPECT_NE(error_of(broken).find(key), std::string::npos) << key;
  }
  const auto with = [](const char* key, MetadataValue value) {
    Metadata metadata = good_metadata();
    metadata[key] = std::move(value);
    return error_of(metadata);
  };
  EXPECT_NE(with("tokenizer.ggml.model", std::string("llama")).find("expected 'gpt2'"),
            std::string::npos);
  EXPECT_NE(with("tokenizer.ggml.pre", std::string("llama-bpe")).find("expected 'qwen2'"),
            std::string::npos);
  EXPECT_NE(with("tokenizer.ggml.token_type", MetadataArray(std::vector<int64_t>{1}))
                .find("1 elements, expected 260"),
            std::string::npos);
  EXPECT_NE(with("tokenizer.ggml.token_type", MetadataArray(std::vector<int64_t>(260, 6))), "");
  EXPECT_NE(with("tokenizer.ggml.merges", MetadataArray(std::vector<std::string>{"he"})), "");
  EXPECT_NE(with("tokenizer.ggml.merges", MetadataArray(std::vector<std::string>{"h h"})), "");
  EXPECT_NE(with("tokenizer.ggml.tokens", MetadataArray(std::vector<std::string>(260, "a")))
                .find("occurs twice"),
            std::string::npos);
}

}  // namespace
}  // namespace octavo::engine

#include "store/manifest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace octavo::store {
namespace {

std::string manifest(const std::string& model) {
  return R"({"format": "octavo-models/1", "models": [)" + model + "]}";
}

std::string complaint(const std::string& model) {
  const auto read = parse_manifest(manifest(model), "m.json");
  return read.ok() ? "" : read.error().what;
}

TEST(ManifestTest, ReadsAnEntry) {
  const auto read = parse_manifest(
      manifest(R"({"name": "a", "licence": "MIT", "files": [{"name": "b/c.bin", "bytes": 7}],
                   "sources": [{"kind": "modelscope", "repo": "o/r", "revision": "master"}]})"),
      "m.json");
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read.value().size(), 1u);
  const ModelEntry& entry = read.value().front();
  EXPECT_EQ(entry.name, "a");
  EXPECT_EQ(entry.bytes, 7u);  // the sum where every size is known
  EXPECT_EQ(entry.files.front().name, "b/c.bin");
  EXPECT_EQ(entry.sources.front().kind, SourceKind::kModelScope);
  EXPECT_EQ(entry.sources.front().repo, "o/r");
}

TEST(ManifestTest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint(R"({"licence": "MIT"})"), "the manifest: a model: has no name");
  EXPECT_EQ(complaint(R"({"name": "a"})"), "model a: has no licence");
  EXPECT_EQ(complaint(R"({"name": "a", "licence": "", "files": [], "sources": []})"),
            "model a: has no files");
  EXPECT_EQ(complaint(R"({"name": "a", "licence": "", "files": [{"name": "/x"}], "sources": []})"),
            "model a: a file: name is no safe file name");
  EXPECT_EQ(complaint(R"({"name": "a", "licence": "", "files": [{"name": "x", "bytes": -1}],
                          "sources": []})"),
            "model a: a file: bytes is no size");
  EXPECT_EQ(complaint(R"({"name": "-a", "licence": "", "files": [], "sources": []})"),
            "the manifest: a model: name is no plain folder name");
  EXPECT_EQ(complaint("7"), "the manifest: a model: is not an object");
  EXPECT_FALSE(parse_manifest("[]", "m.json").ok());
  EXPECT_FALSE(parse_manifest(R"({"format": "octavo-models/2", "models": []})", "m.json").ok());
  EXPECT_EQ(parse_manifest("{", "m.json").error().what, "is no JSON");
}

TEST(ManifestTest, SizesThatDoNotAddUp) {
  EXPECT_EQ(complaint(R"({"name": "a", "licence": "", "sources": [], "files": [
                          {"name": "x", "bytes": 18446744073709551615},
                          {"name": "y", "bytes": 1}]})"),
            "model a: a file: bytes is too large");
}

// The built-in manifest is data that people edit.
TEST(ManifestTest, BuiltInIsWhole) {
  const auto read = load_manifest("");
  ASSERT_TRUE(read.ok()) << read.error().message();
  std::set<std::string> names;
  for (const ModelEntry& entry : read.value()) {
    names.insert(entry.name);
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_FALSE(entry.sources.empty()) << entry.name;
    EXPECT_GT(entry.bytes, 0u) << entry.name;
    const auto has_file = [&](const std::string& name) {
      return std::any_of(entry.files.begin(), entry.files.end(),
                         [&](const ModelFile& file) { return file.name == name; });
    };
    EXPECT_TRUE(entry.open.empty() || has_file(entry.open)) << entry.name;
    for (const ModelSource& source : entry.sources)
      for (const PackagePart& part : source.parts) {
        EXPECT_TRUE(has_file(part.file)) << entry.name << ": " << part.file;
        EXPECT_GT(part.bytes, 0u) << entry.name << ": " << part.archive;
      }
  }
  for (const char* name : {"MinerU2.5-2509-1.2B", "MinerU2.5-Pro-2605-1.2B"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(ManifestTest, SafeNames) {
  for (const char* good : {"a", "a.b", "a/b", ".a", "a..b", "\xE4\xB8\xAD.bin"})
    EXPECT_TRUE(is_safe_name(good)) << good;
  for (const char* bad :
       {"", "/a", "a/", "a//b", "..", "a/../b", ".", "a/.", "a\\b", "a\nb", "a\x7F"})
    EXPECT_FALSE(is_safe_name(bad)) << bad;
  EXPECT_TRUE(is_safe_name(std::string(255, 'a')));
  EXPECT_FALSE(is_safe_name(std::string(256, 'a')));
  EXPECT_FALSE(is_safe_name(std::string("a\0b", 3)));
}

TEST(ManifestTest, Patterns) {
  EXPECT_TRUE(matches("*.json", "config.json"));
  EXPECT_TRUE(matches("*.json", ".json"));
  EXPECT_FALSE(matches("*.json", "a/config.json"));
  EXPECT_TRUE(matches("*/*.json", "a/config.json"));
  EXPECT_TRUE(matches("model*.safetensors", "model-00001-of-00002.safetensors"));
  EXPECT_FALSE(matches("model*.safetensors", "model.safetensors.index.json"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches("**a*", "bab"));
  // Two stars that both could take everything must not take exponential time.
  EXPECT_FALSE(matches("*a*a*a*a*a*a*a*a*b", std::string(10'000, 'a')));
}

}  // namespace
}  // namespace octavo::store

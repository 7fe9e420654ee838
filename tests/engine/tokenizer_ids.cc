// Our side of tools/reference/tokenizer_differential.py. TOKENIZER is a tokenizer.json or a .gguf.
//   octavo_tokenizer_ids TOKENIZER ids
//     for each case on standard input (u32 size, bytes) one record on standard output
//   octavo_tokenizer_ids TOKENIZER hash STRINGS COUNT
//     one SHA-256 (16 digits) for each 1,000 of the strings that STRINGS describes
//   octavo_tokenizer_ids TOKENIZER check HASHES STRINGS
//     whether those of a file come out
//   octavo_tokenizer_ids TOKENIZER time FILE
//     processor time for the first MiB of a text, best of five
// A record: the ids with special tokens parsed, the ids with them as text, the text of the first,
// and that without special tokens; each a u32 count and its u32 ids or its bytes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/try.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/tokenizer/tokenizer.h"
#include "tests/engine/tokenizer_strings.h"

namespace octavo::engine {
namespace {

constexpr int kStringsPerHash = 1000;
constexpr uint64_t kSeed = uint64_t(20261130) << 32;  // as in the script

Result<Tokenizer> load(const std::string& path) {
  if (path.ends_with(".json")) return Tokenizer::load_json(path);
  const Checkpoint checkpoint = OCTAVO_TRY(Checkpoint::open(path));
  return Tokenizer::load_gguf(checkpoint);
}

void put(std::string& out, uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(value >> shift));
}

void put(std::string& out, const std::vector<TokenId>& ids) {
  put(out, static_cast<uint32_t>(ids.size()));
  for (const TokenId id : ids) put(out, static_cast<uint32_t>(id));
}

void put(std::string& out, const std::string& text) {
  put(out, static_cast<uint32_t>(text.size()));
  out += text;
}

std::string record_of(const Tokenizer& tokenizer, std::string_view text) {
  std::string out;
  const auto ids = tokenizer.encode(text, SpecialTokens::kParse);
  put(out, ids);
  put(out, tokenizer.encode(text, SpecialTokens::kAsText));
  put(out, tokenizer.decode(ids, false));
  put(out, tokenizer.decode(ids, true));
  return out;
}

Status answer_ids(const Tokenizer& tokenizer) {
  const auto input = OCTAVO_TRY(read_descriptor(0, "standard input", int64_t(1) << 32));
  ByteReader reader(input);
  while (reader.remaining() > 0) {
    const uint32_t size = reader.u32_le();
    const auto bytes = reader.take(size);
    const std::string record =
        record_of(tokenizer, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::fwrite(record.data(), 1, record.size(), stdout);
  }
  return success();
}

std::string hash_of(const Tokenizer& tokenizer, const TokenizerStrings& strings, int thousand) {
  Sha256 hash;
  for (int i = 0; i < kStringsPerHash; ++i) {
    StringRandom random(kSeed + static_cast<uint64_t>(thousand) * kStringsPerHash +
                        static_cast<uint64_t>(i));
    const std::string record = record_of(tokenizer, strings.make(random));
    hash.add({reinterpret_cast<const uint8_t*>(record.data()), record.size()});
  }
  return hash.finish().substr(0, 16);
}

// One hash a line; lines that begin with # are comments.
Status check(const Tokenizer& tokenizer, const std::string& hashes,
             const std::string& strings_path) {
  const TokenizerStrings strings = OCTAVO_TRY(TokenizerStrings::load(strings_path));
  const MappedFile file = OCTAVO_TRY(MappedFile::open(hashes, int64_t(1) << 20));
  std::string_view rest(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  int thousand = 0;
  for (size_t end; !rest.empty(); rest.remove_prefix(end)) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    end = std::min(line.size() + 1, rest.size());
    if (line.starts_with('#')) continue;
    const std::string found = hash_of(tokenizer, strings, thousand);
    if (found != line)
      return Error{Code::kInternal,
                   "strings " + std::to_string(thousand * kStringsPerHash) + " to " +
                       std::to_string((thousand + 1) * kStringsPerHash - 1) + " hash to " + found +
                       ", expected " + std::string(line),
                   "tools/reference/tokenizer_differential.py compare shows which string",
                   {.file = hashes}};
    ++thousand;
  }
  if (thousand == 0) return Error{Code::kFileCorrupted, "no hashes", "", {.file = hashes}};
  std::printf("%d strings as in the reference\n", thousand * kStringsPerHash);
  return success();
}

Status measure(const Tokenizer& tokenizer, const std::string& path) {
  constexpr size_t kMostBytes = size_t(1) << 20;
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, int64_t(1) << 30));
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              std::min(kMostBytes, file.bytes().size()));
  std::clock_t best = std::numeric_limits<std::clock_t>::max();
  size_t count = 0;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t begin = std::clock();
    count = tokenizer.encode(text, SpecialTokens::kAsText).size();
    best = std::min(best, std::clock() - begin);
  }
  std::printf("%zu bytes, %zu tokens, %.3f s\n", text.size(), count,
              static_cast<double>(best) / CLOCKS_PER_SEC);
  return success();
}

Status run(const std::vector<std::string>& arguments) {
  const auto argument = [&](size_t i) { return i < arguments.size() ? arguments[i] : ""; };
  const Tokenizer tokenizer = OCTAVO_TRY(load(argument(1)));
  if (argument(2) == "ids") return answer_ids(tokenizer);
  if (argument(2) == "time") return measure(tokenizer, argument(3));
  if (argument(2) == "check") return check(tokenizer, argument(3), argument(4));
  const TokenizerStrings strings = OCTAVO_TRY(TokenizerStrings::load(argument(3)));
  const int count = std::atoi(argument(4).c_str());
  for (int thousand = 0; thousand < count / kStringsPerHash; ++thousand)
    std::printf("%s\n", hash_of(tokenizer, strings, thousand).c_str());
  return success();
}

}  // namespace
}  // namespace octavo::engine

int main(int argc, char** argv) {
  const auto done = octavo::engine::run({argv, argv + argc});
  if (done.ok()) return 0;
  std::fprintf(stderr, "%s\n", done.error().message().c_str());
  return 1;
}

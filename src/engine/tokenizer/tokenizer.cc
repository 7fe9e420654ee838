#include "engine/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/tokenizer/nfc.h"
#include "engine/tokenizer/pretokenizer.h"
#include "engine/tokenizer/tokenizer_files.h"
#include "engine/tokenizer/utf8_step.h"

namespace octavo::engine {

struct Tokenizer::Impl {
  Vocabulary vocabulary;
  Pretokenizer pretokenizer;
  bool nfc, ignore_merges;

  static Result<std::unique_ptr<Impl>> create(const TokenizerFile& file) {
    Vocabulary vocabulary = OCTAVO_TRY(Vocabulary::build(file));
    Pretokenizer pretokenizer = OCTAVO_TRY(Pretokenizer::create());
    return std::make_unique<Impl>(
        Impl{std::move(vocabulary), std::move(pretokenizer), file.nfc, file.ignore_merges});
  }
};

namespace {

// Where a piece was encoded before in the same text: words come back. One place for each hash
// value, the last piece wins, so that no text can make it slow.
class PieceCache {
 public:
  struct Entry {
    std::string_view piece;
    size_t begin = 0, count = 0;  // in the ids of this call
  };
  Entry& entry_of(std::string_view piece) {
    return entries_[std::hash<std::string_view>()(piece) % entries_.size()];
  }

 private:
  std::vector<Entry> entries_ = std::vector<Entry>(size_t(1) << 13);
};

constexpr size_t kLongestCached = 64;
constexpr size_t kCacheFrom = 4096;  // bytes of text from which on the cache is worth its set-up
constexpr size_t kMostSymbols = size_t(1) << 30;

// One call of encode.
class Encoder {
 public:
  Encoder(const Vocabulary& vocabulary, const Pretokenizer& pretokenizer, bool nfc,
          bool ignore_merges, SpecialTokens special)
      : vocabulary_(vocabulary),
        pretokenizer_(pretokenizer),
        nfc_(nfc),
        ignore_merges_(ignore_merges),
        special_(special) {}

  std::vector<TokenId> run(std::string_view text) {
    if (text.size() >= kCacheFrom) cache_.emplace();
    split_off(vocabulary_.added_raw(), text, [&](std::string_view gap) { normalize(gap); });
    return std::move(ids_);
  }

 private:
  template <class Rest>
  void split_off(const AddedTokenFinder& finder, std::string_view text, Rest rest);
  void normalize(std::string_view text);
  void encode_plain(std::string_view text);
  void encode_piece(std::string_view piece);
  void merge(std::string_view piece);

  const Vocabulary& vocabulary_;
  const Pretokenizer& pretokenizer_;
  const bool nfc_, ignore_merges_;
  const SpecialTokens special_;
  std::vector<TokenId> ids_, symbols_;
  std::vector<std::string_view> pieces_;
  std::deque<std::string> normalized_;  // what the cache's views point into
  std::optional<PieceCache> cache_;
  MergeScratch scratch_;
};

// Added tokens become ids, what is between goes on. A special token that is to stay text is passed
// over as a whole: no other is looked for inside it.
template <class Rest>
void Encoder::split_off(const AddedTokenFinder& finder, std::string_view text, Rest rest) {
  size_t done = 0, from = 0;
  while (const auto match = finder.find(text, from)) {
    from = match->begin + match->length;
    if (match->token->special && special_ == SpecialTokens::kAsText) continue;
    if (match->begin > done) rest(text.substr(done, match->begin - done));
    ids_.push_back(match->token->id);
    done = from;
  }
  if (done < text.size()) rest(text.substr(done));
}

void Encoder::normalize(std::string_view text) {
  if (nfc_ && !is_plainly_nfc(text)) text = normalized_.emplace_back(to_reference_nfc(text));
  split_off(vocabulary_.added_normalized(), text, [&](std::string_view gap) { encode_plain(gap); });
}

void Encoder::encode_plain(std::string_view text) {
  pieces_.clear();
  pretokenizer_.split(text, pieces_);
  for (const std::string_view piece : pieces_) encode_piece(piece);
}

void Encoder::encode_piece(std::string_view piece) {
  if (!cache_ || piece.size() > kLongestCached || piece.size() == 1) return merge(piece);
  PieceCache::Entry& known = cache_->entry_of(piece);
  if (known.piece == piece) {
    for (size_t i = 0; i < known.count; ++i) ids_.push_back(ids_[known.begin + i]);
    return;
  }
  const size_t begin = ids_.size();
  merge(piece);
  known = {piece, begin, ids_.size() - begin};
}

void Encoder::merge(std::string_view piece) {
  if (ignore_merges_) {
    if (const TokenId id = vocabulary_.id_of_plain(piece); id >= 0) return ids_.push_back(id);
  }
  while (!piece.empty()) {
    const std::string_view part = piece.substr(0, kMostSymbols);
    symbols_.clear();
    for (const char c : part) symbols_.push_back(vocabulary_.byte_token(static_cast<uint8_t>(c)));
    merge_piece(vocabulary_.merges(), symbols_, scratch_, ids_);
    piece.remove_prefix(part.size());
  }
}

}  // namespace

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::load_json(const std::string& path) {
  const TokenizerFile file = OCTAVO_TRY(read_tokenizer_json(path));
  return Tokenizer(OCTAVO_TRY(Impl::create(file)));
}

Result<Tokenizer> Tokenizer::parse_json(std::string_view text, const std::string& path) {
  const TokenizerFile file = OCTAVO_TRY(parse_tokenizer_json(text, path));
  return Tokenizer(OCTAVO_TRY(Impl::create(file)));
}

Result<Tokenizer> Tokenizer::load_gguf(const Checkpoint& checkpoint) {
  const TokenizerFile file =
      OCTAVO_TRY(read_tokenizer_metadata(checkpoint.metadata(), checkpoint.path()));
  return Tokenizer(OCTAVO_TRY(Impl::create(file)));
}

std::vector<TokenId> Tokenizer::encode(std::string_view text, SpecialTokens special) const {
  std::string repaired;
  if (!is_valid_utf8(text)) text = repaired = repaired_utf8(text);
  return Encoder(impl_->vocabulary, impl_->pretokenizer, impl_->nfc, impl_->ignore_merges, special)
      .run(text);
}

std::string_view Tokenizer::bytes_of(TokenId id) const { return impl_->vocabulary.bytes_of(id); }

std::string Tokenizer::decode(std::span<const TokenId> ids, bool skip_special) const {
  std::string bytes;
  for (const TokenId id : ids)
    if (!skip_special || !is_special(id)) bytes += bytes_of(id);
  return is_valid_utf8(bytes) ? bytes : repaired_utf8(bytes);
}

int64_t Tokenizer::size() const { return impl_->vocabulary.size(); }

TokenId Tokenizer::id_of(std::string_view token) const { return impl_->vocabulary.id_of(token); }

bool Tokenizer::is_special(TokenId id) const { return impl_->vocabulary.is_special(id); }

}  // namespace octavo::engine

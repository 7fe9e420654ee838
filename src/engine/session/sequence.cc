#include "engine/session/sequence.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/try.h"
#include "engine/session/request.h"

namespace octavo::engine {
namespace {

// Room that is taken at once so that the decode loop need not; longer texts grow as strings do.
constexpr int64_t kReservedTokens = 4096;
constexpr int64_t kBytesPerToken = 4;
// Of a draft, the rest is left out: far longer than any answer.
constexpr size_t kMostDraftTokens = 1 << 16;

std::vector<ImageGrid> grids_of(const Request& request) {
  std::vector<ImageGrid> grids;
  for (const RequestImage& image : request.images) grids.push_back(image.grid);
  return grids;
}

}  // namespace

double seconds_since(SessionClock::time_point start) {
  return std::chrono::duration<double>(SessionClock::now() - start).count();
}

Sequence::Sequence(size_t index, Request request, int64_t limit, int64_t most_drafts,
                   SessionModel& model, KvPool& pool, SessionClock::time_point began)
    : index_(index),
      request_(std::move(request)),
      limit_(limit),
      most_drafts_(most_drafts),
      model_(model),
      began_(began),
      kv_(pool),
      sampler_(request_.sampling),
      decoder_(model.tokenizer(), request_.skip_special),
      text_(request_.stop) {
  completion_.timings.prompt_tokens = prompt_tokens();
  completion_.timings.image_tokens = image_token_count(request_, model.config());
}

int64_t Sequence::most_new() const { return std::min(limit_ - prompt_tokens(), kReservedTokens); }

Status Sequence::start(PictureCache& pictures, const Deadline& deadline) {
  if (std::exchange(started_, true)) return success();
  positions_ = prompt_positions(prompt_tokens(), request_.prompt.image_starts, grids_of(request_),
                                model_.config().vision.merge);
  positions_.positions.reserve(static_cast<size_t>(prompt_tokens() + most_new() + most_drafts_));
  completion_.ids.reserve(static_cast<size_t>(most_new()));
  text_.reserve(static_cast<size_t>(most_new() * kBytesPerToken));
  sampler_.reserve(static_cast<size_t>(model_.config().language.vocabulary),
                   static_cast<size_t>(most_new()));
  OCTAVO_TRY_STATUS(encode_images(pictures, deadline));
  if (request_.reuse) content_ = content();
  return success();
}

void Sequence::start_drafts() {
  std::vector<TokenId>& draft = request_.draft;
  if (most_drafts_ <= 0 || (draft.empty() && !request_.look_back)) return;
  const ModelConfig& config = model_.config();
  draft.resize(std::min(draft.size(), kMostDraftTokens));
  // Ids that the model does not have cannot be fed, not even to find out that they are wrong.
  std::erase_if(draft, [&](TokenId id) { return id < 0 || id >= config.language.vocabulary; });
  // Where the draft ends, so may the answer.
  if (!draft.empty() && !config.end_tokens.empty()) draft.push_back(config.end_tokens.front());
  drafter_.emplace(std::move(draft), most_drafts_);
  if (request_.look_back)
    drafter_->look_back_on(request_.prompt.ids, config.image_pad, static_cast<size_t>(most_new()));
}

Status Sequence::encode_images(PictureCache& pictures, const Deadline& deadline) {
  const auto start = SessionClock::now();
  for (RequestImage& image : request_.images)
    OCTAVO_TRY_STATUS(encode_image(image, pictures, deadline));
  completion_.timings.image_seconds = seconds_since(start);
  return success();
}

Status Sequence::encode_image(RequestImage& image, PictureCache& pictures,
                              const Deadline& deadline) {
  const ModelConfig& config = model_.config();
  PreparedImage prepared = OCTAVO_TRY(image.prepare());
  image.prepare = nullptr;  // and with it the pixels it may own
  if (prepared.grid.height != image.grid.height || prepared.grid.width != image.grid.width)
    return Error{Code::kInternal, "a picture came in another size than planned", "", {}};
  std::string key;
  if (request_.reuse) {
    key = PictureCache::key_of(prepared);
    if (auto known = pictures.find(key)) {
      ++completion_.timings.reused_images;
      features_.push_back(std::move(known));
      return success();
    }
  }
  Matrix<float> rows(image.grid.tokens(config.vision.merge), config.language.hidden);
  const auto in_time = [&] { return deadline.check().ok() && on_time().ok(); };
  if (!model_.encode_image(prepared.patches, image.grid, rows, in_time))
    return on_time().ok() ? deadline.check() : on_time();
  if (request_.reuse)
    features_.push_back(pictures.add(std::move(key), std::move(rows)));
  else
    features_.push_back(std::make_shared<PictureFeatures>(std::move(rows), uint64_t{0}));
  return success();
}

PromptContent Sequence::content() const {
  PromptContent content{request_.prompt.ids, {}};
  for (size_t i = 0; i < features_.size(); ++i)
    content.pictures.push_back(
        {request_.prompt.image_starts[i], features_[i]->rows.rows(), features_[i]->id});
  return content;
}

Status Sequence::begin(PromptCache& prompts) {
  if (request_.reuse) {
    // The last token of a prompt is always fed: the answer begins with its logits.
    const int64_t reused = prompts.begin(content_, prompt_tokens() - 1, kv_);
    // Not when it goes on after it was dropped: then its own prompt is there, read and timed.
    if (completion_.ids.empty()) {
      completion_.timings.reused_tokens = reused;
      if (request_.draft.empty()) {
        const std::span<const TokenId> answer = prompts.answer(content_);
        request_.draft.assign(answer.begin(), answer.end());
      }
    }
  }
  if (!drafter_) start_drafts();
  return reserve_known();
}

void Sequence::remember(PromptCache& prompts) {
  if (!request_.reuse) return;
  if (!remembered_ && kv_.length() >= prompt_tokens()) {
    remembered_ = true;
    prompts.add(content_, kv_);
  }
  if (finished_ && completion_.finish != FinishReason::kError)
    prompts.set_answer(content_, completion_.ids);
}

Status Sequence::reserve_known() {
  const int64_t known = known_tokens();
  // The very last token is never fed.
  return kv_.reserve(std::min(known + 1, std::max(known, limit_ - 1)) - kv_.length());
}

void Sequence::drop_cache() { kv_ = KvSequence(kv_.pool()); }

double Sequence::draft_chance(int64_t drafts) const {
  if (!drafter_ || drafts >= static_cast<int64_t>(drafter_->guess().size())) return 0;
  // Every guess that is right leaves a token to pick behind it.
  if (known_tokens() + drafts + 1 >= limit_) return 0;
  return drafter_->chance(static_cast<size_t>(drafts));
}

int64_t Sequence::plan_drafts(int64_t drafts, int64_t chunk) {
  planned_drafts_ = drafts;
  const int64_t known = next_rows(chunk);
  if (drafts > 0 && !kv_.reserve(known + drafts).ok())
    planned_drafts_ = std::min(drafts, kv_.reserved_tokens() - kv_.length() - known);
  return planned_drafts_;
}

// Prompt, then what was generated, then guesses.
void Sequence::fill_rows(MatView<float> rows) {
  const size_t first = static_cast<size_t>(kv_.length());
  size_t begin = 0;  // of the part, counted from the first token of the prompt
  for (const std::span<const TokenId> part :
       {std::span<const TokenId>(request_.prompt.ids), std::span<const TokenId>(completion_.ids),
        drafter_ ? drafter_->guess() : std::span<const TokenId>()}) {
    const size_t from = std::max(begin, first);
    const size_t to = std::min(begin + part.size(), first + static_cast<size_t>(rows.rows));
    if (from < to)
      model_.embed(
          part.subspan(from - begin, to - from),
          rows.rows_from(static_cast<int64_t>(from - first), static_cast<int64_t>(to - from)));
    begin += part.size();
  }
  copy_features(rows);
}

void Sequence::copy_features(MatView<float> rows) {
  const int64_t first = kv_.length(), end = first + rows.rows;
  for (size_t i = 0; i < features_.size(); ++i) {
    const Matrix<float>& features = features_[i]->rows;
    const int64_t start = request_.prompt.image_starts[i];
    for (int64_t at = std::max(first, start); at < std::min(end, start + features.rows()); ++at)
      std::memcpy(rows.row(at - first), features.row(at - start),
                  static_cast<size_t>(features.cols()) * sizeof(float));
  }
}

void Sequence::extend_positions(int64_t tokens) {
  std::vector<Position>& all = positions_.positions;
  while (static_cast<int64_t>(all.size()) < tokens) {
    const auto behind = static_cast<int32_t>(static_cast<int64_t>(all.size()) - prompt_tokens());
    const int32_t at = positions_.next + behind;
    all.push_back({at, at, at});
  }
}

SequenceRows Sequence::describe(int64_t first_row, int64_t rows) {
  const int64_t fed = kv_.length();
  extend_positions(fed + rows);
  const auto positions = std::span<const Position>(positions_.positions)
                             .subspan(static_cast<size_t>(fed), static_cast<size_t>(rows));
  const bool picks = fed + rows == known_tokens() + planned_drafts_;
  return {.kv = &kv_,
          .first_row = first_row,
          .positions = positions,
          .logit_rows = picks ? 1 + planned_drafts_ : 0};
}

void Sequence::advance(int64_t rows, double seconds, double share) {
  if (completion_.ids.empty())
    completion_.timings.prefill_seconds += seconds;
  else
    completion_.timings.writing_seconds += share;
  kv_.advance(rows);
}

void Sequence::take_tokens(MatView<float> logits, const OnText& on_text) {
  completion_.timings.drafted_tokens += logits.rows - 1;
  const size_t before = completion_.ids.size();
  for (int64_t row = 0; row < logits.rows; ++row) {
    take_token({logits.row(row), static_cast<size_t>(logits.cols)}, on_text);
    if (finished_) return;
    const bool right = row + 1 < logits.rows &&
                       completion_.ids.back() == drafter_->guess()[static_cast<size_t>(row)];
    if (!right) break;
    ++completion_.timings.accepted_tokens;
  }
  kv_.truncate(known_tokens() - 1);
  if (!drafter_) return;
  for (size_t length = before + 1; length <= completion_.ids.size(); ++length)
    drafter_->follow(std::span(completion_.ids).first(length));
}

bool Sequence::is_end(TokenId id) const {
  const auto in = [id](const std::vector<TokenId>& ids) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  return in(model_.config().end_tokens) || in(request_.stop_tokens);
}

void Sequence::take_token(std::span<float> logits, const OnText& on_text) {
  const bool report = request_.sampling.logprobs > 0;
  if (report) completion_.logprobs.emplace_back();
  const auto picked = sampler_.pick(logits, report ? &completion_.logprobs.back() : nullptr);
  if (!picked.ok()) {
    if (report) completion_.logprobs.pop_back();
    return fail(picked.error());
  }
  if (completion_.ids.empty()) {
    first_token_ = SessionClock::now();
    completion_.timings.first_token_seconds = seconds_since(began_);
  }
  if (is_end(*picked)) {
    if (report) completion_.logprobs.pop_back();
    return finish(FinishReason::kStop, on_text);
  }
  completion_.ids.push_back(*picked);
  show(text_.append(decoder_.push(*picked)), on_text);
  if (finished_) return;
  if (text_.stopped() || (request_.observer && !request_.observer(completion_.ids)))
    return finish(FinishReason::kStop, on_text);
  if (known_tokens() >= limit_) finish(FinishReason::kLength, on_text);
}

void Sequence::show(std::string_view text, const OnText& on_text) {
  if (text.empty() || !on_text || on_text(index_, text)) return;
  finish(FinishReason::kCancelled, {});
}

void Sequence::finish(FinishReason reason, const OnText& on_text) {
  finished_ = true;
  completion_.finish = reason;
  if (!text_.stopped()) {
    const std::string_view left = text_.append(decoder_.finish());
    if (!left.empty() && on_text) static_cast<void>(on_text(index_, left));
  }
  const std::string_view left = text_.finish();
  if (!left.empty() && on_text) static_cast<void>(on_text(index_, left));
  completion_.text = text_.take_text();
  completion_.timings.generated_tokens = static_cast<int64_t>(completion_.ids.size());
  if (!completion_.ids.empty()) completion_.timings.decode_seconds = seconds_since(first_token_);
}

void Sequence::cancel(const Error& why, const OnText& on_text) {
  completion_.error = why;
  finish(FinishReason::kCancelled, on_text);
}

void Sequence::fail(Error error) {
  completion_.error = std::move(error);
  finish(FinishReason::kError, {});
}

Completion Sequence::take_completion() { return std::move(completion_); }

}  // namespace octavo::engine

// Drafts change how long an answer takes and nothing else.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/session/scripted_model.h"
#include "engine/session/session.h"
#include "engine/session/tiny_model.h"

namespace octavo::engine {
namespace {

std::vector<ArchMask> arches() {
  std::vector<ArchMask> all;
  for (const std::string_view name : arch_names())
    if (const ArchMask arch = *arch_by_name(name); (arch & detect_arch()) == arch)
      all.push_back(arch);
  return all;
}

// Everything that a request may ask of sampling, in many mixtures.
SamplingOptions sampling_of(Numbers& numbers) {
  const auto one_of = [&](auto... values) {
    const std::array all{values...};
    return all[numbers.bits() % all.size()];
  };
  SamplingOptions options;
  options.temperature = one_of(0.0F, 0.0F, 0.4F, 0.8F, 1.5F);
  options.top_k = one_of(0, 0, 1, 5, 40);
  options.top_p = one_of(1.0F, 0.9F, 0.3F);
  options.min_p = one_of(0.0F, 0.0F, 0.1F);
  options.seed = numbers.bits();
  options.repetition_penalty = one_of(1.0F, 1.0F, 1.3F);
  options.presence_penalty = one_of(0.0F, 0.0F, 1.0F);
  options.frequency_penalty = one_of(0.0F, 0.05F, 0.0F);
  options.no_repeat_ngram = one_of(0, 0, 2, 3, 10);
  options.logprobs = one_of(0, 0, 2);
  if (numbers.bits() % 4 == 0) options.banned = {kTestEnd, 7};
  return options;
}

Request request_of(Numbers& numbers) {
  Request request;
  const auto tokens = static_cast<int64_t>(1 + numbers.bits() % 90);
  for (int64_t i = 0; i < tokens; ++i)
    request.prompt.ids.push_back(static_cast<TokenId>(numbers.bits() % 256));
  request.max_new_tokens = static_cast<int64_t>(1 + numbers.bits() % 120);
  request.sampling = sampling_of(numbers);
  if (numbers.bits() % 4 == 0) request.stop = {"a", "\x01\x02"};
  if (numbers.bits() % 4 == 0) request.stop_tokens = {65, 66};
  if (numbers.bits() % 5 == 0)
    request.observer = [](std::span<const TokenId> ids) { return ids.size() < 30; };
  request.look_back = numbers.bits() % 3 != 0;
  return request;
}

// `right` of a hundred tokens stay; others are replaced, left out or have some put before them.
std::vector<TokenId> spoiled(const std::vector<TokenId>& truth, uint64_t right, Numbers& numbers) {
  std::vector<TokenId> draft;
  for (const TokenId id : truth) {
    if (numbers.bits() % 100 < right) {
      draft.push_back(id);
      continue;
    }
    const uint64_t how = numbers.bits() % 4;
    const auto other = static_cast<TokenId>(numbers.bits() % 256);
    if (how == 0) continue;
    draft.push_back(other);
    if (how == 1) draft.insert(draft.end(), {other, id});
  }
  if (numbers.bits() % 4 == 0 && !draft.empty())
    std::rotate(draft.begin(),
                draft.begin() + static_cast<ptrdiff_t>(numbers.bits() % draft.size()), draft.end());
  if (numbers.bits() % 8 == 0) draft.insert(draft.end(), {-5, kTestVocabulary, 1 << 30});
  return draft;
}

void expect_same(const Completion& got, const Completion& wanted) {
  EXPECT_EQ(got.ids, wanted.ids);
  EXPECT_EQ(got.text, wanted.text);
  EXPECT_EQ(got.finish, wanted.finish);
  EXPECT_EQ(got.error.what, wanted.error.what);
  ASSERT_EQ(got.logprobs.size(), wanted.logprobs.size());
  for (size_t i = 0; i < got.logprobs.size(); ++i) {
    ASSERT_EQ(got.logprobs[i].size(), wanted.logprobs[i].size());
    for (size_t k = 0; k < got.logprobs[i].size(); ++k) {
      EXPECT_EQ(got.logprobs[i][k].id, wanted.logprobs[i][k].id);
      EXPECT_EQ(got.logprobs[i][k].logprob, wanted.logprobs[i][k].logprob);  // to the last bit
    }
  }
}

struct Round {
  std::vector<Request> requests;
  std::vector<Completion> plain;
};

// What a model multiplies with, and what is kept of keys and values.
struct Kind {
  DType dtype = DType::kF32;
  Precision precision = Precision::kF32;
  KvType kv = KvType::kF32;
};

// Answers one by one, without any guess, one row a step.
Round plain_round(uint64_t seed, const Kind& kind, ArchMask arch) {
  Numbers numbers(seed);
  Round round;
  ThreadPool alone(0);
  for (int i = 0; i < 6; ++i) {
    round.requests.push_back(request_of(numbers));
    auto session = make_session(
        std::make_unique<TinyModel>(seed, kind.dtype, arch, alone, kind.precision),
        {.kv_bytes = 1 << 20, .kv_type = kind.kv, .max_sequences = 1, .draft_rows = 0});
    round.plain.push_back(std::move(session->generate({round.requests.back()})[0]));
  }
  return round;
}

int64_t accepted_in(const std::vector<Completion>& done) {
  int64_t sum = 0;
  for (const Completion& completion : done) {
    EXPECT_LE(completion.timings.accepted_tokens, completion.timings.drafted_tokens);
    sum += completion.timings.accepted_tokens;
  }
  return sum;
}

// Drafts that are right in so many of a hundred tokens, in batches of all kinds; returns how many
// were accepted.
int64_t expect_same_with_drafts(uint64_t seed, const Kind& kind, ArchMask arch, int threads) {
  const Round round = plain_round(seed, kind, arch);
  Numbers numbers(seed);
  int64_t accepted = 0;
  for (const uint64_t right : {0, 30, 60, 80, 95, 100}) {
    std::vector<Request> requests = round.requests;
    for (size_t i = 0; i < requests.size(); ++i)
      if (numbers.bits() % 5 != 0) requests[i].draft = spoiled(round.plain[i].ids, right, numbers);
    ThreadPool pool(threads);
    auto model = std::make_unique<TinyModel>(seed, kind.dtype, arch, pool, kind.precision);
    const int64_t block =
        KvPool::kBlockTokens * KvPool::bytes_per_token(model->config().language, kind.kv);
    const SessionOptions options{// The least memory that holds any of them; some have to give way.
                                 .kv_bytes = (numbers.bits() % 2 == 0 ? 5 : 200) * block,
                                 .kv_type = kind.kv,
                                 .max_sequences = static_cast<int>(1 + numbers.bits() % 7),
                                 .prefill_chunk = static_cast<int64_t>(1 + numbers.bits() % 64),
                                 .draft_rows = static_cast<int>(1 + numbers.bits() % 40)};
    auto session = make_session(std::move(model), options);
    const auto done = session->generate(std::move(requests));
    for (size_t i = 0; i < done.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " right " << right << " #" << i);
      expect_same(done[i], round.plain[i]);
    }
    accepted += accepted_in(done);
  }
  return accepted;
}

TEST(SessionDrafts, SameTokensWithAnyDraftInAnyBatch) {
  int64_t accepted = 0;
  uint64_t seed = 1;
  for (const ArchMask arch : arches())
    for (const DType dtype : {DType::kF32, DType::kBF16})
      for (const int threads : {0, 1, 3})
        accepted += expect_same_with_drafts(++seed, {.dtype = dtype}, arch, threads);
  EXPECT_GT(accepted, 1000);
}

TEST(SessionDrafts, SameTokensInFewerBits) {
  int64_t accepted = 0;
  uint64_t seed = 100;
  for (const ArchMask arch : arches())
    for (const Precision precision : {Precision::kF32, Precision::kInt8, Precision::kInt4})
      for (const KvType kv : {KvType::kF32, KvType::kF16, KvType::kInt8})
        accepted += expect_same_with_drafts(++seed, {.precision = precision, .kv = kv}, arch, 1);
  EXPECT_GT(accepted, 1000);
}

// 200 tokens, not one like the other but for chance.
std::vector<TokenId> answer() {
  Numbers numbers(7);
  std::vector<TokenId> ids;
  for (int i = 0; i < 200; ++i) ids.push_back(static_cast<TokenId>('0' + numbers.bits() % 60));
  return ids;
}

// How many forward passes it takes; it must come out right.
struct Cost {
  int forwards;
  int64_t rows, drafted, accepted;
};
Cost cost_of(const std::vector<TokenId>& draft, bool look_back = false) {
  const std::vector<TokenId> ids = answer();
  auto owned = std::make_unique<ScriptedModel>([&](const History& history) -> TokenId {
    return history.size() <= ids.size() ? ids[history.size() - 1] : kTestEnd;
  });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 22});
  Request request;
  request.prompt.ids = {'x'};
  request.draft = draft;
  request.look_back = look_back;
  const auto done = session->generate({request});
  EXPECT_EQ(done[0].ids, ids);
  return {model.forwards, model.rows_fed, done[0].timings.drafted_tokens,
          done[0].timings.accepted_tokens};
}

TEST(SessionDrafts, ARightDraftSavesNearlyAllSteps) {
  const Cost cost = cost_of(answer());
  EXPECT_LT(cost.forwards, 20);                // not 201
  EXPECT_LE(cost.drafted - cost.accepted, 1);  // the end is no token of the answer
}

TEST(SessionDrafts, ADraftRightInNineteenOfTwenty) {
  std::vector<TokenId> draft = answer();
  for (size_t i = 10; i < draft.size(); i += 20) draft[i] = '#';
  EXPECT_LT(cost_of(draft).forwards, 201 / 5);
}

TEST(SessionDrafts, AWrongDraftIsSoonLeftAlone) {
  const Cost cost = cost_of(std::vector<TokenId>(300, '#'));
  EXPECT_LE(cost.forwards, 201);
  EXPECT_EQ(cost.accepted, 0);
  EXPECT_LT(cost.drafted, 60);
}

TEST(SessionDrafts, ADraftThatStartsLateIsTakenUpWhereItBegins) {
  // Shorter by its first half, with something else before it.
  std::vector<TokenId> draft(20, '#');
  const std::vector<TokenId> whole = answer();
  draft.insert(draft.end(), whole.begin() + 100, whole.end());
  EXPECT_LT(cost_of(draft).forwards, 100 + 30);
}

TEST(SessionDrafts, TheEndIsGuessedToo) {
  std::vector<TokenId> draft = answer();
  const Cost whole = cost_of(draft);
  draft.pop_back();
  EXPECT_GT(cost_of(draft).forwards, whole.forwards);
}

TEST(SessionDrafts, RepetitionIsADraft) {
  // The prompt says it once, the model says it again.
  std::vector<TokenId> ids = answer();
  auto owned = std::make_unique<ScriptedModel>([&](const History& history) -> TokenId {
    const size_t at = history.size() - ids.size();
    return at < ids.size() ? ids[at] : kTestEnd;
  });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 22});
  Request request;
  request.prompt.ids = ids;
  EXPECT_EQ(session->generate({request})[0].ids, ids);
  EXPECT_LT(model.forwards, 60);
  model.forwards = 0;
  request.look_back = request.reuse = false;
  EXPECT_EQ(session->generate({request})[0].ids, ids);
  EXPECT_EQ(model.forwards, 201);
}

TEST(SessionDrafts, ManySequencesShareTheRows) {
  std::vector<TokenId> ids = answer();
  auto owned = std::make_unique<ScriptedModel>([&](const History& history) -> TokenId {
    return history.size() <= 200 ? ids[history.size() - 1] : kTestEnd;
  });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 22, .draft_rows = 32});
  std::vector<Request> requests(8);
  for (Request& request : requests) {
    request.prompt.ids = {'x'};
    request.draft = ids;
  }
  for (const Completion& done : session->generate(requests)) EXPECT_EQ(done.ids, ids);
  EXPECT_LT(model.forwards, 201 / 4);
  EXPECT_LE(model.most_rows, 8 + 32);
}

TEST(SessionDrafts, NoneWhenNoneAreWanted) {
  ScriptedModel* model = nullptr;
  auto owned = std::make_unique<ScriptedModel>(
      [](const History& history) -> TokenId { return history.size() < 50 ? 'a' : kTestEnd; });
  model = owned.get();
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20, .draft_rows = 0});
  Request request;
  request.prompt.ids = {'x'};
  request.draft.assign(60, 'a');
  EXPECT_EQ(session->generate({request})[0].timings.drafted_tokens, 0);
  EXPECT_EQ(model->most_rows, 1);
}

}  // namespace
}  // namespace octavo::engine

// What a session keeps of earlier requests saves work and changes nothing.
#include <gtest/gtest.h>

#include "engine/session/scripted_model.h"
#include "engine/session/session.h"
#include "engine/session/tiny_model.h"

namespace octavo::engine {
namespace {

constexpr int64_t kPatchFloats = 3 * 2 * 2 * 2;  // of TinyModel

// Pictures of 2 x `width` merged tokens; equal `seed`: equal pixels.
RequestImage picture(int width, uint64_t seed) {
  const ImageGrid grid{4, 2 * width};
  return {grid, [grid, seed]() -> Result<PreparedImage> {
            PreparedImage prepared;
            prepared.grid = grid;
            prepared.patches = Matrix<float>(grid.patches(), kPatchFloats);
            Numbers numbers(seed);
            for (int64_t i = 0; i < grid.patches() * kPatchFloats; ++i)
              prepared.patches.data()[i] = numbers.next();
            return prepared;
          }};
}

void add_text(Request& request, const std::string& text) {
  for (const char c : text) request.prompt.ids.push_back(static_cast<unsigned char>(c));
}

void add_picture(Request& request, int width, uint64_t seed) {
  request.prompt.image_starts.push_back(static_cast<int64_t>(request.prompt.ids.size()));
  request.images.push_back(picture(width, seed));
  request.prompt.ids.insert(request.prompt.ids.end(), static_cast<size_t>(2 * width),
                            kTestImagePad);
}

// A few pictures and questions in many combinations: much is equal, and nothing is the same.
Request request_of(uint64_t kind) {
  Request request;
  add_text(request, "system: you are helpful; ");
  if (kind % 3 != 0) add_picture(request, 3 + static_cast<int>(kind % 2), kind % 5);
  if (kind % 7 == 0) add_picture(request, 2, kind % 4);
  add_text(request, kind % 2 == 0 ? "what is it?" : "what is there, and where?");
  if (kind % 4 == 0) add_text(request, std::string(70, 'x'));
  request.max_new_tokens = 12 + static_cast<int64_t>(kind % 3) * 20;
  request.sampling.temperature = kind % 4 == 1 ? 0.7F : 0;
  request.sampling.seed = kind;
  request.sampling.presence_penalty = 1;
  return request;
}

std::vector<uint64_t> kinds() {
  std::vector<uint64_t> all;
  Numbers numbers(3);
  for (int i = 0; i < 40; ++i) all.push_back(numbers.bits() % 24);
  return all;
}

std::unique_ptr<Session> tiny_session(ThreadPool& pool, const SessionOptions& options,
                                      TinyModel** model = nullptr) {
  auto owned = std::make_unique<TinyModel>(5, DType::kBF16, detect_arch(), pool);
  if (model != nullptr) *model = owned.get();
  return make_session(std::move(owned), options);
}

TEST(SessionReuse, SameTokensWithAndWithout) {
  ThreadPool pool(1);
  std::vector<std::vector<TokenId>> alone;
  for (const uint64_t kind : kinds()) {
    Request request = request_of(kind);
    request.reuse = false;
    auto session = tiny_session(pool, {.kv_bytes = 1 << 20, .draft_rows = 0});
    alone.push_back(session->generate({std::move(request)})[0].ids);
  }
  constexpr int64_t kBlockBytes = int64_t(64) * 24 * 32;
  for (const int sequences : {1, 3, 8})
    for (const int64_t blocks : {4, 8, 20, 200}) {
      auto session = tiny_session(pool, {.kv_bytes = blocks * kBlockBytes,
                                         .max_sequences = sequences,
                                         .prefill_chunk = 40,
                                         .kept_picture_bytes = blocks < 20 ? 2000 : 1 << 20});
      for (int round = 0; round < 2; ++round) {
        std::vector<Request> requests;
        for (const uint64_t kind : kinds()) requests.push_back(request_of(kind));
        const auto done = session->generate(std::move(requests));
        int64_t tokens = 0, images = 0;
        for (size_t i = 0; i < done.size(); ++i) {
          EXPECT_EQ(done[i].ids, alone[i]) << sequences << " " << blocks << " " << i;
          tokens += done[i].timings.reused_tokens;
          images += done[i].timings.reused_images;
        }
        if (blocks < 20) continue;
        EXPECT_GT(tokens, 300);
        EXPECT_GT(images, 10);
      }
    }
}

TEST(SessionReuse, ARepeatedPictureIsEncodedOnce) {
  ThreadPool pool(0);
  TinyModel* model = nullptr;
  auto session = tiny_session(pool, {.kv_bytes = 1 << 20}, &model);
  std::vector<Request> requests(6);
  for (size_t i = 0; i < requests.size(); ++i) {
    add_picture(requests[i], 4, i % 2);
    add_text(requests[i], "question " + std::to_string(i));
    requests[i].max_new_tokens = 3;
  }
  static_cast<void>(session->generate(requests));
  EXPECT_EQ(model->pictures_encoded, 2);
  // In the next call, too, unless nothing is to be reused.
  requests[0].images[0] = picture(4, 0);
  static_cast<void>(session->generate({requests[0]}));
  EXPECT_EQ(model->pictures_encoded, 2);
  requests[0].reuse = false;
  static_cast<void>(session->generate({requests[0]}));
  EXPECT_EQ(model->pictures_encoded, 3);
}

TEST(SessionReuse, AnotherQuestionAboutTheSamePictureReadsTheQuestionAlone) {
  ThreadPool pool(0);
  TinyModel* model = nullptr;
  auto session = tiny_session(pool, {.kv_bytes = 1 << 20}, &model);
  Request first, second;
  for (Request* request : {&first, &second}) {
    add_picture(*request, 8, 1);
    add_text(*request, "question ");
    request->max_new_tokens = 1;
  }
  add_text(first, "one");
  add_text(second, "two");
  static_cast<void>(session->generate({first}));
  const int64_t before = model->rows_fed;
  const auto done = session->generate({second});
  EXPECT_EQ(done[0].timings.reused_tokens, 16 + 9);
  EXPECT_EQ(model->rows_fed - before, 3);
}

TEST(SessionReuse, TheSamePromptAgainHasItsAnswerForADraft) {
  ThreadPool pool(0);
  TinyModel* model = nullptr;
  auto session = tiny_session(pool, {.kv_bytes = 1 << 20}, &model);
  Request request = request_of(1);
  request.max_new_tokens = 60;
  request.look_back = false;
  const auto first = session->generate({request});
  const int before = model->forwards;
  request.images[0] = picture(4, 1);
  const auto second = session->generate({request});
  EXPECT_EQ(second[0].ids, first[0].ids);
  EXPECT_LT(model->forwards - before, before / 2);
  // With another seed the draft is wrong, and nothing else.
  request.sampling.seed = 77;
  request.images[0] = picture(4, 1);
  const auto third = session->generate({request});
  request.reuse = false;
  request.images[0] = picture(4, 1);
  EXPECT_EQ(session->generate({request})[0].ids, third[0].ids);
}

// Gives one request at first and the others when the first has said something.
class Late : public RequestSource {
 public:
  std::optional<Request> next() override {
    if (given == 3 || (given > 0 && said == 0)) return std::nullopt;
    Request request;
    request.prompt.ids = {static_cast<TokenId>('a' + given++)};
    return request;
  }
  void done(size_t request, Completion completion) override {
    order.push_back(request);
    texts.resize(std::max(texts.size(), request + 1));
    texts[request] = std::move(completion.text);
  }
  int given = 0, said = 0;
  std::vector<size_t> order;
  std::vector<std::string> texts;
};

TEST(SessionServe, RequestsJoinWhileOthersGoOn) {
  // The first says ten letters, the others four.
  auto owned = std::make_unique<ScriptedModel>([](const History& history) -> TokenId {
    const size_t letters = history[0].value == 'a' ? 10 : 4;
    return history.size() <= letters ? static_cast<TokenId>('0' + history.size()) : kTestEnd;
  });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20, .draft_rows = 0});
  Late source;
  const Status status = session->serve(source, {}, [&](size_t, std::string_view) {
    ++source.said;
    return true;
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(source.order, (std::vector<size_t>{1, 2, 0}));
  EXPECT_EQ(source.texts, (std::vector<std::string>{"123456789:", "1234", "1234"}));
  EXPECT_EQ(model.forwards, 11);  // as many as the first alone takes
  EXPECT_EQ(model.most_sequences, 3U);
}

TEST(SessionServe, NoneIsAskedForBehindTheDeadline) {
  auto session =
      make_session(std::make_unique<ScriptedModel>([](const History&) -> TokenId { return 'a'; }),
                   {.kv_bytes = 1 << 20});
  CancelFlag flag;
  const Deadline deadline(std::chrono::hours(1), &flag);
  Late source;
  const Status status = session->serve(source, deadline, [&](size_t, std::string_view) {
    flag.set();
    return true;
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kCancelled);
  EXPECT_EQ(source.given, 1);
  EXPECT_EQ(source.texts, std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace octavo::engine

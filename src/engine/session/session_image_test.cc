#include <gtest/gtest.h>

#include <algorithm>

#include "engine/session/scripted_model.h"
#include "engine/session/session.h"

namespace octavo::engine {
namespace {

// A picture of height x width merged tokens whose patches hold `value`. `alive` counts the patches
// in memory.
RequestImage picture(int height, int width, float value, std::string* log = nullptr) {
  const ImageGrid grid{height * 2, width * 2};
  return {grid, [grid, value, log]() -> Result<PreparedImage> {
            PreparedImage prepared;
            prepared.grid = grid;
            prepared.patches = Matrix<float>(grid.patches(), 4);
            std::fill_n(prepared.patches.data(), grid.patches() * 4, value);
            if (log != nullptr) *log += "P";
            return prepared;
          }};
}

void add_text(Request& request, const std::string& text) {
  for (const char c : text) request.prompt.ids.push_back(static_cast<unsigned char>(c));
}

void add_picture(Request& request, RequestImage image) {
  request.prompt.image_starts.push_back(static_cast<int64_t>(request.prompt.ids.size()));
  request.prompt.ids.insert(request.prompt.ids.end(), static_cast<size_t>(image.grid.tokens(2)),
                            kTestImagePad);
  request.images.push_back(std::move(image));
}

std::vector<Request> one(Request only) {
  std::vector<Request> requests;
  requests.push_back(std::move(only));
  return requests;
}

TEST(SessionImages, FeaturesStandWhereThePicturesAre) {
  for (const int64_t chunk : {1, 3, 512}) {
    History seen;
    auto owned = std::make_unique<ScriptedModel>([&](const History& history) -> TokenId {
      if (seen.empty()) seen = history;
      return history.size() < 16 ? 'z' : kTestEnd;
    });
    ScriptedModel& model = *owned;
    auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20, .prefill_chunk = chunk});
    Request request;
    add_text(request, "ab");
    add_picture(request, picture(2, 3, 1, &model.log));
    add_text(request, "c");
    add_picture(request, picture(1, 2, 2, &model.log));
    add_text(request, "d");
    const auto done = session->generate(one(std::move(request)));
    EXPECT_EQ(done[0].text, "zzzz");
    EXPECT_EQ(done[0].timings.image_tokens, 8);
    const History expected{{'a', {0, 0, 0}},  {'b', {1, 1, 1}},  {1000, {2, 2, 2}},
                           {1001, {2, 2, 3}}, {1002, {2, 2, 4}}, {1003, {2, 3, 2}},
                           {1004, {2, 3, 3}}, {1005, {2, 3, 4}}, {'c', {5, 5, 5}},
                           {2000, {6, 6, 6}}, {2001, {6, 6, 7}}, {'d', {8, 8, 8}}};
    EXPECT_EQ(seen, expected) << chunk;
    // One picture's patches at a time, all encoded before the prompt is fed.
    EXPECT_TRUE(model.log.starts_with("PEPEF")) << model.log;
  }
}

TEST(SessionImages, GeneratedTokensGoOnAfterThePicture) {
  auto owned = std::make_unique<ScriptedModel>([](const History& history) -> TokenId {
    if (history.size() < 13) return 'z';
    EXPECT_EQ(history[10].position, (Position{5, 5, 5}));
    EXPECT_EQ(history[12].position, (Position{7, 7, 7}));
    return kTestEnd;
  });
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20});
  Request request;
  add_picture(request, picture(2, 5, 1));  // positions 0 .. 4
  EXPECT_EQ(session->generate(one(std::move(request)))[0].text, "zzz");
}

TEST(SessionImages, MemoryIsAskedForWhenTheTurnHasCome) {
  // With room for one sequence, the second picture is made only when the first answer is there.
  auto owned = std::make_unique<ScriptedModel>(
      [](const History& history) -> TokenId { return history.size() < 5 ? 'z' : kTestEnd; });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20, .max_sequences = 1});
  std::vector<Request> requests(2);
  for (int i = 0; i < 2; ++i)
    add_picture(requests[static_cast<size_t>(i)],
                picture(2, 2, static_cast<float>(1 + i), &model.log));
  static_cast<void>(session->generate(std::move(requests)));
  EXPECT_EQ(model.log, "PEFFPEFF");
}

TEST(SessionImages, EncodedOnceEvenWhenFedAgain) {
  auto owned = std::make_unique<ScriptedModel>([](const History& history) -> TokenId {
    EXPECT_TRUE(history[0].value == 1000 || history[0].value == 2000);
    return history.size() < 120 ? 'z' : kTestEnd;
  });
  ScriptedModel& model = *owned;
  const int64_t bytes = 3 * 64 * KvPool::bytes_per_token(owned->config().language);
  auto session = make_session(std::move(owned), {.kv_bytes = bytes, .max_sequences = 2});
  std::vector<Request> requests(2);
  for (int i = 0; i < 2; ++i)
    add_picture(requests[static_cast<size_t>(i)],
                picture(2, 2, static_cast<float>(1 + i), &model.log));
  for (const Completion& done : session->generate(std::move(requests)))
    EXPECT_EQ(done.text, std::string(116, 'z'));
  EXPECT_EQ(std::count(model.log.begin(), model.log.end(), 'E'), 2);
  EXPECT_GT(model.rows_fed, 2 * 120);
}

TEST(SessionImages, APictureThatCannotBeMadeFailsAlone) {
  auto owned = std::make_unique<ScriptedModel>(
      [](const History& history) -> TokenId { return history.size() < 6 ? 'z' : kTestEnd; });
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20});
  std::vector<Request> requests(3);
  for (Request& request : requests) add_picture(request, picture(2, 2, 1));
  requests[0].images[0].prepare = []() -> Result<PreparedImage> {
    return Error{Code::kLimitExceeded, "too large", "", {}};
  };
  requests[1].images[0].prepare = []() -> Result<PreparedImage> { return PreparedImage{}; };
  const auto done = session->generate(std::move(requests));
  EXPECT_EQ(done[0].error.code, Code::kLimitExceeded);
  EXPECT_EQ(done[1].error.code, Code::kInternal);
  EXPECT_EQ(done[2].text, "zz");
}

// The picture in work is given up, the next one not begun, and others are answered.
TEST(SessionImages, ARequestThatIsCancelledWhileItsPictureIsEncoded) {
  auto owned = std::make_unique<ScriptedModel>(
      [](const History& history) -> TokenId { return history.size() < 6 ? 'z' : kTestEnd; });
  ScriptedModel& model = *owned;
  CancelFlag cancel;
  model.meanwhile = [&] { cancel.set(); };
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20});
  std::vector<Request> requests(2);
  for (int i = 0; i < 2; ++i) add_picture(requests[0], picture(2, 2, static_cast<float>(i)));
  add_picture(requests[1], picture(2, 2, 0));
  requests[0].deadline = Deadline(std::chrono::hours(1), &cancel);
  const auto done = session->generate(std::move(requests));
  EXPECT_EQ(done[0].finish, FinishReason::kCancelled);
  EXPECT_EQ(done[0].error.code, Code::kCancelled);
  EXPECT_EQ(done[1].text, "zz");
  EXPECT_TRUE(model.log.starts_with("EEF")) << model.log;  // the second one's is encoded anew
}

TEST(SessionImages, PromptsThatDoNotFitTheirPictures) {
  auto owned = std::make_unique<ScriptedModel>([](const History&) -> TokenId { return kTestEnd; });
  ScriptedModel& model = *owned;
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20});
  std::vector<Request> requests(6);
  for (Request& request : requests) {
    add_text(request, "a");
    add_picture(request, picture(2, 2, 1));
  }
  requests[0].images.clear();
  requests[1].prompt.image_starts[0] = 0;          // 'a' is no image token
  requests[2].prompt.image_starts[0] = 2;          // ends beyond the prompt
  requests[3].images[0].grid = {3, 4};             // not a multiple of the merge
  requests[4].images.push_back(picture(2, 2, 1));  // two pictures in one place
  requests[4].prompt.image_starts.push_back(1);
  requests[5].images[0].prepare = nullptr;
  for (const Completion& done : session->generate(std::move(requests))) {
    EXPECT_EQ(done.finish, FinishReason::kError);
    EXPECT_EQ(done.error.code, Code::kInvalidArgument);
  }
  model.config_.vision.depth = 0;
  Request request;
  add_picture(request, picture(2, 2, 1));
  EXPECT_EQ(session->generate(one(std::move(request)))[0].error.what,
            "this model reads text only, and the request has pictures");
}

}  // namespace
}  // namespace octavo::engine

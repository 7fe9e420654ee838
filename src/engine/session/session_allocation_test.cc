// The decode loop takes no memory. This program counts every allocation, so it is a test of its
// own.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/check.h"
#include "engine/session/scripted_model.h"
#include "engine/session/session.h"

namespace {
std::atomic<int64_t> allocations{0};

void* counted(size_t bytes) {
  ++allocations;
  void* memory = std::malloc(bytes > 0 ? bytes : 1);
  OCTAVO_CHECK(memory != nullptr);
  return memory;
}
}  // namespace

void* operator new(size_t bytes) { return counted(bytes); }
void* operator new[](size_t bytes) { return counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

namespace octavo::engine {
namespace {

TEST(SessionAllocation, NoneWhileDecoding) {
  constexpr size_t kFirst = 20, kLast = 220;  // within one sequence's reserved room
  int64_t at_first = 0, at_last = 0;
  auto owned = std::make_unique<ScriptedModel>([&](const History& history) -> TokenId {
    if (history[0].value == 'a' && history.size() == kFirst) at_first = allocations;
    if (history[0].value == 'a' && history.size() == kLast) at_last = allocations;
    return history.size() < kLast + 10 ? static_cast<TokenId>('a' + history.size() % 20) : kTestEnd;
  });
  auto session = make_session(std::move(owned), {.kv_bytes = 1 << 20});
  std::vector<Request> requests(3);
  for (size_t i = 0; i < requests.size(); ++i) {
    requests[i].prompt.ids = {static_cast<TokenId>('a' + i)};
    requests[i].stop = {"never to be seen"};
    requests[i].sampling.presence_penalty = 0.01F;
    requests[i].sampling.frequency_penalty = 0.001F;
    requests[i].sampling.no_repeat_ngram = 100;
    requests[i].sampling.temperature = i == 1 ? 0.1F : 0;
    // Right in places: rows are drafted, accepted and taken back.
    for (size_t at = 1; at < kLast; ++at)
      requests[i].draft.push_back(at % 9 == 0 ? 'z' : static_cast<TokenId>('a' + at % 20));
  }
  size_t shown = 0;
  const auto done = session->generate(std::move(requests), {}, [&](size_t, std::string_view text) {
    shown += text.size();
    return true;
  });
  EXPECT_EQ(done[0].ids.size(), kLast + 9);
  EXPECT_GT(done[0].timings.accepted_tokens, 50);
  EXPECT_GT(done[0].timings.drafted_tokens, done[0].timings.accepted_tokens);
  EXPECT_GT(shown, 3 * kLast);
  ASSERT_GT(at_first, 0);
  // The KV cache's list of blocks doubles: a few times at most in 200 steps of three sequences.
  EXPECT_LE(at_last - at_first, 3 * 3);
}

}  // namespace
}  // namespace octavo::engine

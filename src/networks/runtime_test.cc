#include "networks/runtime.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "networks/test_pictures.h"

namespace octavo {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNetwork = "ch_ppocr_mobile_v2.0_cls_mobile.onnx";  // the smallest

NetworkSpec direction_spec() { return {kNetwork, {-1, 3, -1, -1}, {{-1, 2}}}; }

// A folder of its own for each test, removed at the end.
class RuntimeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(::testing::TempDir()) /
        ("octavo_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The probability of "upside down" for a grey picture: any fixed number will do.
  static Result<float> run(const Network& network) {
    float answer = -1;
    const Status status = network.run({{1, 3, 48, 192},
                                       [](std::span<float> input) {
                                         for (size_t i = 0; i < input.size(); ++i)
                                           input[i] = static_cast<float>(i % 7) / 7;
                                       },
                                       [&](std::span<const TensorView> outputs) {
                                         EXPECT_EQ(outputs[0].shape, (TensorShape{1, 2}));
                                         answer = outputs[0].data[1];
                                       }});
    if (!status.ok()) return status.error();
    return answer;
  }

  fs::path folder_;
};

TEST_F(RuntimeTest, MissingFileSaysWhichAndWhatToDo) {
  NetworkRuntime runtime({"", folder_.string(), ""}, 1);
  const auto network = runtime.open(direction_spec());
  ASSERT_FALSE(network.ok());
  EXPECT_EQ(network.error().code, Code::kModelMissing);
  EXPECT_NE(network.error().message().find(kNetwork), std::string::npos);
  EXPECT_NE(network.error().hint.find("./dev setup"), std::string::npos);
}

TEST_F(RuntimeTest, DamagedFileIsInvalid) {
  for (const char* content : {"", "this is no network", "\x08\x07\x12\x04"}) {
    std::ofstream(folder_ / kNetwork, std::ios::binary) << content;
    NetworkRuntime runtime({"", folder_.string(), ""}, 1);
    const auto network = runtime.open(direction_spec());
    ASSERT_FALSE(network.ok()) << content;
    EXPECT_EQ(network.error().code, Code::kModelInvalid);
  }
}

TEST_F(RuntimeTest, AnotherNetworkThanExpectedIsInvalid) {
  NetworkRuntime runtime(testing::installed_models(), 1);
  const NetworkSpec wrong[] = {{kNetwork, {-1, 1, -1, -1}, {{-1, 2}}},
                               {kNetwork, {-1, 3, -1}, {{-1, 2}}},
                               {kNetwork, {-1, 3, -1, -1}, {{-1, 4}}},
                               {kNetwork, {-1, 3, -1, -1}, {{-1, 2}, {-1, 2}}},
                               {kNetwork, {-1, 3, -1, -1}, {{-1, 4}}, true}};
  for (const auto& spec : wrong) {
    const auto network = runtime.open(spec);
    ASSERT_FALSE(network.ok());
    EXPECT_EQ(network.error().code, Code::kModelInvalid);
  }
}

TEST_F(RuntimeTest, ASharedRunGivesTheSameBits) {
  NetworkRuntime alone(testing::installed_models(), 1);
  const auto expected = run(**alone.open(direction_spec()));
  ASSERT_TRUE(expected.ok());
  for (const int threads : {1, 2, 3, 4, 9}) {
    NetworkRuntime runtime(testing::installed_models(), threads);
    auto spec = direction_spec();
    spec.shared_run = true;
    auto shared = runtime.open(spec);
    ASSERT_TRUE(shared.ok());
    const auto answer = run(**shared);
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(*answer, *expected) << threads;
  }
}

TEST_F(RuntimeTest, TheFirstErrorOfSeveralIsReturnedAndAllAreDone) {
  NetworkRuntime runtime(testing::installed_models(), 3);
  std::atomic<int> done{0};
  const Status status = runtime.run_each(20, [&](size_t i) -> Status {
    ++done;
    if (i % 10 == 7) return Error{Code::kInternal, "number " + std::to_string(i), "", {}};
    // Work may be divided further.
    return runtime.run_each(3, [](size_t) { return success(); });
  });
  EXPECT_EQ(done, 20);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().what, "number 7");
}

TEST_F(RuntimeTest, CacheIsFilledAndDamageToItIsNoError) {
  Resources resources = testing::installed_models();
  resources.cache_directory = (folder_ / "a" / "b").string();
  float first = 0;
  {
    NetworkRuntime runtime(resources, 1);
    auto network = runtime.open(direction_spec());
    ASSERT_TRUE(network.ok());
    first = *run(**network);
  }
  size_t entries = 0;
  for (const auto& entry : fs::directory_iterator(resources.cache_directory)) {
    ++entries;
    fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  }
  EXPECT_GT(entries, 0u);
  NetworkRuntime runtime(resources, 1);
  auto network = runtime.open(direction_spec());
  ASSERT_TRUE(network.ok());
  EXPECT_EQ(*run(**network), first);
}

TEST_F(RuntimeTest, CacheThatCannotBeMadeIsNoError) {
  std::ofstream(folder_ / "file") << "in the way";
  Resources resources = testing::installed_models();
  resources.cache_directory = (folder_ / "file" / "cache").string();
  NetworkRuntime runtime(resources, 1);
  EXPECT_TRUE(runtime.open(direction_spec()).ok());
}

TEST_F(RuntimeTest, FailureInsideIsAnErrorAndTheNetworkStaysUsable) {
  NetworkRuntime runtime(testing::installed_models(), 1);
  auto network = runtime.open(direction_spec());
  ASSERT_TRUE(network.ok());
  const Status status =
      (*network)->run({{1, 5, 48, 192},  // five channels
                       [](std::span<float> input) { std::fill(input.begin(), input.end(), 0.0F); },
                       [](std::span<const TensorView>) {}});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInternal);
  EXPECT_TRUE(run(**network).ok());
}

}  // namespace
}  // namespace octavo

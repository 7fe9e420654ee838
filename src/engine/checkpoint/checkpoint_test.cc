#include "engine/checkpoint/checkpoint.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/check.h"
#include "engine/checkpoint/test_files.h"
#include "tests/support/cpu_timer.h"

namespace {

// What this program has allocated, and the most of it at one time since the last reset.
std::atomic<int64_t> allocated{0}, most_allocated{0};

void* counted(size_t size) {
  void* const pointer = std::malloc(size > 0 ? size : 1);
  OCTAVO_CHECK(pointer != nullptr);
  const int64_t now = allocated += static_cast<int64_t>(malloc_usable_size(pointer));
  int64_t before = most_allocated;
  while (now > before && !most_allocated.compare_exchange_weak(before, now)) {
  }
  return pointer;
}

void uncounted(void* pointer) {
  if (pointer != nullptr) allocated -= static_cast<int64_t>(malloc_usable_size(pointer));
  std::free(pointer);
}

}  // namespace

void* operator new(size_t size) { return counted(size); }
void operator delete(void* pointer) noexcept { uncounted(pointer); }
void operator delete(void* pointer, size_t) noexcept { uncounted(pointer); }

namespace octavo::engine {
namespace {

constexpr int64_t kMiB = 1 << 20;

std::string small_model() {
  return safetensors_file(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                          R"("n":{"dtype":"I64","shape":[1],"data_offsets":[8,16]}}    )",
                          16);
}

// Opens the file; checks what a bad file may cost.
Result<Checkpoint> open_frugally(const std::string& path) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(path, failure);
  const int64_t file_bytes = failure ? 0 : static_cast<int64_t>(size);
  most_allocated = allocated.load();
  const int64_t before = allocated;
  const CpuTimer timer;
  auto opened = Checkpoint::open(path);
  EXPECT_LT(timer.seconds(), 0.1) << path;
  EXPECT_LE(most_allocated - before, file_bytes + 64 * kMiB) << path;
  return opened;
}

TEST(Checkpoint, FindNeedAndWhy) {
  const TestFolder folder;
  const auto opened = open_frugally(folder.write("m.safetensors", small_model()));
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  EXPECT_EQ(opened->format(), Checkpoint::Format::kSafetensors);
  ASSERT_NE(opened->find("w"), nullptr);
  EXPECT_EQ(opened->find("w")->data[1], 1);
  EXPECT_EQ(opened->find("n"), nullptr);
  EXPECT_EQ(opened->find(""), nullptr);
  EXPECT_TRUE(opened->need("w").ok());
  EXPECT_EQ(opened->need("n").error().what,
            "tensor 'n' has the element type I64, which is not supported");
  EXPECT_EQ(opened->need("x").error().what, "tensor 'x' is missing");
  EXPECT_EQ(opened->need("x").error().code, Code::kModelInvalid);
  EXPECT_EQ(opened->mapped_bytes(), static_cast<int64_t>(small_model().size()));
}

TEST(Checkpoint, TensorsStayWhenItMoves) {
  const TestFolder folder;
  auto opened = Checkpoint::open(folder.write("m.safetensors", small_model()));
  ASSERT_TRUE(opened.ok());
  const TensorRef* const tensor = opened->find("w");
  const Checkpoint moved = std::move(opened).value();
  EXPECT_EQ(moved.find("w"), tensor);
  EXPECT_EQ(tensor->data[7], 7);
}

TEST(Checkpoint, ReleasedPagesComeBackUnchanged) {
  const TestFolder folder;
  constexpr size_t kBytes = 1 << 16;
  std::string header = R"({"w":{"dtype":"BF16","shape":[32768],"data_offsets":[0,65536]}})";
  while (header.size() % 8 != 0) header.push_back(' ');
  const auto opened =
      Checkpoint::open(folder.write("m.safetensors", safetensors_file(header, kBytes)));
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  const TensorRef& tensor = *opened->find("w");
  opened->prefetch(tensor);
  opened->release(tensor);
  for (size_t i = 0; i < kBytes; ++i) ASSERT_EQ(tensor.data[i], i & 0xFF);
  opened->release(TensorRef{});
}

TEST(Checkpoint, PathsThatAreNoModel) {
  const TestFolder folder;
  EXPECT_EQ(open_frugally(folder / "absent").error().code, Code::kFileNotFound);
  EXPECT_EQ(open_frugally(folder.string()).error().code, Code::kFileNotFound);
  EXPECT_EQ(open_frugally(folder.write("empty", "")).error().code, Code::kModelInvalid);
  EXPECT_EQ(open_frugally(folder.write("text", "This is no model.")).error().code,
            Code::kModelInvalid);
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(open_frugally(folder / "fifo").error().code, Code::kFileUnreadable);
  EXPECT_EQ(open_frugally("/dev/zero").error().code, Code::kFileUnreadable);
  EXPECT_EQ(open_frugally("/dev/null").error().code, Code::kFileUnreadable);
  EXPECT_FALSE(open_frugally("/proc/self/status").ok());
  std::filesystem::create_symlink(folder / "loop", folder / "loop");
  EXPECT_FALSE(open_frugally(folder / "loop").ok());
}

TEST(Checkpoint, AHugeSparseFileIsRefusedAtOnce) {
  const TestFolder folder;
  const std::string path = folder.write("m.safetensors", small_model());
  std::filesystem::resize_file(path, uintmax_t(1) << 42);
  EXPECT_EQ(open_frugally(path).error().code, Code::kModelInvalid);
}

// Numbers near every edge in the place of every 64-bit field of a header.
TEST(Checkpoint, LyingNumbersCostLittle) {
  const TestFolder folder;
  const std::string safetensors = small_model();
  GgufBuilder builder;
  builder.key("general.architecture", 8).string("qwen2").array("k", 8, 2).string("x").string("y");
  builder.tensor("b", {32, 2}, 8, 0).tensor("a", {5}, 0, 96);
  const std::string gguf = builder.finish(128);
  for (const std::string& good : {safetensors, gguf}) {
    const std::string path = folder.write("model", good);
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto overwrite = [&](size_t at, const char* bytes) {
      file.seekp(static_cast<std::streamoff>(at));
      file.write(bytes, 8);
      file.flush();
    };
    int accepted = 0, tried = 0;
    for (size_t at = 0; at + 8 <= good.size(); ++at) {
      for (const uint64_t value :
           {uint64_t(1) << 26, uint64_t(1) << 32, uint64_t(1) << 62, UINT64_MAX}) {
        overwrite(at, reinterpret_cast<const char*>(&value));
        ++tried;
        accepted += open_frugally(path).ok();
      }
      overwrite(at, good.data() + at);
    }
    EXPECT_LT(accepted, tried / 2);
    EXPECT_TRUE(open_frugally(path).ok());
  }
}

// An array of small numbers is stored eight times as wide as it is in the file.
TEST(Checkpoint, MetadataCannotTakeMuchMoreThanTheFile) {
  const TestFolder folder;
  GgufBuilder bytes;
  bytes.array("k", 0, 12 * kMiB).raw(std::string(12 * kMiB, 'x'));
  EXPECT_FALSE(open_frugally(folder.write("bytes.gguf", bytes.finish(0))).ok());
  GgufBuilder strings;
  strings.array("k", 8, 3 * kMiB).raw(std::string(24 * kMiB, '\0'));
  EXPECT_FALSE(open_frugally(folder.write("strings.gguf", strings.finish(0))).ok());
  GgufBuilder fine;
  fine.array("k", 0, 8 * kMiB).raw(std::string(8 * kMiB, 'x'));
  EXPECT_TRUE(Checkpoint::open(folder.write("fine.gguf", fine.finish(0))).ok());
}

}  // namespace
}  // namespace octavo::engine

#include "engine/model/large_pages.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <thread>

#include "base/file.h"
#include "engine/tensor/large_memory.h"

namespace octavo::engine {
namespace {

constexpr int64_t kBytes = 11 * kLargePage + 777;

uint8_t byte_at(int64_t place) { return static_cast<uint8_t>(place * 31 + (place >> 12)); }

// A mapped file with such bytes.
class Mapped {
 public:
  Mapped() {
    std::string bytes(static_cast<size_t>(kBytes), 0);
    for (int64_t i = 0; i < kBytes; ++i)
      bytes[static_cast<size_t>(i)] = static_cast<char>(byte_at(i));
    write(bytes);
    map_.emplace(MappedFile::open(path_, std::numeric_limits<int64_t>::max()).value());
  }
  ~Mapped() { std::filesystem::remove(path_); }
  // Over what is there: mappings see it, as long as they are the file's.
  void write(const std::string& bytes) const {
    std::fstream file(path_, std::filesystem::exists(path_)
                                 ? std::ios::in | std::ios::out | std::ios::binary
                                 : std::ios::out | std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const uint8_t* data() const { return map_->bytes().data(); }

 private:
  std::string path_ =
      std::filesystem::temp_directory_path() / ("octavo_large_pages_" + std::to_string(::getpid()));
  std::optional<MappedFile> map_;
};

TEST(LargePages, WhatIsMovedIsTheSameAndTheFilesNoMore) {
  const Mapped file;
  LargePages pages;
  constexpr int64_t kFirst = 4321, kLast = kBytes - 5;
  pages.add(file.data() + kFirst, kLast - kFirst);
  EXPECT_FALSE(pages.is_done());
  EXPECT_EQ(pages.wanted_bytes() % kLargePage, 0);
  EXPECT_GE(pages.wanted_bytes(), 9 * kLargePage);
  ThreadPool pool(1);
  int64_t before = 0;
  while (pages.move_some(pool)) {
    EXPECT_GT(pages.moved_bytes(), before);
    before = pages.moved_bytes();
  }
  EXPECT_TRUE(pages.is_done());
  EXPECT_FALSE(pages.move_some(pool));
  EXPECT_EQ(pages.moved_bytes(), pages.wanted_bytes());
  for (int64_t i = 0; i < kBytes; ++i) ASSERT_EQ(file.data()[i], byte_at(i)) << i;

  file.write(std::string(static_cast<size_t>(kBytes), 0));
  int64_t kept = 0;
  for (int64_t i = 0; i < kBytes; ++i) kept += file.data()[i] == byte_at(i) ? 1 : 0;
  // Others are zeros, as one in 256 was before.
  EXPECT_GE(kept, pages.moved_bytes());
  EXPECT_LE(kept, pages.moved_bytes() + (kBytes - pages.moved_bytes()) / 200);
}

TEST(LargePages, ReadersMeanwhileSeeTheSame) {
  const Mapped file;
  LargePages pages;
  pages.add(file.data(), kBytes);
  const auto sum = [&] { return std::accumulate(file.data(), file.data() + kBytes, uint64_t{0}); };
  const uint64_t right = sum();
  std::atomic<bool> stop{false}, wrong{false};
  std::thread reader([&] {
    while (!stop) wrong = wrong || sum() != right;
  });
  ThreadPool pool(0);
  while (pages.move_some(pool)) {
  }
  stop = true;
  reader.join();
  EXPECT_FALSE(wrong);
  EXPECT_EQ(sum(), right);
}

TEST(LargePages, LessThanAPageStaysWhereItIs) {
  const Mapped file;
  LargePages pages;
  pages.add(file.data() + 1, kLargePage - 1);
  pages.add(file.data() + 5, 0);
  EXPECT_EQ(pages.wanted_bytes(), 0);
  EXPECT_TRUE(pages.is_done());
}

}  // namespace
}  // namespace octavo::engine

// Model files for tests, byte by byte. Included by tests alone.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace octavo::engine {

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// Header length, header, so many bytes of data (0, 1, 2, ...).
inline std::string safetensors_file(std::string_view header, size_t data_bytes) {
  std::string out;
  put<uint64_t>(out, header.size());
  out += header;
  for (size_t i = 0; i < data_bytes; ++i) out.push_back(static_cast<char>(i));
  return out;
}

// Header, pairs and infos as they are added; the counts may lie.
class GgufBuilder {
 public:
  uint32_t version = 3;
  uint64_t extra_pairs = 0, extra_tensors = 0;

  GgufBuilder& raw(std::string_view bytes) {
    body_ += bytes;
    return *this;
  }
  template <class T>
  GgufBuilder& number(T value) {
    put(body_, value);
    return *this;
  }
  GgufBuilder& string(std::string_view text) { return number<uint64_t>(text.size()).raw(text); }
  // The value follows as numbers or strings.
  GgufBuilder& key(std::string_view name, uint32_t type) {
    ++pairs_;
    return string(name).number(type);
  }
  GgufBuilder& array(std::string_view name, uint32_t element_type, uint64_t count) {
    return key(name, 9).number(element_type).number(count);
  }
  GgufBuilder& tensor(std::string_view name, std::vector<uint64_t> innermost_first, uint32_t type,
                      uint64_t offset) {
    ++tensors_;
    string(name).number(static_cast<uint32_t>(innermost_first.size()));
    for (const uint64_t size : innermost_first) number(size);
    return number(type).number(offset);
  }
  // Padded to a multiple of `alignment`, with so many bytes of data (0, 1, 2, ...).
  std::string finish(size_t data_bytes, size_t alignment = 32) const {
    std::string out = "GGUF";
    put(out, version);
    put(out, tensors_ + extra_tensors);
    put(out, pairs_ + extra_pairs);
    out += body_;
    while (out.size() % alignment != 0) out.push_back('\0');
    for (size_t i = 0; i < data_bytes; ++i) out.push_back(static_cast<char>(i));
    return out;
  }

 private:
  std::string body_;
  uint64_t pairs_ = 0, tensors_ = 0;
};

// A folder of one test in one process, removed with it.
class TestFolder {
 public:
  TestFolder()
      : path_(std::filesystem::path(testing::TempDir()) /
              (std::string("octavo_") +
               testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() +
               testing::UnitTest::GetInstance()->current_test_info()->name() +
               std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string operator/(std::string_view name) const { return (path_ / name).string(); }
  std::string string() const { return path_.string(); }
  std::string write(std::string_view name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return *this / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace octavo::engine

#include "octavo/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/try.h"

namespace octavo {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return Error{Code::kInvalidArgument, "odd", "give an even number", {}};
  return value / 2;
}

Result<std::unique_ptr<int>> quarter(int value) {
  const int twice = OCTAVO_TRY(half(value));
  return std::make_unique<int>(OCTAVO_TRY(half(twice)));
}

TEST(Result, TryPassesValuesAndErrors) {
  auto good = quarter(12);
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(**good, 3);
  const auto bad = quarter(6);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, Code::kInvalidArgument);
}

TEST(Error, MessageSaysWhatWhereAndWhatToDo) {
  const Error error{Code::kFileEncrypted,
                    "needs a password",
                    "use --password",
                    {.file = "a.pdf", .page = 2, .byte_offset = 10}};
  EXPECT_EQ(error.message(),
            "a.pdf: page 3: byte 10: file_encrypted: needs a password (use --password)");
}

TEST(Code, NamesAreStable) {
  EXPECT_EQ(code_name(Code::kInvalidArgument), "invalid_argument");
  EXPECT_EQ(code_name(Code::kFileCorrupted), "file_corrupted");
  EXPECT_EQ(code_name(Code::kInternal), "internal");
  EXPECT_TRUE(code_is_retryable(Code::kStorageFull));
  EXPECT_FALSE(code_is_retryable(Code::kFileCorrupted));
}

}  // namespace
}  // namespace octavo

#include "octavo/result.h"

#include <array>

#include "base/check.h"

namespace octavo {
namespace {

struct CodeRow {
  Code code;
  std::string_view name;
  bool retryable;
};

constexpr std::array kCodes{
    CodeRow{Code::kInvalidArgument, "invalid_argument", false},
    CodeRow{Code::kPageRangeInvalid, "page_range_invalid", false},
    CodeRow{Code::kFileNotFound, "file_not_found", false},
    CodeRow{Code::kFileUnreadable, "file_unreadable", false},
    CodeRow{Code::kFileEmpty, "file_empty", false},
    CodeRow{Code::kFileTypeUnsupported, "file_type_unsupported", false},
    CodeRow{Code::kFileCorrupted, "file_corrupted", false},
    CodeRow{Code::kFileEncrypted, "file_encrypted", false},
    CodeRow{Code::kPageFailed, "page_failed", false},
    CodeRow{Code::kPageTimeout, "page_timeout", true},
    CodeRow{Code::kLimitExceeded, "limit_exceeded", false},
    CodeRow{Code::kOutputUnwritable, "output_unwritable", false},
    CodeRow{Code::kStorageFull, "storage_full", true},
    CodeRow{Code::kModelMissing, "model_missing", true},
    CodeRow{Code::kModelInvalid, "model_invalid", false},
    CodeRow{Code::kCancelled, "cancelled", true},
    CodeRow{Code::kServerUnreachable, "server_unreachable", true},
    CodeRow{Code::kServerTlsFailed, "server_tls_failed", false},
    CodeRow{Code::kServerDenied, "server_denied", false},
    CodeRow{Code::kServerModelMissing, "server_model_missing", false},
    CodeRow{Code::kServerIncompatible, "server_incompatible", false},
    CodeRow{Code::kServerFailed, "server_failed", true},
    CodeRow{Code::kInternal, "internal", false},
};

constexpr bool rows_in_enum_order() {
  for (size_t i = 0; i < kCodes.size(); ++i)
    if (static_cast<size_t>(kCodes[i].code) != i) return false;
  return kCodes.size() == static_cast<size_t>(Code::kInternal) + 1;
}
static_assert(rows_in_enum_order());

const CodeRow& row(Code code) {
  const auto index = static_cast<size_t>(code);
  OCTAVO_CHECK(index < kCodes.size());
  return kCodes[index];
}

}  // namespace

std::string_view code_name(Code code) { return row(code).name; }
bool code_is_retryable(Code code) { return row(code).retryable; }

std::string Error::message() const {
  std::string text;
  if (!place.file.empty()) text += place.file + ": ";
  if (place.page) text += "page " + std::to_string(*place.page + 1) + ": ";
  if (place.byte_offset) text += "byte " + std::to_string(*place.byte_offset) + ": ";
  text += code_name(code);
  text += ": ";
  text += what;
  if (!hint.empty()) text += " (" + hint + ")";
  return text;
}

}  // namespace octavo

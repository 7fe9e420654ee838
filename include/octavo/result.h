// Errors that callers see. A fallible function returns Result<T>: the value, or an Error that says
// what went wrong, where, and what to do. Codes are stable: their names appear in JSON and exit
// paths. Nothing in Octavo throws on bad input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace octavo {

enum class Code : uint8_t {
  kInvalidArgument,   // an option or parameter is out of range
  kPageRangeInvalid,  // --pages does not parse, or selects nothing
  kFileNotFound,      // the path does not exist
  kFileUnreadable,  // exists, but cannot be opened or read (rights, I/O error, not a regular file)
  kFileEmpty,       // zero bytes
  kFileTypeUnsupported,  // the content is no format we read
  kFileCorrupted,        // the format is known, the content is damaged beyond repair
  kFileEncrypted,        // needs a password, or the given one is wrong
  kPageFailed,           // one page could not be read; the rest of the document is there
  kPageTimeout,          // a page or document ran over its deadline
  kLimitExceeded,     // pages, pixels, objects, nesting, bytes: see the text for which and how much
  kOutputUnwritable,  // the output cannot be created or written (rights, missing directory)
  kStorageFull,       // no space left for the output
  kModelMissing,      // a model file or runtime library is not installed
  kModelInvalid,      // a model file is damaged or is not the one expected
  kCancelled,         // the caller asked to stop
  // Of a model server on the network:
  kServerUnreachable,   // no connection, no answer in time, or the line broke
  kServerTlsFailed,     // its certificate or TLS itself is not to be trusted
  kServerDenied,        // it wants a key, or another one
  kServerModelMissing,  // it does not have that model, or has several and none was named
  kServerIncompatible,  // what it answers is no answer to an OpenAI-style request
  kServerFailed,        // it was busy or in trouble each time it was asked
  kInternal,            // a defect of Octavo; please report it
};

// "file_encrypted" and so on; never changes once released.
std::string_view code_name(Code code);

// True when the same call may succeed later without a change of input (full disk, timeout, missing
// model).
bool code_is_retryable(Code code);

// Where it went wrong; every field is optional.
struct ErrorPlace {
  std::string file;         // path or name as the caller gave it
  std::optional<int> page;  // 0-based page index
  std::optional<uint64_t> byte_offset;
};

struct [[nodiscard]] Error {
  Code code = Code::kInternal;
  std::string what;  // one sentence, no trailing full stop
  std::string hint;  // what the user can do; may be empty
  ErrorPlace place;

  // "report.pdf: page 3: file_corrupted: cross-reference table is damaged (hint)".
  std::string message() const;
};

// Value or Error. Move-only when T is. Not thread-safe.
template <class T>
class [[nodiscard]] Result {
 public:
  // Both are implicit on purpose: functions return a value or an error.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition of value(): ok(). Precondition of error(): !ok().
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

struct Nothing {};
using Status = Result<Nothing>;
inline Status success() { return Nothing{}; }

}  // namespace octavo

// Cuts text into the pieces that BPE works on, with the regular expression of Qwen2: contractions,
// words with the sign before them, single digits, runs of signs, and white space.
//
// The expression runs in PCRE2, compiled to machine code where the system allows that. It is the
// one that tokenizer.json names, and no other is accepted: time is linear for this one. Which
// characters are letters, numbers and spaces is a matter of the Unicode version: characters that
// the reference (Onigmo's tables in the `tokenizers` package 0.23, Unicode 16) sees differently are
// handed to PCRE2 as a stand-in of the same class and length.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::engine {

// As it stands in tokenizer.json.
extern const std::string_view kQwen2Pattern;

// Immutable and thread-safe.
class Pretokenizer {
 public:
  // kInternal when the library cannot compile the expression.
  static Result<Pretokenizer> create();
  Pretokenizer(Pretokenizer&&) noexcept;
  Pretokenizer& operator=(Pretokenizer&&) noexcept;
  ~Pretokenizer();

  // Valid UTF-8 in; appends pieces that together are the whole text.
  void split(std::string_view text, std::vector<std::string_view>& pieces) const;

 private:
  struct Impl;
  explicit Pretokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::engine

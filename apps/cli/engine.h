// What the parse command needs of a reader; the real one is octavo::Parser, tests use one that
// answers at once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inputs.h"
#include "octavo/document.h"
#include "octavo/options.h"
#include "octavo/overlay.h"

namespace octavo::cli {

class Engine {
 public:
  virtual ~Engine() = default;
  virtual Result<Document> parse(const Input& input, const ParseOptions& options) = 0;
  virtual Result<std::vector<uint8_t>> draw_overlay(const Input& input, const Document& document,
                                                    const OverlayOptions& options) = 0;
};

// Reads standard input once, when it is first asked for.
Result<std::unique_ptr<Engine>> make_parser_engine(const ParserOptions& options);

}  // namespace octavo::cli

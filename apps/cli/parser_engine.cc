#include <unistd.h>

#include <optional>
#include <utility>

#include "engine.h"
#include "octavo/files.h"
#include "octavo/parser.h"

namespace octavo::cli {
namespace {

class ParserEngine : public Engine {
 public:
  explicit ParserEngine(Parser parser) : parser_(std::move(parser)) {}

  Result<Document> parse(const Input& input, const ParseOptions& options) override {
    if (!input.is_stdin()) return parser_.parse_file(input.path, options);
    if (!stdin_bytes_) {
      auto bytes = read_descriptor(STDIN_FILENO, "stdin", options.limits.max_file_bytes);
      if (!bytes.ok()) return std::move(bytes).error();
      stdin_bytes_ = std::move(bytes).value();
    }
    return parser_.parse_bytes(*stdin_bytes_, "stdin", options);
  }

  Result<std::vector<uint8_t>> draw_overlay(const Input& input, const Document& document,
                                            const OverlayOptions& options) override {
    if (!input.is_stdin()) return parser_.draw_overlay_file(input.path, document, options);
    return parser_.draw_overlay_bytes(stdin_bytes_.value_or(std::vector<uint8_t>()), document,
                                      options);
  }

 private:
  Parser parser_;
  std::optional<std::vector<uint8_t>> stdin_bytes_;
};

}  // namespace

Result<std::unique_ptr<Engine>> make_parser_engine(const ParserOptions& options) {
  auto parser = Parser::create(options);
  if (!parser.ok()) return std::move(parser).error();
  return std::unique_ptr<Engine>(std::make_unique<ParserEngine>(std::move(parser).value()));
}

}  // namespace octavo::cli

#include "octavo/parser.h"

#include <chrono>
#include <mutex>
#include <utility>

#include "base/cpu.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "base/try.h"
#include "document/input/open_source.h"
#include "document/output/overlay.h"
#include "networks/networks.h"
#include "pipeline/parse_document.h"
#include "vlm/make_vlm.h"

namespace octavo {
namespace {

constexpr std::chrono::hours kNoLimit{24};  // a model is loaded in minutes

int thread_count(int asked) { return asked > 0 ? asked : usable_processors(); }

Error with_file(Error error, const std::string& name) {
  if (error.place.file.empty()) error.place.file = name;
  return error;
}

}  // namespace

struct Parser::Impl {
  explicit Impl(const ParserOptions& options)
      : resources(options.resources),
        vlm_options(options.vlm),
        // The calling thread works too.
        pool(thread_count(options.threads) - 1),
        networks(options.resources, thread_count(options.threads)) {}

  // Loaded once, by whoever asks first; a failure is told to everyone. Who stops while a server is
  // silent leaves it to the next one.
  Result<Vlm*> vlm(const CancelFlag* cancel) {
    const std::lock_guard lock(vlm_mutex);
    if (!loaded_vlm) {
      auto made = make_vlm(vlm_options, pool, Deadline(kNoLimit, cancel));
      if (!made.ok() && made.error().code == Code::kCancelled) return std::move(made).error();
      loaded_vlm.emplace(std::move(made));
    }
    if (!loaded_vlm->ok()) return loaded_vlm->error();
    return loaded_vlm->value().get();
  }

  Readers readers(const CancelFlag* cancel) {
    return {
        .networks = networks, .pool = pool, .has_vlm = vlm_options.any(), .vlm = [this, cancel] {
          return vlm(cancel);
        }};
  }

  Resources resources;
  VlmOptions vlm_options;
  ThreadPool pool;
  Networks networks;
  std::mutex vlm_mutex;
  std::optional<Result<std::unique_ptr<Vlm>>> loaded_vlm;
};

Parser::Parser(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;
Parser::~Parser() = default;

Result<Parser> Parser::create(const ParserOptions& options) {
  if (options.threads < 0 || options.threads > 1024)
    return Error{Code::kInvalidArgument, "threads must be between 0 and 1024", "", {}};
  return Parser(std::make_unique<Impl>(options));
}

Result<Document> Parser::parse_file(const std::string& path, const ParseOptions& options) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, options.limits.max_file_bytes));
  return parse_bytes(file.bytes(), path, options);
}

Result<Document> Parser::parse_bytes(std::span<const uint8_t> bytes, const std::string& name,
                                     const ParseOptions& options) {
  // Better told before a long document is opened than after its first page.
  if (options.tier == Tier::kVlm || options.tier == Tier::kHybrid)
    if (!impl_->vlm_options.any()) OCTAVO_TRY_STATUS(impl_->vlm(nullptr));
  auto source = document::open_source(bytes, impl_->resources, options);
  if (!source.ok()) return with_file(std::move(source).error(), name);
  auto parsed = parse_document(**source, name, options, impl_->readers(options.cancel));
  if (!parsed.ok()) return with_file(std::move(parsed).error(), name);
  return std::move(parsed).value();
}

Result<std::vector<uint8_t>> Parser::draw_overlay_file(const std::string& path,
                                                       const Document& document,
                                                       const OverlayOptions& options) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, options.limits.max_file_bytes));
  return draw_overlay_bytes(file.bytes(), document, options);
}

Result<std::vector<uint8_t>> Parser::draw_overlay_bytes(std::span<const uint8_t> bytes,
                                                        const Document& document,
                                                        const OverlayOptions& options) {
  ParseOptions opening;
  opening.password = options.password;
  opening.limits = options.limits;
  auto source = document::open_source(bytes, impl_->resources, opening);
  if (!source.ok()) return with_file(std::move(source).error(), document.name);
  auto drawn = document::draw_overlays(**source, document, options);
  if (!drawn.ok()) return with_file(std::move(drawn).error(), document.name);
  return std::move(drawn).value();
}

Result<std::vector<uint8_t>> Parser::draw_page_file(const std::string& path,
                                                    const PagePictureOptions& options) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, options.limits.max_file_bytes));
  ParseOptions opening;
  opening.password = options.password;
  opening.limits = options.limits;
  auto source = document::open_source(file.bytes(), impl_->resources, opening);
  if (!source.ok()) return with_file(std::move(source).error(), path);
  auto drawn = document::draw_page(**source, options);
  if (!drawn.ok()) return with_file(std::move(drawn).error(), path);
  return std::move(drawn).value();
}

}  // namespace octavo

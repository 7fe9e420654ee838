// One document into its files, or to standard output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine.h"
#include "naming.h"
#include "octavo/output_files.h"
#include "plan.h"
#include "staging.h"

namespace octavo::cli {

using Outputs = std::vector<std::pair<std::string, std::string>>;  // what, path

// Takes the pictures while the document is read, and writes the rest once it is. Nothing appears in
// its place before finish() has everything. Not thread-safe, but for picture_sink's function, which
// is called one at a time.
class DocumentWriter {
 public:
  // `stem`: folder name for Target::Kind::kFolder. Errors: those of Staging::create.
  static Result<DocumentWriter> create(const ParsePlan& plan, const Target& target,
                                       std::string stem);

  // Does the parser have to cut out pictures, and who takes them? An empty function: they stay in
  // the document, for a page that holds them itself.
  bool wants_pictures() const;
  std::function<Status(const Picture&)> picture_sink();

  Result<Outputs> finish(const Document& document, const Input& input, Engine& engine,
                         const OverlayOptions& overlay);

  // The hidden folder with what is written so far; empty when there is none.
  std::string unfinished() const { return staging_ ? staging_->path() : ""; }

 private:
  DocumentWriter(const ParsePlan& plan, const Target& target, std::string stem)
      : plan_(&plan), target_(&target), stem_(std::move(stem)) {}

  Result<Outputs> finish_folder(const Document& document, const Input& input, Engine& engine,
                                const OverlayOptions& overlay);
  Result<Outputs> finish_single(const Document& document, const Input& input, Engine& engine,
                                const OverlayOptions& overlay);
  std::string text_of(const Document& document, OutputFile file) const;

  const ParsePlan* plan_;
  const Target* target_;
  std::string stem_;
  std::optional<Staging> staging_;  // none for standard output
};

// The folder that results go into exists and can be written: asked once, before any work.
Status check_target(const Target& target);

// Writes all of it to standard output. kOutputUnwritable with "broken pipe" when the reader has
// gone.
Status write_stdout(std::string_view text);
bool is_broken_pipe(const Error& error);

}  // namespace octavo::cli

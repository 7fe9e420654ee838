// The worker's side: a process that reads documents, draws pages or runs the model for a service,
// and may die of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "octavo/model.h"
#include "octavo/overlay.h"
#include "octavo/parser.h"

namespace octavo::service {

// What a worker needs of a Parser and of a Model; tests have others.
class DocumentReader {
 public:
  virtual ~DocumentReader() = default;
  virtual Result<Document> parse_file(const std::string& path, const ParseOptions& options) = 0;
  virtual Result<std::vector<uint8_t>> draw_page_file(const std::string& path,
                                                      const PagePictureOptions& options) = 0;
};
class ChatModel {
 public:
  virtual ~ChatModel() = default;
  virtual void serve(GenerateFeed& feed, const CancelFlag* cancel) = 0;
};

struct WorkerParts {
  std::function<Result<std::unique_ptr<DocumentReader>>(const ParserOptions&)> make_reader;
  std::function<Result<std::unique_ptr<ChatModel>>(const std::string&, const ModelOptions&)>
      load_model;
};
WorkerParts real_worker_parts();

// Serves the other end of the socket `descriptor` until it closes. Returns the exit code: 0, or 1
// when what came was no message of ours. It does not wait for work that is under way: call _exit.
int run_worker(int descriptor, const WorkerParts& parts);

}  // namespace octavo::service

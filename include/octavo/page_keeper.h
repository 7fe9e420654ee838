// Pages of one document, followed and kept while they are read: a parse that was cut off goes on
// behind what it had.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/document.h"
#include "octavo/result.h"

namespace octavo {

// What is to be done about a page.
struct PagePlan {
  enum class What : uint8_t {
    kRead,
    kReadAlone,  // behind the others and with none beside it: it is suspected to end the process
    kKept,       // `bytes` are what finished() was given by an earlier parse with these options
    kGivenUp,    // it counts as failed, with `error`
  };
  What what = What::kRead;
  std::string bytes;  // kKept; read again when they are damaged or of another version
  Error error;        // kGivenUp
};

// Called by one parse, from its worker threads; started() from several at once.
class PageKeeper {
 public:
  virtual ~PageKeeper() = default;
  // The selected pages (0-based, ascending), once, before all else.
  virtual void opened(const std::vector<int>& pages) = 0;
  virtual PagePlan plan(int page) = 0;
  virtual void started(int page) = 0;
  // `page` is the page as a document of its own: what it is without its neighbours. Its pictures
  // have been given to the picture sink. In order of finishing, one call at a time; not called for
  // kept pages. An error ends the parse with it.
  virtual Status finished(const Document& page, const std::string& bytes) = 0;
};

}  // namespace octavo

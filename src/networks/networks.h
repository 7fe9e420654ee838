// The small networks of the basic tier, each loaded on first use. Thread-safe: any number of
// threads may call. Results do not depend on the thread count (runtime.h).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo {

class TextDetector;
class TextRecognizer;
class LayoutDetector;
class TableStructure;
class Orientation;
class LineDirection;

class Networks {
 public:
  // Opens nothing yet. `threads`: how many inferences may run at the same time.
  Networks(Resources resources, int threads);
  ~Networks();
  Networks(const Networks&) = delete;
  Networks& operator=(const Networks&) = delete;

  // Each is loaded once and lives as long as this object. Errors: kModelMissing (with what to run),
  // kModelInvalid.
  Result<const TextDetector*> text_detector();
  Result<const TextRecognizer*> text_recognizer();
  Result<const LayoutDetector*> layout_detector();
  Result<const TableStructure*> table_structure();
  Result<const Orientation*> orientation();
  Result<const LineDirection*> line_direction();

  // Does two things that do not depend on each other, at the same time when a thread is free. The
  // first error in this order.
  Status both(const std::function<Status()>& first, const std::function<Status()>& second);
  // Loads what reading a scan needs after its orientation, when there is a thread to spare.
  // A failure says nothing here: who needs the network tries again and is told.
  void load_ahead();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo

#include "networks/networks.h"

#include <mutex>
#include <utility>

#include "networks/layout_detector.h"
#include "networks/line_direction.h"
#include "networks/orientation.h"
#include "networks/runtime.h"
#include "networks/table_structure.h"
#include "networks/text_detector.h"
#include "networks/text_recognizer.h"

namespace octavo {
namespace {

// One network that is loaded by whoever needs it first; others wait for it. A failure is not kept:
// the next call tries again.
template <class T>
class Slot {
 public:
  Result<const T*> get(NetworkRuntime& runtime) {
    const std::lock_guard lock(mutex_);
    if (!network_) {
      auto loaded = T::load(runtime);
      if (!loaded.ok()) return std::move(loaded).error();
      network_ = std::move(loaded).value();
    }
    return static_cast<const T*>(network_.get());
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<T> network_;
};

}  // namespace

struct Networks::Impl {
  Impl(Resources resources, int threads) : runtime(std::move(resources), threads) {}

  NetworkRuntime runtime;  // outlives the networks below
  Slot<TextDetector> text_detector;
  Slot<TextRecognizer> text_recognizer;
  Slot<LayoutDetector> layout_detector;
  Slot<TableStructure> table_structure;
  Slot<Orientation> orientation;
  Slot<LineDirection> line_direction;
};

Networks::Networks(Resources resources, int threads)
    : impl_(std::make_unique<Impl>(std::move(resources), threads)) {}
Networks::~Networks() = default;

Result<const TextDetector*> Networks::text_detector() {
  return impl_->text_detector.get(impl_->runtime);
}
Result<const TextRecognizer*> Networks::text_recognizer() {
  return impl_->text_recognizer.get(impl_->runtime);
}
Result<const LayoutDetector*> Networks::layout_detector() {
  return impl_->layout_detector.get(impl_->runtime);
}
Result<const TableStructure*> Networks::table_structure() {
  return impl_->table_structure.get(impl_->runtime);
}
Result<const Orientation*> Networks::orientation() {
  return impl_->orientation.get(impl_->runtime);
}
Result<const LineDirection*> Networks::line_direction() {
  return impl_->line_direction.get(impl_->runtime);
}

Status Networks::both(const std::function<Status()>& first, const std::function<Status()>& second) {
  return impl_->runtime.run_each(2, [&](size_t i) { return i == 0 ? first() : second(); });
}

void Networks::load_ahead() {
  if (impl_->runtime.threads() < 2) return;
  (void)text_detector();
  (void)text_recognizer();
  (void)layout_detector();
}

}  // namespace octavo

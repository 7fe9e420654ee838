#include "networks/networks.h"

#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
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
  Impl(Resources resources, int thread_count)
      : threads(thread_count), runtime(std::move(resources), thread_count) {}

  // While the caller loads orientation and text detector, and looks for lines.
  void load_what_comes_last() {
    static_cast<void>(text_recognizer.get(runtime));
    static_cast<void>(layout_detector.get(runtime));
    static_cast<void>(line_direction.get(runtime));
  }

  const int threads;

  NetworkRuntime runtime;  // outlives the networks below
  Slot<TextDetector> text_detector;
  Slot<TextRecognizer> text_recognizer;
  Slot<LayoutDetector> layout_detector;
  Slot<TableStructure> table_structure;
  Slot<Orientation> orientation;
  Slot<LineDirection> line_direction;
  std::once_flag expected;
  std::optional<std::jthread> loader;  // last: joined before the networks go
};

Networks::Networks(Resources resources, int threads)
    : impl_(std::make_unique<Impl>(std::move(resources), threads)) {}
Networks::~Networks() = default;

void Networks::expect_scans() {
  if (impl_->threads < 2) return;
  std::call_once(impl_->expected, [this] {
    try {
      impl_->loader.emplace([this] { impl_->load_what_comes_last(); });
    } catch (const std::system_error&) {
      // No thread to be had: networks load when they are needed.
    }
  });
}

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

}  // namespace octavo

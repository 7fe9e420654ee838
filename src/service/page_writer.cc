#include "service/page_writer.h"

#include <utility>

#include "base/try.h"

namespace octavo::service {
namespace {

// Of a slow disk: few pages to be read again after a crash, and no pile of pictures.
constexpr size_t kMostWaitingPages = 64;
constexpr size_t kMostWaitingBytes = size_t(32) << 20;

}  // namespace

PageWriter::PageWriter(PageLog log) : log_(std::move(log)), thread_([this] { work(); }) {}

PageWriter::~PageWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Status PageWriter::add(LoggedPage page, std::function<void()> done) {
  const size_t bytes = page.kept.size() + page.json.size();
  return add(bytes, [&](Batch& batch) {
    batch.pages.push_back(std::move(page));
    batch.done.push_back(std::move(done));
  });
}

Status PageWriter::add_picture(FileContent picture) {
  return add(picture.bytes.size(),
             [&](Batch& batch) { batch.pictures[picture.path] = std::move(picture); });
}

Status PageWriter::add(size_t bytes, const std::function<void(Batch&)>& put) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    return !status_.ok() ||
           (waiting_.pages.size() < kMostWaitingPages && waiting_.bytes < kMostWaitingBytes);
  });
  if (!status_.ok()) return status_;
  put(waiting_);
  waiting_.bytes += bytes;
  changed_.notify_all();
  return success();
}

Status PageWriter::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !status_.ok() || (waiting_.empty() && !writing_); });
  return status_;
}

void PageWriter::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !waiting_.empty() || ending_; });
    if (waiting_.empty() || !status_.ok()) return;
    Batch batch = std::exchange(waiting_, {});
    writing_ = true;
    changed_.notify_all();
    lock.unlock();
    Status written = write(batch);
    if (written.ok())
      for (const auto& done : batch.done) done();
    lock.lock();
    writing_ = false;
    status_ = std::move(written);
    changed_.notify_all();
  }
}

Status PageWriter::write(Batch& batch) {
  std::vector<FileContent> pictures;
  for (auto& [path, picture] : batch.pictures) pictures.push_back(std::move(picture));
  OCTAVO_TRY_STATUS(write_together(pictures));
  return batch.pages.empty() ? success() : log_.append(batch.pages);
}

}  // namespace octavo::service

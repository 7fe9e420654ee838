#include "engine/session/picture_cache.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/sha256.h"

namespace octavo::engine {

std::string PictureCache::key_of(const PreparedImage& picture) {
  const Matrix<float>& patches = picture.patches;
  return std::to_string(picture.grid.height) + "x" + std::to_string(picture.grid.width) + " " +
         sha256_hex(std::span(reinterpret_cast<const uint8_t*>(patches.data()),
                              static_cast<size_t>(patches.bytes())));
}

std::shared_ptr<const PictureFeatures> PictureCache::find(const std::string& key) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.key == key; });
  if (found == entries_.end()) return nullptr;
  std::rotate(found, found + 1, entries_.end());
  return entries_.back().features;
}

std::shared_ptr<const PictureFeatures> PictureCache::add(std::string key, Matrix<float> rows) {
  const int64_t bytes = rows.bytes();
  auto features = std::make_shared<PictureFeatures>(std::move(rows), ++last_id_);
  if (bytes > most_bytes_) return features;
  for (bytes_ += bytes; bytes_ > most_bytes_; entries_.pop_front())
    bytes_ -= entries_.front().features->rows.bytes();
  entries_.push_back({std::move(key), features});
  return features;
}

}  // namespace octavo::engine

// Pictures that were encoded already: blank and repeated crops cost nothing again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "engine/model/image_processor.h"
#include "engine/tensor/matrix.h"

namespace octavo::engine {

// What the language half sees of a picture. Equal ids: equal rows.
struct PictureFeatures {
  Matrix<float> rows;  // [tokens, hidden]
  uint64_t id = 0;
};

// Not thread-safe.
class PictureCache {
 public:
  // Keeps up to `bytes` of rows, those used last.
  explicit PictureCache(int64_t bytes) : most_bytes_(bytes) {}

  // The name of a picture: its grid and SHA-256 of its patches, which are its pixels as the model
  // sees them.
  static std::string key_of(const PreparedImage& picture);
  // None when it was not kept.
  std::shared_ptr<const PictureFeatures> find(const std::string& key);
  std::shared_ptr<const PictureFeatures> add(std::string key, Matrix<float> rows);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const PictureFeatures> features;
  };
  int64_t most_bytes_, bytes_ = 0;
  uint64_t last_id_ = 0;
  std::deque<Entry> entries_;  // used last comes last
};

}  // namespace octavo::engine

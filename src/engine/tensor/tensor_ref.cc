#include "engine/tensor/tensor_ref.h"

namespace octavo::engine {

std::string TensorRef::shape_text() const {
  std::string text = "[";
  for (int i = 0; i < rank; ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[static_cast<size_t>(i)]);
  }
  return text + "]";
}

}  // namespace octavo::engine

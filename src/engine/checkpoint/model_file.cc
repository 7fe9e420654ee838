#include "engine/checkpoint/model_file.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace octavo::engine {
namespace {

constexpr size_t kLongestQuote = 120;  // longer than the names of real tensors

const std::string& name_of(const TensorRef& tensor) { return tensor.name; }
const std::string& name_of(const UnusableTensor& tensor) { return tensor.name; }

// The first name that two neighbours of a sorted list share; nullptr when there is none.
template <class T>
const std::string* sort_and_find_double(std::vector<T>& list) {
  std::sort(list.begin(), list.end(),
            [](const T& a, const T& b) { return name_of(a) < name_of(b); });
  const auto at = std::adjacent_find(
      list.begin(), list.end(), [](const T& a, const T& b) { return name_of(a) == name_of(b); });
  return at == list.end() ? nullptr : &name_of(*at);
}

}  // namespace

std::string quote_name(std::string_view name) {
  const std::string_view shown = utf8_prefix(name, kLongestQuote);
  std::string out = "'";
  for (const char32_t c : to_utf32(shown)) append_utf8(out, is_control(c) ? U'\uFFFD' : c);
  return out + (shown.size() < name.size() ? "...'" : "'");
}

Error broken_model(const std::string& path, std::string what) {
  return {Code::kModelInvalid, std::move(what), "", {.file = path}};
}

Status sort_by_name(ModelFile& file, const std::string& path) {
  const std::string* twice = sort_and_find_double(file.tensors);
  if (twice == nullptr) twice = sort_and_find_double(file.unusable);
  for (size_t i = 0, j = 0;
       twice == nullptr && i < file.tensors.size() && j < file.unusable.size();) {
    const int order = file.tensors[i].name.compare(file.unusable[j].name);
    if (order == 0) twice = &file.tensors[i].name;
    if (order < 0) ++i;
    if (order > 0) ++j;
  }
  if (twice != nullptr)
    return broken_model(path, "tensor name " + quote_name(*twice) + " occurs twice");
  return success();
}

}  // namespace octavo::engine

#include "engine/checkpoint/checkpoint.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>

#include "base/file.h"
#include "base/try.h"
#include "engine/checkpoint/gguf.h"
#include "engine/checkpoint/hf_directory.h"
#include "engine/checkpoint/model_file.h"
#include "engine/checkpoint/safetensors.h"

namespace octavo::engine {

struct Checkpoint::Impl {
  std::string path;
  Format format = Format::kSafetensors;
  std::vector<MappedFile> maps;
  ModelFile file;
};

namespace {

Result<MappedFile> map_model(const std::string& path) {
  auto map = MappedFile::open(path, std::numeric_limits<int64_t>::max());
  if (!map.ok() && map.error().code == Code::kFileEmpty)
    return broken_model(path, "the file has no bytes");
  return map;
}

// The list of one shard joins that of the others.
template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

Result<ModelFile> join(std::vector<ModelFile> shards, const std::string& path) {
  ModelFile all = std::move(shards.front());
  for (size_t i = 1; i < shards.size(); ++i) {
    append(all.tensors, std::move(shards[i].tensors));
    append(all.unusable, std::move(shards[i].unusable));
    all.metadata.merge(shards[i].metadata);
  }
  OCTAVO_TRY_STATUS(sort_by_name(all, path));
  return all;
}

// madvise on the whole pages inside a tensor.
void advise(const TensorRef& tensor, int advice) {
  static const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(tensor.data);
  const uintptr_t first = (begin + page - 1) / page * page;
  const uintptr_t last = (begin + static_cast<uintptr_t>(tensor.bytes)) / page * page;
  // A hint: that it could not be taken changes nothing.
  if (first < last)
    static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, advice));
}

}  // namespace

Result<Checkpoint> Checkpoint::open(const std::string& path, const CheckpointLimits& limits) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    const WeightFiles files = OCTAVO_TRY(find_weight_files(path, limits));
    std::vector<ModelFile> shards;
    for (const std::string& name : files.paths) {
      impl->maps.push_back(OCTAVO_TRY(map_model(name)));
      shards.push_back(OCTAVO_TRY(read_safetensors(impl->maps.back().bytes(), name, limits)));
    }
    if (!files.promises.empty()) OCTAVO_TRY_STATUS(check_promises(files, shards));
    impl->file = OCTAVO_TRY(join(std::move(shards), path));
  } else {
    impl->maps.push_back(OCTAVO_TRY(map_model(path)));
    const auto bytes = impl->maps.back().bytes();
    impl->format = is_gguf(bytes) ? Format::kGguf : Format::kSafetensors;
    impl->file = OCTAVO_TRY(impl->format == Format::kGguf ? read_gguf(bytes, path, limits)
                                                          : read_safetensors(bytes, path, limits));
  }
  return Checkpoint(std::move(impl));
}

Checkpoint::Checkpoint(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;
Checkpoint::~Checkpoint() = default;

Checkpoint::Format Checkpoint::format() const { return impl_->format; }
const std::vector<TensorRef>& Checkpoint::tensors() const { return impl_->file.tensors; }
const std::vector<UnusableTensor>& Checkpoint::unusable() const { return impl_->file.unusable; }
const Metadata& Checkpoint::metadata() const { return impl_->file.metadata; }
const std::string& Checkpoint::path() const { return impl_->path; }

const TensorRef* Checkpoint::find(std::string_view name) const {
  const auto& list = impl_->file.tensors;
  const auto at =
      std::lower_bound(list.begin(), list.end(), name,
                       [](const TensorRef& tensor, std::string_view n) { return tensor.name < n; });
  return at != list.end() && at->name == name ? &*at : nullptr;
}

Result<const TensorRef*> Checkpoint::need(std::string_view name) const {
  if (const TensorRef* tensor = find(name)) return tensor;
  for (const UnusableTensor& tensor : impl_->file.unusable)
    if (tensor.name == name)
      return broken_model(impl_->path, "tensor " + quote_name(name) + " " + tensor.why +
                                           ", which is not supported");
  return broken_model(impl_->path, "tensor " + quote_name(name) + " is missing");
}

std::vector<std::span<const uint8_t>> Checkpoint::mappings() const {
  std::vector<std::span<const uint8_t>> all;
  for (const MappedFile& map : impl_->maps) all.push_back(map.bytes());
  return all;
}

int64_t Checkpoint::mapped_bytes() const {
  int64_t bytes = 0;
  for (const MappedFile& map : impl_->maps) bytes += static_cast<int64_t>(map.bytes().size());
  return bytes;
}

void Checkpoint::prefetch(const TensorRef& tensor) const { advise(tensor, MADV_WILLNEED); }
void Checkpoint::release(const TensorRef& tensor) const { advise(tensor, MADV_DONTNEED); }

}  // namespace octavo::engine

// A form as it arrives: the first byte says how it is cut; whole or cut, the parts are the same.
#include "server/http/multipart.h"

#include <cstdlib>
#include <filesystem>

namespace {

using octavo::server::FormPart;

std::vector<FormPart> read(std::string_view body, size_t piece, const std::string& folder) {
  octavo::server::HttpLimits limits;
  limits.file_bytes = 4096;
  limits.form_bytes = 4096;
  octavo::server::MultipartReader reader("x", limits, folder);
  bool good = true;
  for (size_t at = 0; at < body.size() && good; at += piece)
    good = !reader.feed(body.substr(at, piece));
  return good && !reader.finish() ? reader.take_parts() : std::vector<FormPart>{};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string kFolder = std::filesystem::temp_directory_path().string();
  if (size == 0 || size > 16384) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = read(body, size, kFolder);
  const auto cut = read(body, 1 + data[0] % 64, kFolder);
  if (whole.size() != cut.size()) std::abort();
  for (size_t i = 0; i < whole.size(); ++i)
    if (whole[i].name != cut[i].name || whole[i].value != cut[i].value ||
        whole[i].file.bytes() != cut[i].file.bytes())
      std::abort();
  return 0;
}

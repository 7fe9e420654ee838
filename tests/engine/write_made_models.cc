// octavo_write_made_models DIR [NAME]: the models of the parity tests, or the one of that name
// ("full_size" is 2.3 GB), each in a folder of its own, with inputs.txt: what the reference
// scripts feed to both sides. For tools/reference/.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

bool write_inputs(const MadeModel& model, const std::string& folder) {
  const MadePrompt prompt = made_prompt(model);
  std::ofstream out(folder + "/inputs.txt");
  out << "ids";
  for (const TokenId id : prompt.ids) out << ' ' << id;
  out << '\n';
  for (size_t i = 0; i < prompt.grids.size(); ++i) {
    const Matrix<float> patches = made_patches(model, static_cast<int>(i), prompt.grids[i]);
    const std::string name = "picture" + std::to_string(i) + ".f32";
    out << "picture " << prompt.grids[i].height << ' ' << prompt.grids[i].width << ' ' << name
        << '\n';
    std::ofstream(folder + "/" + name, std::ios::binary)
        .write(reinterpret_cast<const char*>(patches.data()), patches.bytes());
  }
  return out.good();
}

bool write(const MadeModel& model, const std::string& root) {
  const std::string folder = root + "/" + model.name;
  return write_made_model(model, folder) && write_inputs(model, folder);
}

// The weights once, the inputs for each picture in a folder inside.
bool write_full_size(const std::string& root) {
  bool good = write_made_model(full_size_model(kFullSizePictures[0]), root + "/full_size");
  for (const std::string_view picture : kFullSizePictures) {
    const std::string folder = root + "/full_size/" + std::string(picture);
    std::filesystem::create_directories(folder);
    good = good && write_inputs(full_size_model(picture), folder);
  }
  return good;
}

bool write_all(const std::string& root, const std::string& wanted) {
  bool good = wanted != "full_size" || write_full_size(root);
  for (const MadeModel& model : made_models())
    if (wanted.empty() || wanted == model.name) good = good && write(model, root);
  return good;
}

}  // namespace
}  // namespace octavo::engine

int main(int count, char** arguments) {
  if (count < 2 || count > 3) return 2;
  const bool good = octavo::engine::write_all(arguments[1], count > 2 ? arguments[2] : "");
  if (!good) std::fputs("cannot write\n", stderr);
  return good ? 0 : 1;
}

// Pages of the vision half are given back behind a large picture, and what they hold comes back.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/model/activations.h"
#include "engine/model/model.h"
#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

// Bytes of a mapped file that are resident in this process.
int64_t resident_of(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  int64_t kilobytes = 0;
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find('-') != std::string::npos && line.find(" r") != std::string::npos)
      inside = line.ends_with(path);
    if (!inside || !line.starts_with("Rss:")) continue;
    std::istringstream text(line.substr(4));
    int64_t count = 0;
    text >> count;
    kilobytes += count;
  }
  return kilobytes * 1024;
}

// Blocks of some megabytes, with a width of 320.
MadeModel wide_model() {
  MadeModel made = made_model("mineru_like");
  made.name = "wide_pages";
  made.vision.heads = 4;
  made.vision.width = 4 * made.vision.head_dim;
  made.vision.mlp = 4 * made.vision.width;
  return made;
}

std::vector<float> encode(const Model& model, const MadeModel& made, ImageGrid grid) {
  ThreadPool pool(1);
  VisionScratch scratch(made.vision, grid.patches(), 2);
  Matrix<float> out(grid.tokens(made.vision.merge), made.language.hidden);
  model.encode_image(made_patches(made, 0, grid), grid, scratch, pool, out);
  return {out.data(), out.data() + out.rows() * out.cols()};
}

void expect_pages_back(const std::string& file, const Model& model, const MadeModel& made) {
  const ImageGrid small{16, 16}, large{32, 32};
  const std::vector<float> first = encode(model, made, small);
  const int64_t all = resident_of(file);
  const std::vector<float> before = encode(model, made, large);
  const int64_t left = resident_of(file);
  // Neighbours of what is read are mapped with it: one of three blocks may be there.
  EXPECT_LT(left, all / 2) << all;
  EXPECT_EQ(encode(model, made, small), first);
  EXPECT_GT(resident_of(file), left);
  EXPECT_EQ(encode(model, made, large), before);
  EXPECT_LE(resident_of(file), left + (int64_t{1} << 19));
}

TEST(MappedPages, AreGivenBackBehindALargePictureAndReadAgain) {
  const MadeModel made = wide_model();
  const std::string folder = testing::TempDir() + "octavo_pages_" + made.name + "_" +
                             std::to_string(static_cast<long>(::getpid()));
  ASSERT_TRUE(write_made_model(made, folder));
  const auto exact = Model::load(folder);
  ASSERT_TRUE(exact.ok()) << exact.error().message();
  expect_pages_back("model.safetensors", **exact, made);

  LoadOptions options;
  options.precision = Precision::kInt8;
  const auto copies = Model::load(folder, options);
  ASSERT_TRUE(copies.ok());
  ASSERT_TRUE((*copies)->write_packed(folder + "/packed.octavo").ok());
  const auto packed = Model::load(folder + "/packed.octavo");
  ASSERT_TRUE(packed.ok());
  expect_pages_back("packed.octavo", **packed, made);
  // Copies that were made at load are no file's: they must stay.
  EXPECT_EQ(encode(**copies, made, {32, 32}), encode(**packed, made, {32, 32}));
  EXPECT_EQ(encode(**copies, made, {16, 16}), encode(**packed, made, {16, 16}));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace octavo::engine

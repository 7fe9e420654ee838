#include "server/http/multipart.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace octavo::server {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Multipart : public testing::Test {
 protected:
  Multipart() : folder_(testing::TempDir() + "/multipart") {
    std::filesystem::create_directories(folder_);
  }
  // The same whether the body comes at once or in pieces of `piece` bytes.
  std::optional<Problem> read(const std::string& body, size_t piece = std::string::npos) {
    MultipartReader reader("AaB03x", limits_, folder_);
    std::optional<Problem> problem;
    for (size_t at = 0; at < body.size() && !problem; at += std::min(piece, body.size()))
      problem = reader.feed(std::string_view(body).substr(at, piece));
    if (!problem) problem = reader.finish();
    parts_ = reader.take_parts();
    return problem;
  }
  std::string code(const std::string& body) {
    const auto problem = read(body);
    return problem ? problem->code : "";
  }
  size_t files_in_folder() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                             std::filesystem::directory_iterator()));
  }

  const std::string folder_;
  HttpLimits limits_;
  std::vector<FormPart> parts_;
};

// Looks like a delimiter nearly, and ends in halves of one.
const std::string kContent("%PDF\r\n--AaB03\r\n-- \0\r\r\n--AaB03\r", 30);
const std::string kForm =
    "--AaB03x\r\nContent-Disposition: form-data; name=\"tier\"\r\n\r\nbasic\r\n"
    "--AaB03x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.pdf\"\r\n"
    "Content-Type: application/pdf\r\n\r\n" +
    kContent + "\r\n--AaB03x--\r\n";

TEST_F(Multipart, FieldsInMemoryFilesOnDiskHoweverTheBodyIsCut) {
  for (size_t piece = 1; piece <= kForm.size(); ++piece) {
    ASSERT_FALSE(read(kForm, piece)) << piece;
    ASSERT_EQ(parts_.size(), 2U);
    EXPECT_EQ(parts_[0].name, "tier");
    EXPECT_EQ(parts_[0].value, "basic");
    EXPECT_FALSE(parts_[0].file);
    EXPECT_EQ(parts_[1].file_name, "a.pdf");
    EXPECT_EQ(parts_[1].content_type, "application/pdf");
    EXPECT_EQ(content_of(parts_[1].file.path()), kContent);
  }
  parts_.clear();
  EXPECT_EQ(files_in_folder(), 0U);
}

std::string file_part(const std::string& name, const std::string& content) {
  return "--AaB03x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"" + name +
         "\"\r\n\r\n" + content + "\r\n";
}
const std::string kEnd = "--AaB03x--\r\n";

TEST_F(Multipart, EmptyFilesEmptyFormsPreambleAndEpilogue) {
  EXPECT_EQ(code("before\r\n" + file_part("a", "") + kEnd + "after"), "");
  ASSERT_EQ(parts_.size(), 1U);
  EXPECT_EQ(parts_[0].file.bytes(), 0U);
  EXPECT_EQ(code(kEnd), "");
  EXPECT_TRUE(parts_.empty());
}

TEST_F(Multipart, WhatIsCutOffIsRefusedAtEveryByte) {
  const std::string form = file_part("a", "content") + kEnd;
  // Only the line's end after the last delimiter may be missing.
  for (size_t size = 0; size + 2 < form.size(); ++size)
    EXPECT_EQ(code(form.substr(0, size)), "invalid_multipart") << size;
  EXPECT_EQ(code(form.substr(0, form.size() - 2)), "");
  parts_.clear();
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(Multipart, HostileNamesAreData) {
  const auto name = [&](const std::string& text) {
    EXPECT_EQ(code(file_part(text, "x") + kEnd), "") << text;
    return parts_.empty() ? "" : parts_[0].file_name;
  };
  EXPECT_EQ(name("../../etc/passwd"), "../../etc/passwd");
  EXPECT_EQ(name("C:\\scans\\a.pdf"), "C:\\scans\\a.pdf");
  EXPECT_EQ(name("a\\\"b.pdf"), "a\"b.pdf");
  EXPECT_EQ(name("a%22b.pdf"), "a\"b.pdf");
  EXPECT_EQ(name("100%.pdf"), "100%.pdf");
  EXPECT_EQ(name("\xE4\xBD\xA0.pdf"), "\xE4\xBD\xA0.pdf");
  EXPECT_EQ(name("\xFF.pdf"), "\xEF\xBF\xBD.pdf");
  EXPECT_EQ(name("a\tb\x1B[31m.pdf"), "a_b_[31m.pdf");
  EXPECT_EQ(name("\"; filename*=utf-8''%E4%BD%A0.pdf; x=\""), "\xE4\xBD\xA0.pdf");
}

TEST_F(Multipart, MalformedForms) {
  EXPECT_EQ(code("--AaB03x\r\n\r\nno head\r\n" + kEnd), "invalid_multipart");
  EXPECT_EQ(code("--AaB03x\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n" + kEnd),
            "invalid_multipart");
  EXPECT_EQ(code("--AaB03x\r\nContent-Disposition: form-data\r\n\r\nx\r\n" + kEnd),
            "invalid_multipart");
  EXPECT_EQ(code("--AaB03x\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n" + kEnd),
            "invalid_multipart");
  EXPECT_EQ(code("--AaB03xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n" + kEnd),
            "invalid_multipart");
  EXPECT_EQ(code("--AaB03x\r\nContent-Disposition: form-data; name=a\r\n"
                 "Content-Transfer-Encoding: base64\r\n\r\neA==\r\n" +
                 kEnd),
            "invalid_multipart");
}

TEST_F(Multipart, EveryLimit) {
  limits_.file_bytes = 10;
  limits_.upload_bytes = 15;
  limits_.files = 2;
  limits_.parts = 3;
  limits_.form_bytes = 40;
  EXPECT_EQ(code(file_part("a", "1234567890") + kEnd), "");
  EXPECT_EQ(code(file_part("a", "12345678901") + kEnd), "file_too_large");
  EXPECT_EQ(code(file_part("a", "12345678") + file_part("b", "1234567") + kEnd), "");
  EXPECT_EQ(code(file_part("a", "12345678") + file_part("b", "12345678") + kEnd),
            "request_too_large");
  EXPECT_EQ(code(file_part("a", "") + file_part("b", "") + file_part("c", "") + kEnd),
            "too_many_files");
  const std::string field = "--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n";
  EXPECT_EQ(code(field + field + field + kEnd), "");
  EXPECT_EQ(code(field + field + field + field + kEnd), "too_many_parts");
  EXPECT_EQ(code("--AaB03x\r\nContent-Disposition: form-data; name=a\r\n\r\n" +
                 std::string(41, 'x') + "\r\n" + kEnd),
            "request_too_large");
  EXPECT_EQ(code("--AaB03x\r\nX: " + std::string(9000, 'x') + "\r\n\r\n1\r\n" + kEnd),
            "request_too_large");
  parts_.clear();
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST(MultipartBoundary, AsRfc2046Allows) {
  const auto boundary = [](const std::string& type) -> std::string {
    const auto value = read_header_value(type);
    return value ? multipart_boundary(*value).value_or("none") : "damaged";
  };
  EXPECT_EQ(boundary("multipart/form-data; boundary=AaB03x"), "AaB03x");
  EXPECT_EQ(boundary("Multipart/Form-Data; charset=utf-8; Boundary=\"a b'()+_,-./:=?\""),
            "a b'()+_,-./:=?");
  EXPECT_EQ(boundary("multipart/form-data"), "none");
  EXPECT_EQ(boundary("multipart/form-data; boundary="), "none");
  EXPECT_EQ(boundary("multipart/form-data; boundary=\"a \""), "none");
  EXPECT_EQ(boundary("multipart/form-data; boundary=" + std::string(70, 'a')),
            std::string(70, 'a'));
  EXPECT_EQ(boundary("multipart/form-data; boundary=" + std::string(71, 'a')), "none");
  EXPECT_EQ(boundary("multipart/form-data; boundary=\"a"), "damaged");
}

}  // namespace
}  // namespace octavo::server

// The files of the web page (apps/server/web/dist), inside the program. Sorted by path.
#pragma once

#include <string_view>
#include <vector>

namespace octavo::server {

struct WebFile {
  std::string_view path;  // "index.html", "assets/index.js"
  std::string_view content;
};

const std::vector<WebFile>& web_files();

}  // namespace octavo::server

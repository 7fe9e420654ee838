#include "server/http/response.h"

#include <algorithm>

namespace octavo::server {

std::string event_text(std::string_view name, std::string_view id, std::string_view data) {
  std::string text;
  if (!name.empty()) text.append("event: ").append(name).append("\n");
  if (!id.empty()) text.append("id: ").append(id).append("\n");
  for (size_t begin = 0; begin <= data.size();) {
    const size_t end = std::min(data.find('\n', begin), data.size());
    text.append("data: ").append(data.substr(begin, end - begin)).append("\n");
    begin = end + 1;
  }
  return text.append("\n");
}

}  // namespace octavo::server

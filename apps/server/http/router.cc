#include "server/http/router.h"

#include <algorithm>
#include <optional>

namespace octavo::server {
namespace {

// The places of the pattern's {names}; nothing when the path is another.
std::optional<Fields> match(std::string_view pattern, std::string_view path) {
  Fields found;
  while (!pattern.empty()) {
    const size_t brace = std::min(pattern.find('{'), pattern.size());
    if (path.substr(0, brace) != pattern.substr(0, brace)) return std::nullopt;
    path.remove_prefix(brace);
    pattern.remove_prefix(brace);
    if (pattern.empty()) break;
    const size_t close = pattern.find('}');
    std::string_view name = pattern.substr(1, close - 1);
    const bool rest = name.ends_with('*');
    if (rest) name.remove_suffix(1);
    const size_t length = rest ? path.size() : std::min(path.find('/'), path.size());
    if (length == 0 && !rest) return std::nullopt;
    found.emplace_back(name, path.substr(0, length));
    path.remove_prefix(length);
    pattern.remove_prefix(close + 1);
  }
  if (!path.empty()) return std::nullopt;
  return found;
}

}  // namespace

void Router::add(Route route) { routes_.push_back(std::move(route)); }

Match Router::find(Method method, std::string_view path) const {
  const Method wanted = method == Method::kHead ? Method::kGet : method;
  for (const Route& route : routes_) {
    if (route.method != wanted) continue;
    if (auto parameters = match(route.pattern, path)) return {&route, std::move(*parameters)};
  }
  return {};
}

std::string Router::allowed(std::string_view path) const {
  std::string text;
  for (const Method method : {Method::kGet, Method::kPost, Method::kPut, Method::kDelete}) {
    if (find(method, path).route == nullptr) continue;
    if (!text.empty()) text += ", ";
    text += method_name(method);
    if (method == Method::kGet) text += ", HEAD";
  }
  return text;
}

ProblemFormat Router::problem_format(std::string_view path) const {
  for (const Route& route : routes_)
    if (match(route.pattern, path)) return route.problem;
  for (const auto& [prefix, format] : formats_)
    if (path.starts_with(prefix)) return format;
  return problem_response;
}

void Router::set_problem_format(std::string prefix, ProblemFormat format) {
  formats_.emplace_back(std::move(prefix), format);
}

}  // namespace octavo::server

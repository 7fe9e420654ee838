#include "server/http/json.h"

#include <set>
#include <vector>

namespace octavo::server {
namespace {

constexpr int kMostDepth = 64;
// A value takes far more memory than its text, and looking for a key takes time with each there is.
constexpr size_t kMostValues = 200'000, kMostKeys = 1'000;

Problem invalid(const std::string& what) {
  return {.status = 400, .code = "invalid_json", .message = "the body is no valid JSON: " + what};
}

// What the reader does not look at itself. It goes on after a refusal, without keeping anything.
class Watcher {
 public:
  const char* refusal() const { return refusal_; }

  bool see(int depth, Json::parse_event_t event, const Json& parsed) {
    if (refusal_ != nullptr) return false;
    if (depth > kMostDepth) refusal_ = "it is nested too deeply";
    if (event != Json::parse_event_t::object_end && event != Json::parse_event_t::array_end &&
        ++values_ > kMostValues)
      refusal_ = "it has too many values";
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys_.back().insert(parsed.get_ref<const std::string&>()).second)
      refusal_ = "a key comes twice in one object";
    if (!keys_.empty() && keys_.back().size() > kMostKeys) refusal_ = "an object has too many keys";
    return refusal_ == nullptr;
  }

 private:
  std::vector<std::set<std::string>> keys_;
  size_t values_ = 0;
  const char* refusal_ = nullptr;
};

}  // namespace

std::variant<Json, Problem> read_json(std::string_view text) {
  Watcher watcher;
  try {
    Json value = Json::parse(text.begin(), text.end(),
                             [&](int depth, Json::parse_event_t event, Json& parsed) {
                               return watcher.see(depth, event, parsed);
                             });
    if (watcher.refusal() == nullptr) return value;
    return invalid(watcher.refusal());
  } catch (const Json::parse_error& error) {
    return invalid("wrong at byte " + std::to_string(error.byte));
  } catch (const Json::exception&) {
    return invalid("a number is too large");
  }
}

std::string json_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response json_response(const Json& value, int status) {
  return {.status = status, .body = json_text(value) + "\n"};
}

}  // namespace octavo::server

#include "server/http/header_value.h"

#include <algorithm>

#include "base/utf8.h"
#include "server/http/url_text.h"

namespace octavo::server {
namespace {

constexpr size_t kMostParameters = 16;

bool is_token_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

std::string_view take_token(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_token_char);
  const auto token = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(token.size());
  return token;
}

std::optional<std::string> take_quoted(std::string_view& text) {
  std::string out;
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return out;
    }
    const bool escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    // A backslash before the last quotation mark of the text ends a Windows path.
    if (escape && !(text[i + 1] == '"' && text.find('"', i + 2) == std::string_view::npos)) ++i;
    out += text[i];
  }
  return std::nullopt;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
}

std::string printable(std::string_view name) {
  std::u32string characters = to_utf32(name);
  for (char32_t& c : characters)
    if (is_control(c)) c = U'_';
  return to_utf8(characters);
}

}  // namespace

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string_view trim_blanks(std::string_view text) {
  skip_blanks(text);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<HeaderValue> read_header_value(std::string_view text) {
  HeaderValue out;
  text = trim_blanks(text);
  const size_t end = std::min(text.find(';'), text.size());
  out.value = lower_case(trim_blanks(text.substr(0, end)));
  if (out.value.empty()) return std::nullopt;
  for (text.remove_prefix(end); !text.empty();) {
    if (text[0] != ';') return std::nullopt;
    text.remove_prefix(1);
    skip_blanks(text);
    if (text.empty()) break;  // a semicolon at the end is common
    const std::string_view name = take_token(text);
    if (name.empty() || text.empty() || text[0] != '=') return std::nullopt;
    text.remove_prefix(1);
    std::optional<std::string> value;
    if (!text.empty() && text[0] == '"')
      value = take_quoted(text);
    else
      value = std::string(take_token(text));
    if (!value || out.parameters.size() == kMostParameters) return std::nullopt;
    out.parameters.emplace_back(lower_case(name), std::move(*value));
    skip_blanks(text);
  }
  return out;
}

std::optional<std::string> upload_name(const HeaderValue& disposition) {
  if (const auto extended = find_field(disposition.parameters, "filename*")) {
    const size_t language = extended->find('\'');
    const size_t text =
        language == std::string_view::npos ? language : extended->find('\'', language + 1);
    if (text != std::string_view::npos && lower_case(extended->substr(0, language)) == "utf-8")
      if (const auto decoded = decode_percent(extended->substr(text + 1), false))
        return printable(*decoded);
  }
  const auto plain = find_field(disposition.parameters, "filename");
  if (!plain) return std::nullopt;
  std::string name(*plain);
  for (size_t at = 0; (at = name.find("%22", at)) != std::string::npos; ++at)
    name.replace(at, 3, "\"");
  return printable(name);
}

}  // namespace octavo::server

#include "net/url.h"

#include <curl/curl.h>

#include <cctype>
#include <memory>

namespace octavo::net {
namespace {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlDeleter>;

Url parse(const std::string& text) {
  Url url(curl_url());
  if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return nullptr;
  return url;
}

std::string part(const Url& url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (!url || curl_url_get(url.get(), which, &text, flags) != CURLUE_OK || text == nullptr)
    return "";
  const std::string copy(text);
  curl_free(text);
  return copy;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string origin(const std::string& url) {
  const Url parsed = parse(url);
  if (!parsed) return "";
  return part(parsed, CURLUPART_SCHEME) + "://" + part(parsed, CURLUPART_HOST) + ":" +
         part(parsed, CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

std::string resolve_url(const std::string& base, const std::string& reference) {
  const Url url = parse(base);
  // A set on a URL that is there already resolves against it.
  if (!url ||
      curl_url_set(url.get(), CURLUPART_URL, reference.c_str(), CURLU_URLENCODE) != CURLUE_OK)
    return "";
  return part(url, CURLUPART_URL);
}

std::string escape_path(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF", kPlain = "-._~/";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos)) {
      out.push_back(c);
    } else {
      out.push_back('%');
      out.push_back(kDigits[byte >> 4]);
      out.push_back(kDigits[byte & 15]);
    }
  }
  return out;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low < 0) {
      out.push_back(text[i]);
      continue;
    }
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

std::string shown_url(const std::string& url) {
  const Url parsed = parse(url);
  if (!parsed) return "an address that is none";
  for (const CURLUPart which :
       {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT})
    curl_url_set(parsed.get(), which, nullptr, 0);
  return part(parsed, CURLUPART_URL);
}

}  // namespace octavo::net

#include "server_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <fstream>

#include "store_settings.h"

namespace octavo::cli {
namespace {

constexpr size_t kLongestKey = 65536;

std::string without_space(std::string text) {
  const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_space));
  while (!text.empty() && is_space(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

std::optional<UsageError> read_key(const std::string& path, std::string& key) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kLongestKey + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (text.empty() && !file.eof())
    return UsageError{"--vlm-key-file: cannot read " + path, "--vlm-key-file", "",
                      Code::kFileUnreadable};
  key = without_space(std::move(text));
  if (key.empty() || key.size() > kLongestKey)
    return UsageError{"--vlm-key-file: " + path + " holds no key", "--vlm-key-file",
                      "the file holds the key and nothing else"};
  return std::nullopt;
}

}  // namespace

void declare_server(CLI::App& app, ServerTexts& texts) {
  add_text(app, "--vlm-url", texts.url);
  add_text(app, "--vlm-model", texts.model);
  add_text(app, "--vlm-key-file", texts.key_file);
  add_text(app, "--vlm-concurrency", texts.concurrency);
}

std::optional<UsageError> fill_server(const ServerTexts& texts, const Environment& environment,
                                      VlmServer& server) {
  constexpr int64_t kMostAtOnce = 1000;
  if (texts.url.empty()) {
    for (const auto& [option, text] : {std::pair{"--vlm-model", texts.model},
                                       {"--vlm-key-file", texts.key_file},
                                       {"--vlm-concurrency", texts.concurrency}})
      if (!text.empty())
        return UsageError{std::string(option) + " is about a server, and none is named", option,
                          "add --vlm-url http://HOST:PORT"};
    return std::nullopt;
  }
  server.url = texts.url;
  server.model = texts.model;
  int64_t concurrency = server.concurrency;
  if (auto error = read_whole("--vlm-concurrency", texts.concurrency, 1, kMostAtOnce, concurrency))
    return error;
  server.concurrency = static_cast<int>(concurrency);
  server.key = without_space(environment("OCTAVO_VLM_KEY"));
  if (server.key.empty()) server.key = without_space(environment("MINERU_VL_API_KEY"));
  if (!texts.key_file.empty())
    if (auto error = read_key(texts.key_file, server.key)) return error;
  const ModelNetwork network = find_model_network(environment);
  server.http_proxy = network.http_proxy;
  server.https_proxy = network.https_proxy;
  server.no_proxy = network.no_proxy;
  server.ca_file = network.ca_file;
  return std::nullopt;
}

}  // namespace octavo::cli

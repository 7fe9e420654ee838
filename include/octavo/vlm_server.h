// A language model on another machine (or in another process): any server that speaks OpenAI's
// chat completions, such as vLLM, sglang or llama-server.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace octavo {

struct VlmServer {
  // "http://host:8000", also with "/v1" or with a proxy's path before that; empty: no server.
  std::string url;
  std::string model;     // empty: the only one that the server has
  std::string key;       // goes to that server alone and into no message; empty: none
  int concurrency = 32;  // requests at once, 1 to 1000

  std::string http_proxy, https_proxy, no_proxy;  // empty: straight there
  std::string ca_file;                            // certificates to trust; empty: the system's

  int attempts = 4;                            // of each request, when the server may recover
  std::chrono::milliseconds first_delay{500};  // before the second attempt; doubles each time
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds list_timeout{20'000};     // of the list of models, asked for at first
  std::chrono::milliseconds answer_timeout{600'000};  // of one request, its answer included
  int64_t max_answer_bytes = int64_t(16) << 20;
};

}  // namespace octavo

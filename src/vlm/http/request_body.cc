#include "vlm/http/request_body.h"

#include <cstdint>

#include "base/base64.h"
#include "base/json_text.h"
#include "base/try.h"
#include "image/convert.h"
#include "image/encode/encode.h"

namespace octavo {
namespace {

Status append_picture(std::string& out, ImageView picture) {
  Image colored;
  if (picture.channels == 1) {
    colored = to_rgb(picture);
    picture = colored;
  }
  const std::vector<uint8_t> png = OCTAVO_TRY(encode_png(picture));
  out.reserve(out.size() + png.size() / 3 * 4 + 1024);
  out += R"({"type":"image_url","image_url":{"url":"data:image/png;base64,)";
  out += base64(png);
  out += "\"}}";
  return success();
}

void append_sampling(std::string& out, const VlmRequest& request, bool open_server) {
  const VlmSampling& sampling = request.sampling;
  const auto number = [&](const char* name, float value) {
    out += ",\"" + std::string(name) + "\":";
    append_json_number(out, value);
  };
  number("temperature", sampling.temperature);
  number("top_p", sampling.top_p);
  if (open_server && sampling.top_k > 0) out += ",\"top_k\":" + std::to_string(sampling.top_k);
  if (open_server && sampling.min_p > 0) number("min_p", sampling.min_p);
  number("presence_penalty", sampling.presence_penalty);
  number("frequency_penalty", sampling.frequency_penalty);
  if (open_server) number("repetition_penalty", sampling.repetition_penalty);
  if (sampling.temperature > 0 && sampling.seed > 0)
    out += ",\"seed\":" + std::to_string(sampling.seed);
  if (sampling.no_repeat_ngram > 0)
    out += R"(,"vllm_xargs":{"no_repeat_ngram_size":)" + std::to_string(sampling.no_repeat_ngram) +
           R"(,"debug":false})";
  if (request.max_new_tokens > 0) {
    const std::string most = std::to_string(request.max_new_tokens);
    out += ",\"max_completion_tokens\":" + most + ",\"max_tokens\":" + most;
  }
  if (open_server)
    out +=
        request.keep_special ? ",\"skip_special_tokens\":false" : ",\"skip_special_tokens\":true";
}

bool is_gpt(std::string_view model) {
  constexpr std::string_view kName = "gpt";
  if (model.size() < kName.size()) return false;
  for (size_t i = 0; i < kName.size(); ++i)
    if ((model[i] | 0x20) != kName[i]) return false;
  return true;
}

}  // namespace

Result<std::string> make_request_body(const VlmRequest& request, const std::string& model) {
  std::string out = "{\"model\":";
  append_json_string(out, model);
  out += ",\"messages\":[";
  if (!request.system.empty()) {
    out += R"({"role":"system","content":)";
    append_json_string(out, request.system);
    out += "},";
  }
  out += R"({"role":"user","content":[)";
  for (const ImageView picture : request.images) {
    OCTAVO_TRY_STATUS(append_picture(out, picture));
    out += ',';
  }
  out += R"({"type":"text","text":)";
  append_json_string(out, request.prompt);
  out += "}]}]";
  append_sampling(out, request, !is_gpt(model));
  for (size_t i = 0; i < request.stop.size(); ++i) {
    out += i == 0 ? ",\"stop\":[" : ",";
    append_json_string(out, request.stop[i]);
  }
  if (!request.stop.empty()) out += ']';
  return out + "}";
}

}  // namespace octavo

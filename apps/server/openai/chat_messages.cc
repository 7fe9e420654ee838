#include "server/openai/chat_messages.h"

#include <utility>

#include "base/base64.h"
#include "server/openai/chat_problem.h"
#include "server/openai/picture_size.h"
#include "server/openai/picture_uri.h"

namespace octavo::server {
namespace {

using service::ChatMessage;
using service::ChatPart;

std::string place(size_t message) { return "messages[" + std::to_string(message) + "]"; }
std::string place(size_t message, size_t part) {
  return place(message) + ".content[" + std::to_string(part) + "]";
}

Problem too_much(std::string code, std::string parameter, std::string message) {
  return {.status = 413,
          .code = std::move(code),
          .message = std::move(message),
          .parameter = std::move(parameter)};
}

Json* member(Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string* text_member(Json& object, const char* name) {
  Json* value = member(object, name);
  return value != nullptr && value->is_string() ? &value->get_ref<std::string&>() : nullptr;
}

// {"type":"image_url","image_url":{"url":...}}, or the address by itself.
std::string* picture_address(Json& part) {
  Json* value = member(part, "image_url");
  if (value == nullptr) return nullptr;
  return value->is_string() ? &value->get_ref<std::string&>() : text_member(*value, "url");
}

std::optional<ChatMessage::Role> role_of(const std::string& name) {
  if (name == "system" || name == "developer") return ChatMessage::Role::kSystem;
  if (name == "user") return ChatMessage::Role::kUser;
  if (name == "assistant") return ChatMessage::Role::kAssistant;
  return std::nullopt;
}

// Numbers and bytes of everything, by looking alone.
std::optional<Problem> check_budget(Json& list, const ChatLimits& limits) {
  if (list.size() > limits.messages)
    return too_much("too_many_messages", "messages",
                    "a chat has at most " + std::to_string(limits.messages) + " messages");
  size_t parts = 0, pictures = 0, remote = 0;
  uint64_t bytes = 0;
  for (Json& message : list) {
    Json* content = member(message, "content");
    if (content == nullptr || !content->is_array()) continue;
    parts += content->size();
    if (parts > limits.parts)
      return too_much(
          "too_many_messages", "messages",
          "the messages of a chat have at most " + std::to_string(limits.parts) + " parts");
    for (Json& part : *content) {
      const std::string* address = picture_address(part);
      if (address == nullptr) continue;
      ++pictures;
      const auto uri = read_picture_uri(*address, "messages");
      if (const auto* inside = std::get_if<InlinePicture>(&uri))
        bytes += base64_size(inside->base64);
      if (std::holds_alternative<RemotePicture>(uri)) ++remote;
    }
  }
  if (pictures > limits.pictures)
    return too_much("media_budget_exceeded", "messages",
                    "a chat has at most " + std::to_string(limits.pictures) + " pictures");
  if (remote > limits.remote_pictures)
    return too_much(
        "media_budget_exceeded", "messages",
        "at most " + std::to_string(limits.remote_pictures) + " pictures of a chat are fetched");
  if (bytes > limits.picture_bytes)
    return too_much(
        "media_budget_exceeded", "messages",
        "the pictures of a chat have at most " + std::to_string(limits.picture_bytes) + " bytes");
  return std::nullopt;
}

class Reader {
 public:
  Reader(const ChatLimits& limits, ChatMessages& chat) : limits_(limits), chat_(chat) {}

  std::optional<Problem> read(Json& list) {
    for (size_t i = 0; i < list.size(); ++i)
      if (auto problem = read_message(list[i], i)) return problem;
    if (chat_.messages.empty() || chat_.messages.back().role != ChatMessage::Role::kUser)
      return bad_parameter("messages", "the last message must be a user's");
    return std::nullopt;
  }

 private:
  std::optional<Problem> read_message(Json& message, size_t index) {
    const std::string here = place(index);
    if (!message.is_object()) return bad_parameter(here, here + " must be an object");
    const std::string* name = text_member(message, "role");
    const auto role = name == nullptr ? std::nullopt : role_of(*name);
    if (!role)
      return bad_parameter(here + ".role", "a role here is system, developer, user or assistant");
    const bool system = *role == ChatMessage::Role::kSystem;
    const bool joined = system && !chat_.messages.empty();
    if (joined && chat_.messages.back().role != ChatMessage::Role::kSystem)
      return bad_parameter(here + ".role", "system messages stand before all others");
    if (joined)
      chat_.messages.back().parts.push_back({.text = "\n\n"});
    else
      chat_.messages.push_back({.role = *role});
    return read_content(message, index);
  }

  std::optional<Problem> read_content(Json& message, size_t index) {
    const std::string here = place(index) + ".content";
    const auto role = chat_.messages.back().role;
    Json* content = member(message, "content");
    if (content == nullptr || content->is_null()) {
      // An answer that was a call of a tool has none.
      if (role == ChatMessage::Role::kAssistant) return std::nullopt;
      return bad_parameter(here, here + " is missing");
    }
    if (content->is_string()) {
      chat_.messages.back().parts.push_back({.text = std::move(content->get_ref<std::string&>())});
      return std::nullopt;
    }
    if (!content->is_array()) return bad_parameter(here, here + " must be a text or a list");
    for (size_t i = 0; i < content->size(); ++i)
      if (auto problem = read_part((*content)[i], index, i)) return problem;
    return std::nullopt;
  }

  std::optional<Problem> read_part(Json& part, size_t message, size_t index) {
    const std::string here = place(message, index);
    const std::string* type = text_member(part, "type");
    if (type != nullptr && *type == "text") {
      std::string* text = text_member(part, "text");
      if (text == nullptr) return bad_parameter(here + ".text", here + ".text must be a text");
      chat_.messages.back().parts.push_back({.text = std::move(*text)});
      return std::nullopt;
    }
    if (type == nullptr || *type != "image_url")
      return bad_parameter(here + ".type", "a part here is \"text\" or \"image_url\"");
    if (chat_.messages.back().role != ChatMessage::Role::kUser)
      return bad_parameter(here, "pictures stand in messages of the user");
    std::string* address = picture_address(part);
    const std::string parameter = here + ".image_url.url";
    if (address == nullptr) return bad_parameter(parameter, parameter + " must be a text");
    return read_picture(*address, parameter);
  }

  std::optional<Problem> read_picture(std::string& address, const std::string& parameter) {
    auto uri = read_picture_uri(address, parameter);
    if (auto* problem = std::get_if<Problem>(&uri)) return std::move(*problem);
    ChatPart& part = chat_.messages.back().parts.emplace_back();
    if (std::holds_alternative<RemotePicture>(uri)) {
      ++chat_.pictures;
      chat_.wanted.push_back({chat_.messages.size() - 1, chat_.messages.back().parts.size() - 1,
                              std::move(address), parameter});
      return std::nullopt;
    }
    auto bytes = picture_bytes(std::get<InlinePicture>(uri));
    address = {};
    if (!bytes)
      return Problem{.status = 400,
                     .code = "invalid_url",
                     .message = "the data URI holds no base64 (RFC 4648, with padding, one line)",
                     .parameter = parameter};
    ++chat_.pictures;
    return take_picture(*std::move(bytes), parameter, limits_, chat_, part);
  }

  const ChatLimits& limits_;
  ChatMessages& chat_;
};

}  // namespace

std::optional<Problem> take_picture(std::vector<uint8_t> bytes, const std::string& parameter,
                                    const ChatLimits& limits, ChatMessages& chat,
                                    service::ChatPart& part) {
  const auto size = picture_size(bytes);
  if (!size)
    return Problem{.status = 415,
                   .code = "unsupported_media",
                   .message = "pictures are JPEG, PNG, WebP, TIFF, BMP or GIF files",
                   .parameter = parameter};
  if (size->width == 0)
    return Problem{.status = 422,
                   .code = "image_malformed",
                   .message = "the header of the picture is damaged",
                   .parameter = parameter};
  if (size->width > limits.picture_side || size->height > limits.picture_side ||
      size->pixels() > limits.picture_pixels)
    return too_much("image_too_large", parameter,
                    "a picture has at most " + std::to_string(limits.picture_pixels) +
                        " pixels, and " + std::to_string(limits.picture_side) + " on a side");
  chat.pixels += size->pixels();
  chat.picture_bytes += bytes.size();
  if (chat.pixels > limits.all_pixels || chat.picture_bytes > limits.picture_bytes)
    return too_much("media_budget_exceeded", parameter,
                    "the pictures of a chat have at most " + std::to_string(limits.all_pixels) +
                        " pixels and " + std::to_string(limits.picture_bytes) + " bytes");
  part.picture = std::move(bytes);
  return std::nullopt;
}

std::optional<Problem> read_chat_messages(Json&& list, const ChatLimits& limits,
                                          ChatMessages& chat) {
  if (!list.is_array() || list.empty())
    return bad_parameter("messages", "messages must be a list with at least one message");
  if (auto problem = check_budget(list, limits)) return problem;
  return Reader(limits, chat).read(list);
}

}  // namespace octavo::server

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/utf8.h"
#include "engine/tensor/half.h"
#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kChunk = 1 << 20;
constexpr size_t kGgufAlignment = 32;

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

int64_t count_of(const MadeTensor& tensor) {
  int64_t count = 1;
  for (const int64_t size : tensor.shape) count *= size;
  return count;
}

float rounded(float value, DType type) {
  if (type == DType::kBF16) return float_from_bf16(bf16_from_float(value));
  if (type == DType::kF16) return float_from_f16(f16_from_float(value));
  return value;
}

void put_value(std::string& out, float value, DType type) {
  if (type == DType::kBF16) return put(out, bf16_from_float(value));
  if (type == DType::kF16) return put(out, f16_from_float(value));
  put(out, value);
}

void write_values(std::ofstream& out, const MadeTensor& tensor, DType stored) {
  std::vector<float> values;
  std::string bytes;
  const int64_t count = count_of(tensor);
  for (int64_t first = 0; first < count; first += kChunk) {
    values.resize(static_cast<size_t>(std::min(kChunk, count - first)));
    tensor.values(first, values);
    bytes.clear();
    for (const float value : values) put_value(bytes, rounded(value, tensor.dtype), stored);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
}

std::string list_of(const std::vector<int64_t>& numbers) {
  std::string out;
  for (const int64_t number : numbers) out += (out.empty() ? "" : ",") + std::to_string(number);
  return "[" + out + "]";
}

bool write_safetensors(const fs::path& path, std::span<const MadeTensor> tensors) {
  const auto name_of = [](DType type) {
    return type == DType::kBF16 ? "BF16" : type == DType::kF16 ? "F16" : "F32";
  };
  std::string header = "{";
  int64_t offset = 0;
  for (const MadeTensor& tensor : tensors) {
    const int64_t end = offset + bytes_for(tensor.dtype, count_of(tensor));
    header += (offset > 0 ? "," : "") + ("\"" + tensor.name + "\":{\"dtype\":\"") +
              name_of(tensor.dtype) + "\",\"shape\":" + list_of(tensor.shape) +
              ",\"data_offsets\":" + list_of({offset, end}) + "}";
    offset = end;
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  std::string size;
  put<uint64_t>(size, header.size());
  std::ofstream out(path, std::ios::binary);
  out << size << header;
  for (const MadeTensor& tensor : tensors) write_values(out, tensor, tensor.dtype);
  return out.good();
}

bool write_shards(const fs::path& root, std::span<const MadeTensor> tensors) {
  const size_t half = tensors.size() / 2;
  std::string map;
  for (size_t i = 0; i < tensors.size(); ++i)
    map += (i > 0 ? ",\"" : "\"") + tensors[i].name + "\":\"model-0000" + (i < half ? "1" : "2") +
           "-of-00002.safetensors\"";
  std::ofstream(root / "model.safetensors.index.json")
      << "{\"metadata\":{\"total_size\":0},\"weight_map\":{" << map << "}}";
  return write_safetensors(root / "model-00001-of-00002.safetensors", tensors.first(half)) &&
         write_safetensors(root / "model-00002-of-00002.safetensors", tensors.subspan(half));
}

std::string language_keys(const MadeModel& model) {
  const LanguageConfig& c = model.language;
  const std::string sections =
      list_of({c.mrope_sections[0], c.mrope_sections[1], c.mrope_sections[2]});
  const std::string vision_rope = ",\"mrope_section\":" + sections;
  const bool multimodal = model.vision.depth > 0;
  const auto number = [](int64_t value) { return std::to_string(value); };
  return "\"hidden_size\":" + number(c.hidden) + ",\"num_hidden_layers\":" + number(c.layers) +
         ",\"num_attention_heads\":" + number(c.heads) +
         ",\"num_key_value_heads\":" + number(c.kv_heads) +
         ",\"intermediate_size\":" + number(c.intermediate) +
         ",\"vocab_size\":" + number(c.vocabulary) +
         ",\"max_position_embeddings\":" + number(c.max_positions) +
         ",\"rms_norm_eps\":1e-06,\"hidden_act\":\"silu\",\"use_sliding_window\":false,"
         "\"eos_token_id\":258,\"bos_token_id\":256," +
         (model.nested_config ? "\"rope_parameters\":{\"rope_type\":\"default\","
                                "\"rope_theta\":1000000.0" +
                                    vision_rope + "}"
          : multimodal
              ? "\"rope_theta\":1000000.0,\"rope_scaling\":{\"type\":\"mrope\"" + vision_rope + "}"
              : std::string("\"rope_theta\":1000000.0"));
}

std::string vision_keys(const MadeModel& model) {
  const VisionConfig& c = model.vision;
  const auto number = [](int64_t value) { return std::to_string(value); };
  const bool gelu = c.activation == VisionConfig::Activation::kGelu;
  return "\"depth\":" + number(c.depth) + ",\"embed_dim\":" + number(c.width) +
         ",\"num_heads\":" + number(c.heads) + ",\"mlp_ratio\":" + number(c.mlp / c.width) +
         ",\"hidden_size\":" + number(model.language.hidden) +
         ",\"in_channels\":3,\"patch_size\":" + number(c.patch) +
         ",\"temporal_patch_size\":" + number(c.temporal_patch) +
         ",\"spatial_merge_size\":" + number(c.merge) + ",\"hidden_act\":\"" +
         (gelu ? "gelu" : "quick_gelu") + "\"";
}

std::string config_json(const MadeModel& model) {
  const std::string tied =
      std::string(",\"tie_word_embeddings\":") + (model.language.tied_head ? "true" : "false");
  if (model.vision.depth == 0)
    return "{\"architectures\":[\"Qwen2ForCausalLM\"],\"model_type\":\"qwen2\"," +
           language_keys(model) + tied + "}";
  // The stale root size of new files must not count.
  const std::string language =
      model.nested_config
          ? "\"hidden_size\":8192,\"text_config\":{\"model_type\":\"qwen2_vl_text\"," +
                language_keys(model) + "}"
          : language_keys(model);
  return "{\"architectures\":[\"Qwen2VLForConditionalGeneration\"],\"model_type\":\"qwen2_vl\"," +
         language + tied + ",\"vision_config\":{\"model_type\":\"qwen2_vl" +
         (model.nested_config ? "_vision" : "") + "\"," + vision_keys(model) +
         "},\"image_token_id\":261,\"video_token_id\":-1,\"vision_start_token_id\":259,"
         "\"vision_end_token_id\":260}";
}

std::string preprocessor_json(const MadeModel& model) {
  const VisionConfig& c = model.vision;
  const int64_t token = int64_t(c.patch) * c.merge * c.patch * c.merge;
  return "{\"image_processor_type\":\"Qwen2VLImageProcessor\",\"image_mean\":[0.48145466,"
         "0.4578275,0.40821073],\"image_std\":[0.26862954,0.26130258,0.27577711],"
         "\"patch_size\":" +
         std::to_string(c.patch) + ",\"temporal_patch_size\":" + std::to_string(c.temporal_patch) +
         ",\"merge_size\":" + std::to_string(c.merge) +
         ",\"min_pixels\":" + std::to_string(4 * token) +
         ",\"max_pixels\":" + std::to_string(2048 * token) + "}";
}

// The symbol that byte-level BPE writes for a byte (GPT-2): itself when it prints, else one from
// U+0100 on.
std::vector<std::string> byte_symbols() {
  std::vector<std::string> out;
  char32_t next = 256;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool prints = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) ||
                        (byte >= 0xAE && byte <= 0xFF);
    std::string symbol;
    append_utf8(symbol, prints ? byte : next++);
    out.push_back(symbol);
  }
  return out;
}

constexpr const char* kSpecial[] = {"<|endoftext|>",    "<|im_start|>",   "<|im_end|>",
                                    "<|vision_start|>", "<|vision_end|>", "<|image_pad|>"};

std::string tokenizer_json() {
  std::string added, vocabulary;
  for (int i = 0; i < kMadeTokens - 256; ++i)
    added += (i > 0 ? ",{\"id\":" : "{\"id\":") + std::to_string(256 + i) + ",\"content\":\"" +
             kSpecial[i] +
             "\",\"single_word\":false,\"lstrip\":false,\"rstrip\":false,\"normalized\":false,"
             "\"special\":true}";
  const std::vector<std::string> symbols = byte_symbols();
  for (size_t i = 0; i < symbols.size(); ++i) {
    const bool escaped = symbols[i] == "\"" || symbols[i] == "\\";
    vocabulary += (i > 0 ? ",\"" : "\"") + std::string(escaped ? "\\" : "") + symbols[i] +
                  "\":" + std::to_string(i);
  }
  return "{\"version\":\"1.0\",\"truncation\":null,\"padding\":null,\"added_tokens\":[" + added +
         "],\"normalizer\":{\"type\":\"NFC\"},\"pre_tokenizer\":{\"type\":\"Sequence\","
         "\"pretokenizers\":[{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(?i:'s|'t|'re|'ve|'m|'ll|"
         "'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}| ?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r"
         "\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+\"},\"behavior\":\"Isolated\","
         "\"invert\":false},{\"type\":\"ByteLevel\",\"add_prefix_space\":false,"
         "\"trim_offsets\":true,\"use_regex\":false}]},\"post_processor\":null,"
         "\"decoder\":{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"trim_offsets\":true,"
         "\"use_regex\":true},\"model\":{\"type\":\"BPE\",\"dropout\":null,\"unk_token\":null,"
         "\"continuing_subword_prefix\":null,\"end_of_word_suffix\":null,\"fuse_unk\":false,"
         "\"byte_fallback\":false,\"ignore_merges\":false,\"vocab\":{" +
         vocabulary + "},\"merges\":[]}}";
}

// GGUF, version 3: pairs of metadata, then the tensors.
class Gguf {
 public:
  void text(const std::string& key, const std::string& value) { name(key, 8), string(value); }
  void number(const std::string& key, int64_t value) {
    name(key, 4), put(body_, static_cast<uint32_t>(value));
  }
  void real(const std::string& key, float value) { name(key, 6), put(body_, value); }
  void flag(const std::string& key, bool value) { name(key, 7), put<uint8_t>(body_, value); }
  void numbers(const std::string& key, const std::vector<int64_t>& values) {
    name(key, 9), put<uint32_t>(body_, 5), put<uint64_t>(body_, values.size());
    for (const int64_t value : values) put(body_, static_cast<int32_t>(value));
  }
  void reals(const std::string& key, const std::vector<float>& values) {
    name(key, 9), put<uint32_t>(body_, 6), put<uint64_t>(body_, values.size());
    for (const float value : values) put(body_, value);
  }
  void texts(const std::string& key, const std::vector<std::string>& values) {
    name(key, 9), put<uint32_t>(body_, 8), put<uint64_t>(body_, values.size());
    for (const std::string& value : values) string(value);
  }

  bool write(const fs::path& path, std::span<const MadeTensor> tensors) {
    size_t offset = 0;
    for (const MadeTensor& tensor : tensors) {
      string(tensor.name);
      put(body_, static_cast<uint32_t>(tensor.shape.size()));
      for (auto size = tensor.shape.rbegin(); size != tensor.shape.rend(); ++size)
        put(body_, static_cast<uint64_t>(*size));
      const DType stored = stored_type(tensor);
      put<uint32_t>(body_, stored == DType::kBF16 ? 30 : stored == DType::kF16 ? 1 : 0);
      put<uint64_t>(body_, offset);
      offset += padded(static_cast<size_t>(bytes_for(stored, count_of(tensor))));
    }
    std::string head = "GGUF";
    put<uint32_t>(head, 3);
    put<uint64_t>(head, tensors.size());
    put<uint64_t>(head, pairs_);
    head += body_;
    head.resize(padded(head.size()));
    std::ofstream out(path, std::ios::binary);
    out << head;
    for (const MadeTensor& tensor : tensors) {
      write_values(out, tensor, stored_type(tensor));
      const auto end = static_cast<size_t>(out.tellp());
      out << std::string(padded(end) - end, '\0');
    }
    return out.good();
  }

 private:
  // As converters do: vectors always in f32.
  static DType stored_type(const MadeTensor& tensor) {
    return tensor.shape.size() == 1 ? DType::kF32 : tensor.dtype;
  }
  static size_t padded(size_t size) {
    return (size + kGgufAlignment - 1) / kGgufAlignment * kGgufAlignment;
  }
  void string(const std::string& value) { put<uint64_t>(body_, value.size()), body_ += value; }
  void name(const std::string& key, uint32_t type) {
    ++pairs_;
    string(key);
    put(body_, type);
  }

  std::string body_;
  uint64_t pairs_ = 0;
};

bool write_language_gguf(const MadeModel& model, const fs::path& path) {
  const LanguageConfig& c = model.language;
  Gguf file;
  const std::string a = model.vision.depth > 0 ? "qwen2vl" : "qwen2";
  file.text("general.architecture", a);
  file.number(a + ".block_count", c.layers);
  file.number(a + ".context_length", c.max_positions);
  file.number(a + ".embedding_length", c.hidden);
  file.number(a + ".feed_forward_length", c.intermediate);
  file.number(a + ".attention.head_count", c.heads);
  file.number(a + ".attention.head_count_kv", c.kv_heads);
  file.real(a + ".attention.layer_norm_rms_epsilon", 1e-6f);
  file.real(a + ".rope.freq_base", 1e6f);
  if (model.vision.depth > 0)
    file.numbers(a + ".rope.dimension_sections",
                 {c.mrope_sections[0], c.mrope_sections[1], c.mrope_sections[2], 0});
  std::vector<std::string> tokens = byte_symbols();
  std::vector<int64_t> types(tokens.size(), 1);
  for (const char* special : kSpecial) tokens.emplace_back(special), types.push_back(3);
  for (int id = kMadeTokens; id < c.vocabulary; ++id)
    tokens.push_back("[PAD" + std::to_string(id) + "]"), types.push_back(5);
  file.text("tokenizer.ggml.model", "gpt2");
  file.text("tokenizer.ggml.pre", "qwen2");
  file.texts("tokenizer.ggml.tokens", tokens);
  file.numbers("tokenizer.ggml.token_type", types);
  file.texts("tokenizer.ggml.merges", {});
  file.number("tokenizer.ggml.eos_token_id", kMadeEnd);
  return file.write(path, made_language_tensors(model));
}

bool write_vision_gguf(const MadeModel& model, const fs::path& path) {
  const VisionConfig& c = model.vision;
  Gguf file;
  file.text("general.architecture", "clip");
  file.flag("clip.has_vision_encoder", true);
  file.text("clip.projector_type", "qwen2vl_merger");
  file.number("clip.vision.block_count", c.depth);
  file.number("clip.vision.embedding_length", c.width);
  // The converter writes this number here for this family; nobody may believe it.
  file.number("clip.vision.feed_forward_length", model.language.hidden);
  file.number("clip.vision.attention.head_count", c.heads);
  file.number("clip.vision.projection_dim", model.language.hidden);
  file.number("clip.vision.patch_size", c.patch);
  file.number("clip.vision.image_size", 560);
  file.real("clip.vision.attention.layer_norm_epsilon", 1e-6f);
  file.reals("clip.vision.image_mean", {0.48145466f, 0.4578275f, 0.40821073f});
  file.reals("clip.vision.image_std", {0.26862954f, 0.26130258f, 0.27577711f});
  return file.write(path, made_vision_tensors(model));
}

}  // namespace

bool write_made_settings(const MadeModel& model, const std::string& path) {
  const fs::path root(path);
  std::error_code failure;
  fs::create_directories(root, failure);
  std::ofstream(root / "config.json") << config_json(model);
  std::ofstream(root / "generation_config.json") << "{\"eos_token_id\":[258,256]}";
  std::ofstream(root / "tokenizer.json") << tokenizer_json();
  if (model.vision.depth > 0)
    std::ofstream(root / "preprocessor_config.json") << preprocessor_json(model);
  return fs::exists(root / "tokenizer.json", failure);
}

bool write_made_model(const MadeModel& model, const std::string& path) {
  const fs::path root(path);
  if (model.names == TensorNames::kGguf) {
    std::error_code failure;
    fs::create_directories(root, failure);
    return write_language_gguf(model, root / "model.gguf") &&
           (model.vision.depth == 0 || write_vision_gguf(model, root / "mmproj.gguf"));
  }
  if (!write_made_settings(model, path)) return false;
  std::vector<MadeTensor> tensors = made_language_tensors(model);
  for (MadeTensor& tensor : made_vision_tensors(model)) tensors.push_back(std::move(tensor));
  return model.sharded ? write_shards(root, tensors)
                       : write_safetensors(root / "model.safetensors", tensors);
}

}  // namespace octavo::engine

#include "pipeline/page_bytes.h"

#include <concepts>
#include <cstring>
#include <type_traits>

#include "base/sha256.h"
#include "octavo/system.h"

namespace octavo {
namespace {

using document::PageBlock;
using document::PageBlocks;

template <class T, class Wanted>
concept Is = std::same_as<std::remove_const_t<T>, Wanted>;
template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Each noun once, for both directions. Those taken apart whole do not compile when a field is added
// and forgotten here.
template <class Archive, class S, class T>
void fields(Archive& archive, Box<S, T>& box) {
  archive(box.x0, box.y0, box.x1, box.y1);
}
template <class Archive, class S, class T>
void fields(Archive& archive, const Box<S, T>& box) {
  archive(box.x0, box.y0, box.x1, box.y1);
}
void fields(auto& archive, Is<PageBox> auto& x) {
  auto& [page, box] = x;
  archive(page, box);
}
void fields(auto& archive, Is<Inline> auto& x) {
  auto& [kind, style, text, url] = x;
  archive(kind, style, text, url);
}
void fields(auto& archive, Is<Line> auto& x) {
  auto& [box, content, confidence] = x;
  archive(box, content, confidence);
}
void fields(auto& archive, Is<ListItem> auto& x) {
  auto& [marker, level, content, boxes] = x;
  archive(marker, level, content, boxes);
}
void fields(auto& archive, Is<TableCell> auto& x) {
  auto& [row, column, row_span, column_span, header, content, box] = x;
  archive(row, column, row_span, column_span, header, content, box);
}
void fields(auto& archive, Is<Table> auto& x) {
  auto& [rows, columns, cells] = x;
  archive(rows, columns, cells);
}
void fields(auto& archive, Is<Picture> auto& x) {
  auto& [file_name, width, height, bytes] = x;
  archive(file_name, width, height, bytes);
}
void fields(auto& archive, Is<Caption> auto& x) {
  auto& [content, box] = x;
  archive(content, box);
}
void fields(auto& archive, Is<Block> auto& x) {
  auto& [kind, level, angle, boxes, content, lines, items, table, picture, captions, footnotes,
         language, source, source_reason, confidence] = x;
  archive(kind, level, angle, boxes, content, lines, items, table, picture, captions, footnotes,
          language, source, source_reason, confidence);
}
void fields(auto& archive, Is<Diagnostic> auto& x) {
  auto& [severity, id, text, page] = x;
  archive(severity, id, text, page);
}
void fields(auto& archive, Is<ModelBlock> auto& x) {
  auto& [type, box, angle, content, has_content, sub_type, merge_prev] = x;
  archive(type, box, angle, content, has_content, sub_type, merge_prev);
}
// Without what no output file has, but for the seconds.
void fields(auto& archive, Is<PageInfo> auto& x) {
  archive(x.index, x.width, x.height, x.rotation, x.status, x.source, x.source_reason, x.blank,
          x.used_layout_network, x.text_layer_characters, x.characters_kept, x.characters_hidden,
          x.model_blocks, x.seconds);
}
void fields(auto& archive, Is<PageBlock> auto& x) {
  auto& [block, region, region_kind, size, bold, all_caps, centered, column, mid_sentence, flush,
         ends_open, end_space, first_width, rows, parts, hard_lines] = x;
  archive(block, region, region_kind, size, bold, all_caps, centered, column, mid_sentence, flush,
          ends_open, end_space, first_width, rows, parts, hard_lines);
}
void fields(auto& archive, Is<PageBlocks> auto& x) {
  auto& [info, blocks, diagnostics] = x;
  archive(info, blocks, diagnostics);
}

// In the byte order of this machine: the bytes do not leave it.
class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  std::string take() { return std::move(out_); }

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (Plain<T>)
      out_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else
      fields(*this, value);
  }
  void write(const std::string& text) {
    write(text.size());
    out_ += text;
  }
  template <class T>
  void write(const std::vector<T>& list) {
    write(list.size());
    for (const T& value : list) write(value);
  }

  std::string out_;
};

// After the end every value is empty, and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  template <class... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && left_.empty(); }

 private:
  template <class T>
  void read(T& value) {
    if constexpr (Plain<T>) {
      if (const std::string_view bytes = take(sizeof value); !bytes.empty())
        std::memcpy(&value, bytes.data(), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void read(std::string& text) { text = take(read_size()); }
  template <class T>
  void read(std::vector<T>& list) {
    // Every element has a byte at least.
    for (size_t count = read_size(); ok_ && count > 0; --count) read(list.emplace_back());
  }
  size_t read_size() {
    size_t size = 0;
    read(size);
    if (size > left_.size()) ok_ = false;
    return ok_ ? size : 0;
  }
  std::string_view take(size_t size) {
    if (!ok_ || size > left_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view bytes = left_.substr(0, size);
    left_.remove_prefix(size);
    return bytes;
  }

  std::string_view left_;
  bool ok_ = true;
};

std::string head_of(std::string_view body) {
  return "octavo page " + std::string(version()) + " " + sha256_hex(body) + "\n";
}

}  // namespace

std::string page_to_bytes(const PageBlocks& page) {
  Writer writer;
  writer(page);
  const std::string body = writer.take();
  return head_of(body) + body;
}

std::optional<PageBlocks> page_from_bytes(std::string_view bytes, int index) {
  const size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view body = bytes.substr(end + 1);
  if (bytes.substr(0, end + 1) != head_of(body)) return std::nullopt;
  PageBlocks page;
  Reader reader(body);
  reader(page);
  if (!reader.at_end() || page.info.index != index) return std::nullopt;
  return page;
}

}  // namespace octavo

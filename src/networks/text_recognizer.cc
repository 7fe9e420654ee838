#include "networks/text_recognizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/file.h"
#include "base/try.h"
#include "base/utf8.h"
#include "image/convert.h"
#include "image/resize.h"
#include "networks/ctc.h"
#include "networks/onnx_metadata.h"
#include "networks/planes.h"
#include "networks/runtime.h"
#include "networks/word_gaps.h"

namespace octavo {
namespace {

constexpr const char* kFile = "PP-OCRv6_rec_small.onnx";
constexpr size_t kClasses = 18710;
constexpr int64_t kMaxModelBytes = int64_t(1) << 30;
constexpr int kStride = 8;  // columns of the input a step of the output

// Width of a line, as a share of what it has at 48 pixels height. Lines with pixels enough are
// squeezed: the network reads them as well (measured: token F1 unchanged), for a sixth less time.
constexpr float kSqueezed = 0.85F, kWhole = 1, kWidened = 1.15F;
constexpr int kFinePixels = 30;  // height of a line from which on it is squeezed
// A line that reads worse than this is read again, widened, and the better reading is kept.
constexpr float kDoubtful = 0.88F;

// The widths the network is run at. A new width costs OpenVINO several milliseconds of preparation,
// and padding costs as much as text, so a line is stretched or squeezed by a few percent to the
// nearest.
constexpr std::array<int, 34> kWidths = {
    48,  56,  64,  72,  80,  88,  96,  104, 120, 136, 152,  168,  192,  216,  240,  272,  304,
    344, 384, 432, 480, 536, 600, 672, 752, 840, 936, 1040, 1160, 1296, 1440, 1600, 1784, 1984};
static_assert(std::all_of(kWidths.begin(), kWidths.end(), [](int w) { return w % kStride == 0; }));

// A crop wider than this at 48 pixels height is cut at a gap between words.
constexpr int kMaxColumns = 2200;

// A part of a line: columns [x0, x1) of its image.
struct Piece {
  size_t line = 0;
  int x0 = 0, x1 = 0;
  ImageView view;
};

float mean_confidence(std::span<const RecognizedCharacter> characters) {
  float sum = 0;
  for (const auto& c : characters) sum += c.confidence;
  return characters.empty() ? 0 : sum / static_cast<float>(characters.size());
}

int columns_of(ImageView line) {
  const double columns = static_cast<double>(TextRecognizer::kHeight) * line.width / line.height;
  return static_cast<int>(std::min(columns, 1e6)) + 1;
}

// Difference between the darkest and the brightest pixel of each column.
std::vector<int> column_contrast(ImageView line) {
  const Image gray = to_gray(line);
  std::vector<int> low(static_cast<size_t>(line.width), 255),
      high(static_cast<size_t>(line.width), 0);
  for (int y = 0; y < gray.height(); ++y) {
    const uint8_t* row = gray.row(y);
    for (size_t x = 0; x < low.size(); ++x) {
      low[x] = std::min<int>(low[x], row[x]);
      high[x] = std::max<int>(high[x], row[x]);
    }
  }
  for (size_t x = 0; x < low.size(); ++x) high[x] -= low[x];
  return high;
}

// The best column to cut at in [from, to): the middle of the widest stretch of low contrast.
int find_cut(const std::vector<int>& contrast, int from, int to) {
  const auto begin = contrast.begin() + from, end = contrast.begin() + to;
  const int low = *std::min_element(begin, end), high = *std::max_element(begin, end);
  const int limit = low + (high - low) / 8;
  int best = from, best_length = 0;
  for (int x = from; x < to;) {
    const int start = x;
    while (x < to && contrast[static_cast<size_t>(x)] <= limit) ++x;
    if (x - start > best_length) {
      best_length = x - start;
      best = start + best_length / 2;
    }
    if (x == start) ++x;
  }
  return best;
}

void add_pieces(std::vector<Piece>& pieces, size_t index, ImageView line) {
  if (line.empty()) return;
  const int columns = columns_of(line);
  if (columns <= kMaxColumns) {
    pieces.push_back({index, 0, line.width, line});
    return;
  }
  const auto contrast = column_contrast(line);
  const double step = static_cast<double>(kMaxColumns) * line.width / columns;
  int x = 0;
  while (line.width - x > step) {
    // Look for the gap in the last third; leave at least a quarter of a piece for the rest.
    const int from = x + static_cast<int>(step * 0.6), to = x + static_cast<int>(step * 0.95);
    const int cut =
        to > from ? find_cut(contrast, from, to) : x + std::max(1, static_cast<int>(step));
    pieces.push_back({index, x, cut, line.part({x, 0, cut, line.height})});
    x = cut;
  }
  pieces.push_back({index, x, line.width, line.part({x, 0, line.width, line.height})});
}

int nearest_width(double columns) {
  int best = kWidths[0];
  double best_ratio = 1e9;
  for (const int width : kWidths) {
    const double ratio = std::max(columns / width, width / columns);
    if (ratio < best_ratio) {
      best_ratio = ratio;
      best = width;
    }
  }
  return best;
}

// How a piece is laid into the network's input.
struct Fit {
  int width = 0;    // of the input
  int content = 0;  // columns that the picture fills; the rest stays zero
};

Fit fit_of(ImageView piece, float share) {
  const double columns =
      share * TextRecognizer::kHeight * static_cast<double>(piece.width) / piece.height;
  const int width = nearest_width(columns);
  // Narrower than the narrowest input: padded rather than stretched out of shape.
  if (columns < 0.85 * width) return {width, std::max(4, static_cast<int>(std::lround(columns)))};
  return {width, width};
}

NetworkJob job_for(ImageView piece, const Fit& fit, std::span<const char32_t> alphabet,
                   std::vector<RecognizedCharacter>& characters) {
  const auto height = static_cast<size_t>(TextRecognizer::kHeight);
  const auto width = static_cast<size_t>(fit.width);
  return {{1, 3, height, width},
          [=](std::span<float> input) {
            std::fill(input.begin(), input.end(), 0.0F);
            const Image scaled =
                resize(piece, fit.content, TextRecognizer::kHeight, Filter::kBilinear);
            fill_planes(scaled, {}, input, height, width);
          },
          [=, &characters](std::span<const TensorView> outputs) {
            if (outputs[0].shape.back() != alphabet.size()) return;
            characters = read_steps(outputs[0].data, alphabet);
            const float stretch = static_cast<float>(fit.width) / static_cast<float>(fit.content);
            for (auto& c : characters) {
              c.x0 = std::min(1.0F, c.x0 * stretch);
              c.x1 = std::min(1.0F, c.x1 * stretch);
            }
          }};
}

// What each of `pieces` reads as at `share` of its width.
Result<std::vector<std::vector<RecognizedCharacter>>> read_pieces(
    std::span<const Piece> pieces, std::span<const float> shares, const Network& network,
    std::span<const char32_t> alphabet, const Deadline& deadline) {
  std::vector<Fit> fits;
  for (size_t i = 0; i < pieces.size(); ++i) fits.push_back(fit_of(pieces[i].view, shares[i]));
  // The long ones first, so that no thread is left with one at the end.
  std::vector<size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return fits[a].width > fits[b].width; });
  std::vector<std::vector<RecognizedCharacter>> read(pieces.size());
  const auto job = [&](size_t i) {
    const size_t piece = order[i];
    return job_for(pieces[piece].view, fits[piece], alphabet, read[piece]);
  };
  OCTAVO_TRY_STATUS(network.run_all(pieces.size(), job, deadline));
  return read;
}

// Reads doubtful pieces again, wider.
Status read_again(std::span<const Piece> pieces, const Network& network,
                  std::span<const char32_t> alphabet, const Deadline& deadline,
                  std::vector<std::vector<RecognizedCharacter>>& read) {
  std::vector<Piece> doubtful;
  std::vector<size_t> places;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (read[i].empty() || mean_confidence(read[i]) >= kDoubtful) continue;
    doubtful.push_back(pieces[i]);
    places.push_back(i);
  }
  const std::vector<float> shares(doubtful.size(), kWidened);
  auto again = OCTAVO_TRY(read_pieces(doubtful, shares, network, alphabet, deadline));
  for (size_t i = 0; i < places.size(); ++i)
    if (mean_confidence(again[i]) > mean_confidence(read[places[i]]))
      read[places[i]] = std::move(again[i]);
  return success();
}

void append_piece(RecognizedText& text, std::vector<RecognizedCharacter> characters,
                  const Piece& piece, ImageView line) {
  const auto whole = static_cast<float>(line.width);
  const float start = static_cast<float>(piece.x0) / whole;
  const float share = static_cast<float>(piece.x1 - piece.x0) / whole;
  for (auto& c : characters) {
    c.x0 = start + c.x0 * share;
    c.x1 = start + c.x1 * share;
  }
  text.characters.insert(text.characters.end(), characters.begin(), characters.end());
}

Result<std::vector<char32_t>> read_alphabet(const std::string& path) {
  const MappedFile file = OCTAVO_TRY(MappedFile::open(path, kMaxModelBytes));
  const auto entry = onnx_metadata(file.bytes(), "character");
  std::vector<char32_t> alphabet{0};
  for (size_t at = 0; entry && at <= entry->size();) {
    const size_t end = std::min(entry->find('\n', at), entry->size());
    alphabet.push_back(first_char(std::string_view(*entry).substr(at, end - at)));
    at = end + 1;
  }
  alphabet.push_back(U' ');
  if (alphabet.size() != kClasses)
    return Error{Code::kModelInvalid,
                 "the alphabet of the text network is not the expected one",
                 "delete the file and run ./dev setup",
                 {path, {}, {}}};
  return alphabet;
}

}  // namespace

std::string RecognizedText::text() const {
  std::string out;
  for (const auto& c : characters) append_utf8(out, c.code);
  return out;
}

TextRecognizer::TextRecognizer(std::unique_ptr<Network> network, std::vector<char32_t> alphabet)
    : network_(std::move(network)), alphabet_(std::move(alphabet)) {}
TextRecognizer::~TextRecognizer() = default;

Result<std::unique_ptr<TextRecognizer>> TextRecognizer::load(NetworkRuntime& runtime) {
  const std::string path = OCTAVO_TRY(runtime.model_path(kFile));
  auto alphabet = OCTAVO_TRY(read_alphabet(path));
  auto network = OCTAVO_TRY(
      runtime.open({kFile, {-1, 3, kHeight, -1}, {{-1, -1, static_cast<int64_t>(kClasses)}}}));
  return std::unique_ptr<TextRecognizer>(
      new TextRecognizer(std::move(network), std::move(alphabet)));
}

Result<std::vector<RecognizedText>> TextRecognizer::recognize(std::span<const ImageView> lines,
                                                              const Deadline& deadline) const {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < lines.size(); ++i) add_pieces(pieces, i, lines[i]);
  std::vector<float> shares;
  for (const Piece& piece : pieces)
    shares.push_back(piece.view.height >= kFinePixels ? kSqueezed : kWhole);
  auto read = OCTAVO_TRY(read_pieces(pieces, shares, *network_, alphabet_, deadline));
  OCTAVO_TRY_STATUS(read_again(pieces, *network_, alphabet_, deadline, read));
  std::vector<RecognizedText> texts(lines.size());
  for (size_t i = 0; i < pieces.size(); ++i)
    append_piece(texts[pieces[i].line], std::move(read[i]), pieces[i], lines[pieces[i].line]);
  for (size_t i = 0; i < texts.size(); ++i) {
    texts[i].confidence = mean_confidence(texts[i].characters);
    restore_spaces(texts[i], lines[i]);
  }
  return texts;
}

}  // namespace octavo

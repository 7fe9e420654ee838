#include "tests/engine/model_golden.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace octavo::engine {
namespace {

constexpr size_t kSigns = 4;

GoldenTensor read_tensor(std::istringstream& in) {
  GoldenTensor out;
  out.signed_sums.resize(kSigns);
  in >> out.rows >> out.cols >> out.length >> out.largest;
  for (double& sum : out.signed_sums) in >> sum;
  for (std::string field; in >> field;) {
    const size_t colon = field.find(':');
    out.samples.emplace_back(std::stoll(field.substr(0, colon)),
                             std::stod(field.substr(colon + 1)));
  }
  return out;
}

template <class T>
std::vector<T> read_list(std::istringstream& in) {
  size_t count = 0;
  in >> count;
  std::vector<T> out(count);
  for (T& value : out) in >> value;
  return out;
}

double sign(uint64_t index, size_t which) {
  return (index * 0x9E3779B97F4A7C15) >> (40 + which) & 1 ? -1 : 1;
}

}  // namespace

ModelGolden ModelGolden::read(const std::string& path) {
  ModelGolden out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string kind, name;
    in >> kind;
    if (kind == "tensor" && in >> name) out.tensors[name] = read_tensor(in);
    if (kind == "ids") out.ids = read_list<TokenId>(in);
    if (kind == "tokens") out.tokens = read_list<TokenId>(in);
    if (kind == "last_logits") out.last_logits = read_list<float>(in);
    if (kind == "gap") in >> out.gap;
    if (kind == "gaps") out.gaps = read_list<double>(in);
  }
  return out;
}

double distance(const GoldenTensor& golden, MatView<const float> found) {
  if (found.rows != golden.rows || found.cols != golden.cols)
    return std::numeric_limits<double>::infinity();
  std::array<double, kSigns> sums{};
  double squares = 0;
  for (int64_t i = 0; i < found.rows; ++i)
    for (int64_t j = 0; j < found.cols; ++j) {
      const double value = double{found.at(i, j)};
      squares += value * value;
      for (size_t k = 0; k < kSigns; ++k)
        sums[k] += sign(static_cast<uint64_t>(i * found.cols + j), k) * value;
    }
  double worst = std::abs(std::sqrt(squares) - golden.length) / golden.length;
  for (size_t k = 0; k < kSigns; ++k)
    worst = std::max(worst, std::abs(sums[k] - golden.signed_sums[k]) / golden.length);
  for (const auto& [place, value] : golden.samples)
    worst =
        std::max(worst, std::abs(double{found.at(place / found.cols, place % found.cols)} - value) /
                            golden.largest);
  return std::isnan(squares) ? std::numeric_limits<double>::infinity() : worst;
}

}  // namespace octavo::engine

#include "document/block/formula/write_row.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/block/formula/structure.h"
#include "document/block/formula/symbols.h"

namespace octavo::document {
namespace {

// All lengths in sizes of the row.
constexpr float kSmall = 0.88F;      // scripts are smaller than this
constexpr float kRaised = 0.15F;     // a small sign higher than this is an exponent
constexpr float kLowered = -0.05F;   // one lower than this an index
constexpr float kShifted = 0.3F;     // the same for signs as large as the row
constexpr float kFullSize = 0.85F;   // what counts for the baseline
constexpr float kSameLine = 0.12F;   // baselines that are one
constexpr float kStretched = 1.35F;  // height of a bracket that grew with its content
constexpr float kHangs = 0.6F;       // a bracket reaching so far below its origin is off its line
constexpr float kWordSpace = 0.18F;  // white between words
constexpr float kWide = 1.3F;        // white between formulas side by side
constexpr float kAxis = 0.25F;
constexpr float kStar = 0.42F;  // middle of a raised star, over the baseline
constexpr int kMostDepth = 12;  // scripts of scripts

enum class Level : int8_t { kLower = -1, kRow = 0, kUpper = 1 };

bool is_stretched(const Atom& atom) { return atom.box.height() > kStretched * atom.size; }

bool is_bracket(const Atom& atom) {
  return atom.kind == AtomKind::kOpen || atom.kind == AtomKind::kClose ||
         atom.kind == AtomKind::kFence;
}

// Signs whose baseline says nothing: they are centred on the axis.
bool floats(const Atom& atom) {
  if (atom.kind == AtomKind::kLarge || atom.kind == AtomKind::kRoot) return true;
  const bool hangs = atom.box.y1 - atom.baseline > kHangs * atom.size;
  return is_bracket(atom) && (hangs || is_stretched(atom));
}

Level level_of(const Atom& atom, float baseline, float size) {
  const float up = baseline - atom.baseline;
  if (floats(atom)) {
    const float axis = baseline - kAxis * size;
    if (atom.box.y0 < axis && atom.box.y1 > axis) return Level::kRow;
    return atom.box.y1 <= axis ? Level::kUpper : Level::kLower;
  }
  // The star of text fonts is raised in its own size.
  if (atom.latex == "*" && baseline - atom.box.center_y() > kStar * size) return Level::kUpper;
  const bool small = atom.kind != AtomKind::kPart && atom.size < kSmall * size;
  if (up > (small ? kRaised : kShifted) * size) return Level::kUpper;
  if (up < (small ? kLowered : -kShifted) * size) return Level::kLower;
  return Level::kRow;
}

bool ends_in_command(std::string_view latex) {
  size_t i = latex.size();
  while (i > 0 && ((latex[i - 1] >= 'a' && latex[i - 1] <= 'z') ||
                   (latex[i - 1] >= 'A' && latex[i - 1] <= 'Z')))
    --i;
  return i > 0 && i < latex.size() && latex[i - 1] == '\\';
}

void append(std::string& out, std::string_view token) {
  if (token.empty()) return;
  const char first = token.front();
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (letter && ends_in_command(out)) out += ' ';
  out += token;
}

void append_spaced(std::string& out, std::string_view token) {
  if (!out.empty() && out.back() != ' ') out += ' ';
  out += token;
  out += ' ';
}

// "'" and "''" are exponents that LaTeX spells without braces.
bool is_primes(const Atoms& atoms) {
  return !atoms.empty() && std::all_of(atoms.begin(), atoms.end(), [](const Atom& atom) {
    return atom.latex == "'" || atom.latex == "''";
  });
}

class RowWriter {
 public:
  RowWriter(Atoms atoms, int depth) : atoms_(std::move(atoms)), depth_(depth) {
    std::stable_sort(atoms_.begin(), atoms_.end(),
                     [](const Atom& a, const Atom& b) { return a.box.x0 < b.box.x0; });
    baseline_ = main_baseline(atoms_);
    size_ = size_of(atoms_);
    pair_brackets();
  }

  WrittenRow write() {
    for (size_t i = 0; i < atoms_.size();) {
      if (depth_ < kMostDepth && level(i) != Level::kRow) {
        write_scripts(i);
        continue;
      }
      i = write_sign(i);
    }
    while (!row_.latex.empty() && row_.latex.back() == ' ') row_.latex.pop_back();
    dots("\\cdot \\cdot \\cdot", "\\cdots");
    dots("...", "\\ldots ");
    return std::move(row_);
  }

 private:
  Level level(size_t i) const { return level_of(atoms_[i], baseline_, size_); }

  // Brackets that grew get \left and \right when both are there.
  void pair_brackets() {
    paired_.assign(atoms_.size(), 0);
    std::vector<size_t> open;
    size_t fence = atoms_.size();
    for (size_t i = 0; i < atoms_.size(); ++i) {
      if (!is_stretched(atoms_[i]) || level(i) != Level::kRow) continue;
      if (atoms_[i].kind == AtomKind::kOpen) open.push_back(i);
      if (atoms_[i].kind == AtomKind::kClose && !open.empty()) {
        paired_[open.back()] = paired_[i] = 1;
        open.pop_back();
      }
      if (atoms_[i].kind != AtomKind::kFence) continue;
      if (fence == atoms_.size()) {
        fence = i;
      } else {
        paired_[fence] = 2;
        paired_[i] = 1;
        fence = atoms_.size();
      }
    }
  }

  // The run of raised and lowered signs from `i` on.
  void write_scripts(size_t& i) {
    Atoms lower, upper;
    for (; i < atoms_.size() && level(i) != Level::kRow; ++i)
      (level(i) == Level::kUpper ? upper : lower).push_back(atoms_[i]);
    row_.structured = true;
    std::string& out = row_.latex;
    const bool spaced = !out.empty() && out.back() == ' ';
    if (out.empty() || spaced) out += "{}";
    const bool primes = is_primes(upper);
    if (primes)
      for (const Atom& atom : upper) out += atom.latex;
    if (!lower.empty()) out += "_{" + RowWriter(std::move(lower), depth_ + 1).write().latex + "}";
    if (!primes && !upper.empty())
      out += "^{" + RowWriter(std::move(upper), depth_ + 1).write().latex + "}";
  }

  float gap_before(size_t i) const { return i == 0 ? 0 : atoms_[i].box.x0 - atoms_[i - 1].box.x1; }

  size_t write_sign(size_t i) {
    const Atom& atom = atoms_[i];
    std::string& out = row_.latex;
    if (i > 0 && gap_before(i) > kWide * size_ && atom.kind != AtomKind::kBinary &&
        atom.kind != AtomKind::kRelation)
      append_spaced(out, "\\quad");
    switch (atom.kind) {
      case AtomKind::kRelation:
        if (!out.empty() && out.back() != ' ') out += ' ';
        // Rows are aligned at it, which LaTeX refuses between \left and \right.
        if (row_.relation == std::string::npos && stretched_ == 0) row_.relation = out.size();
        append_spaced(out, atom.latex);
        break;
      case AtomKind::kBinary:
        append_spaced(out, atom.latex);
        break;
      case AtomKind::kPunctuation:
        while (!out.empty() && out.back() == ' ') out.pop_back();
        out += atom.latex;
        if (atom.latex != "." && atom.latex != "!") out += ' ';
        break;
      case AtomKind::kOpen:
      case AtomKind::kClose:
      case AtomKind::kFence:
        write_bracket(i);
        break;
      case AtomKind::kRoot:
        return write_bare_root(i);
      case AtomKind::kLetters:
        return write_words(i);
      default:
        row_.structured |= atom.kind == AtomKind::kPart || atom.kind == AtomKind::kLarge;
        append(out, spelled(atom));
    }
    return i + 1;
  }

  void write_bracket(size_t i) {
    const Atom& atom = atoms_[i];
    const bool opens = atom.kind == AtomKind::kOpen || paired_[i] == 2;
    if (paired_[i] != 0) {
      append(row_.latex, opens ? "\\left" : "\\right");
      stretched_ += opens ? 1 : -1;
    }
    append(row_.latex, atom.latex);
  }

  // A root sign without a bar stands before what it is taken of.
  size_t write_bare_root(size_t i) {
    row_.structured = true;
    if (i + 1 == atoms_.size()) return i + 1;
    append(row_.latex, "\\sqrt{" + spelled(atoms_[i + 1]) + "}");
    return i + 2;
  }

  // Words with white between them are text: "\text{if and only if}".
  size_t write_words(size_t i) {
    std::string text;
    size_t end = i;
    for (; end < atoms_.size(); ++end) {
      const Atom& atom = atoms_[end];
      const bool word = atom.kind == AtomKind::kLetters && level(end) == Level::kRow &&
                        (atom.latex.size() > 1 || end > i) && !is_function_name(atom.latex);
      if (!word || (end > i && gap_before(end) > kWide * size_)) break;
      if (end > i && gap_before(end) > kWordSpace * size_) text += ' ';
      text += atom.latex;
    }
    if (end < i + 2) {
      const bool apart =
          (i > 0 && gap_before(i) > kWordSpace * size_ &&
           atoms_[i - 1].kind != AtomKind::kRelation && atoms_[i - 1].kind != AtomKind::kBinary) ||
          last_char(atoms_[i].latex) > 0x7F;
      std::string one = spelled(atoms_[i]);
      if (apart && one.starts_with("\\mathrm")) one = "\\text{" + atoms_[i].latex + "}";
      append(row_.latex, one);
      return i + 1;
    }
    append(row_.latex, "\\text{" + text + "}");
    return end;
  }

  void dots(std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = row_.latex.find(from, at)) != std::string::npos; at += to.size()) {
      row_.latex.replace(at, from.size(), to);
      if (row_.relation != std::string::npos && row_.relation > at)
        row_.relation = row_.relation + to.size() - from.size();
    }
  }

  Atoms atoms_;
  int depth_;
  float baseline_ = 0, size_ = 0;
  std::vector<char> paired_;
  int stretched_ = 0;  // brackets that are open, of those written with \left
  WrittenRow row_;
};

}  // namespace

float main_baseline(const Atoms& atoms) {
  const float size = size_of(atoms);
  float best = atoms.empty() ? 0 : atoms.front().baseline;
  int most = 0;
  // What is put together counts only where there is nothing else.
  for (const bool parts : {false, true}) {
    for (const Atom& atom : atoms) {
      const bool part = atom.kind == AtomKind::kPart;
      if (floats(atom) || atom.size < kFullSize * size || part != parts) continue;
      int same = 0;
      for (const Atom& other : atoms)
        same += !floats(other) && other.size >= kFullSize * size &&
                (other.kind == AtomKind::kPart) == parts &&
                std::abs(other.baseline - atom.baseline) < kSameLine * size;
      if (same <= most) continue;
      most = same;
      best = atom.baseline;
    }
    if (most > 0) return best;
  }
  return best;
}

std::string spelled(const Atom& atom) {
  if (atom.kind == AtomKind::kLetters) {
    if (is_function_name(atom.latex)) return "\\" + atom.latex;
    const std::string name = atom.alphabet == Alphabet::kBold ? "\\mathbf{" : "\\mathrm{";
    const bool plain = atom.latex.size() == 1 && atom.alphabet == Alphabet::kUpright;
    return plain ? atom.latex : name + atom.latex + "}";
  }
  const bool letter = atom.latex.size() == 1 && ((atom.latex[0] >= 'a' && atom.latex[0] <= 'z') ||
                                                 (atom.latex[0] >= 'A' && atom.latex[0] <= 'Z'));
  const bool greek =
      atom.latex.size() > 2 && atom.latex[0] == '\\' && atom.kind == AtomKind::kOrdinary;
  switch (atom.alphabet) {
    case Alphabet::kBold:
      if (letter) return "\\mathbf{" + atom.latex + "}";
      return greek && ends_in_command(atom.latex) ? "\\boldsymbol{" + atom.latex + "}" : atom.latex;
    case Alphabet::kScript:
      return letter ? "\\mathcal{" + atom.latex + "}" : atom.latex;
    case Alphabet::kBlackboard:
      return letter ? "\\mathbb{" + atom.latex + "}" : atom.latex;
    case Alphabet::kFraktur:
      return letter ? "\\mathfrak{" + atom.latex + "}" : atom.latex;
    default:
      return atom.latex;
  }
}

WrittenRow write_row(Atoms atoms) { return RowWriter(std::move(atoms), 0).write(); }

}  // namespace octavo::document

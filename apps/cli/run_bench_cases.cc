#include "run_bench_cases.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "dump_json.h"
#include "report_error.h"

namespace octavo::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using Requests = std::vector<GenerateRequest>;

constexpr int kSequences = 8, kCrops = 10, kQuotes = 200;
constexpr int kLines = 10;            // of the list that is quoted from
constexpr int64_t kQuoteTokens = 32;  // more than a line has
// 30 x 4 merged tokens of 28 pixels: a long line of text.
constexpr int kCropWidth = 30 * 28, kCropHeight = 4 * 28;

// One way through a case: seconds, those of encoding pictures, the most from a request's first
// token to its last, and the tokens of every request.
struct Way {
  double seconds = 0, image_seconds = 0, decode_seconds = 0;
  std::vector<std::vector<int32_t>> tokens;
};

Result<Way> measure(TextModel& model, const Requests& requests, const CancelFlag* cancel,
                    bool together) {
  Way way;
  const auto start = Clock::now();
  const size_t step = together ? requests.size() : 1;
  for (size_t first = 0; first < requests.size(); first += step)
    for (Result<Generation>& done :
         model.generate_all(std::span(requests).subspan(first, step), cancel)) {
      if (!done.ok()) return std::move(done).error();
      if (done->end == GenerateEnd::kCancelled)
        return Error{Code::kCancelled, "stopped before the comparison was done", "", {}};
      way.image_seconds += done->image_seconds;
      way.decode_seconds = std::max(way.decode_seconds, done->decode_seconds);
      way.tokens.push_back(std::move(done->token_ids));
    }
  way.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return way;
}

// Nothing that was computed before, and no guesses but those of a draft.
GenerateRequest bare_request(const BenchPlan& plan) {
  GenerateRequest request;
  request.prompt = bench_prompt(plan.prompt_tokens);
  request.max_new_tokens = plan.new_tokens;
  request.ignore_end = true;
  request.look_back = request.reuse = false;
  return request;
}

class Comparison {
 public:
  Comparison(const BenchPlan& plan, TextModel& model, const CancelFlag* cancel)
      : plan_(plan), model_(model), cancel_(cancel) {}

  Result<std::vector<BenchPair>> run(BenchCase which) {
    switch (which) {
      case BenchCase::kDraft:
        return draft();
      case BenchCase::kBatch:
        return batch();
      case BenchCase::kQuote:
        return quote();
      case BenchCase::kCrops:
        break;
    }
    return crops();
  }

 private:
  using Add = std::function<void(const Way& plain, const Way& ours)>;

  // In turns, so that both see the same disturbances.
  Status in_turns(const Requests& plain, const Requests& ours, bool together, const Add& add) {
    for (int i = 0; i < plan_.runs; ++i) {
      auto first = measure(model_, plain, cancel_, false);
      if (!first.ok()) return std::move(first).error();
      auto second = measure(model_, ours, cancel_, together);
      if (!second.ok()) return std::move(second).error();
      add(*first, *second);
    }
    return success();
  }

  static void add_to(BenchPair& pair, double plain, double ours, const Way& a, const Way& b) {
    pair.plain.push_back(plain);
    pair.ours.push_back(ours);
    pair.decode.push_back(b.decode_seconds);
    pair.tokens = 0;
    for (const auto& tokens : a.tokens) pair.tokens += static_cast<int64_t>(tokens.size());
    pair.same = pair.same && a.tokens == b.tokens;
  }

  Result<std::vector<BenchPair>> draft() {
    BenchPair pair{.name = "draft_95"};
    const GenerateRequest plain = bare_request(plan_);
    auto told = measure(model_, {plain}, cancel_, false);
    if (!told.ok()) return std::move(told).error();
    GenerateRequest drafted = plain;
    drafted.draft_ids = draft_95(told->tokens.front());
    const Status done = in_turns({plain}, {drafted}, false, [&](const Way& a, const Way& b) {
      add_to(pair, a.seconds, b.seconds, a, b);
    });
    if (!done.ok()) return done.error();
    return std::vector<BenchPair>{pair};
  }

  Result<std::vector<BenchPair>> batch() {
    BenchPair pair{.name = "decode_batch8"};
    Requests requests(kSequences, bare_request(plan_));
    for (int i = 0; i < kSequences; ++i)
      requests[static_cast<size_t>(i)].prompt += " " + std::to_string(i);
    const Status done = in_turns(requests, requests, true, [&](const Way& a, const Way& b) {
      add_to(pair, a.seconds, b.seconds, a, b);
    });
    if (!done.ok()) return done.error();
    return std::vector<BenchPair>{pair};
  }

  Result<std::vector<BenchPair>> crops() {
    if (!model_.has_vision())
      return Error{Code::kInvalidArgument,
                   "this model has no vision half to compare crops with",
                   "take another model, or leave --compare crops out",
                   {}};
    BenchPair whole{.name = "crops10"}, generation{.name = "crops10_generation"};
    GenerateRequest request = bare_request(plan_);
    request.prompt = "\nText Recognition:";
    Requests requests(kCrops, request);
    for (int i = 0; i < kCrops; ++i)
      requests[static_cast<size_t>(i)].pictures.push_back(
          {"made crop", bench_picture(kCropWidth, kCropHeight, static_cast<uint32_t>(i) + 1)});
    const Status done = in_turns(requests, requests, true, [&](const Way& a, const Way& b) {
      add_to(whole, a.seconds, b.seconds, a, b);
      add_to(generation, a.seconds - a.image_seconds, b.seconds - b.image_seconds, a, b);
    });
    if (!done.ok()) return done.error();
    return std::vector<BenchPair>{whole, generation};
  }

  // Writing alone is timed: what the prompts share is read once.
  Result<std::vector<BenchPair>> quote() {
    BenchPair pair{.name = "quote200"};
    for (int run = 0; run < plan_.runs; ++run) {
      double seconds[2] = {0, 0};
      pair.tokens = pair.drafted = pair.accepted = 0;
      for (int i = 0; i < kQuotes; ++i) {
        std::vector<int32_t> tokens[2];
        for (const bool ours : {false, true}) {
          GenerateRequest request;
          request.prompt = quote_prompt(i);
          request.max_new_tokens = kQuoteTokens;
          request.look_back = ours;
          request.cancel = cancel_;
          auto done = model_.generate(request);
          if (!done.ok()) return std::move(done).error();
          if (done->end == GenerateEnd::kCancelled)
            return Error{Code::kCancelled, "stopped before the comparison was done", "", {}};
          seconds[ours ? 1 : 0] += done->decode_seconds;
          pair.drafted += done->drafted_tokens;
          pair.accepted += done->accepted_tokens;
          tokens[ours ? 1 : 0] = std::move(done->token_ids);
        }
        pair.same = pair.same && tokens[0] == tokens[1];
        pair.tokens += static_cast<int64_t>(tokens[0].size());
      }
      pair.plain.push_back(seconds[0]);
      pair.ours.push_back(seconds[1]);
      pair.decode.push_back(seconds[1]);
    }
    return std::vector<BenchPair>{pair};
  }

  const BenchPlan& plan_;
  TextModel& model_;
  const CancelFlag* cancel_;
};

}  // namespace

double BenchPair::ratio() const {
  const double own = median(ours);
  return own > 0 ? median(plain) / own : 0;
}

std::vector<int32_t> draft_95(std::vector<int32_t> tokens) {
  constexpr size_t kEvery = 20;
  for (size_t i = kEvery / 2; i < tokens.size(); i += kEvery) tokens[i] += tokens[i] > 0 ? -1 : 1;
  return tokens;
}

std::string quote_prompt(int number) {
  constexpr const char* kThings[] = {"blue chalk", "copper wire", "pine boards", "wax candles",
                                     "oak doors",  "tin plates",  "wool thread", "glass jars"};
  std::string prompt;
  // A few lists, so that their prompts are read anew a few times.
  const int list = number / (kQuotes / kSequences);
  for (int line = 0; line < kLines; ++line) {
    const int made = list * kLines + line;
    prompt += "Item " + std::to_string(100 + made) + ": " + std::to_string(3 + made * 7 % 40) +
              " crates of " + kThings[made * 5 % std::size(kThings)] + ", shelf " +
              std::to_string(1 + made * 3 % 90) + ", price " + std::to_string(2 + made % 50) + "." +
              std::to_string(10 + made * 11 % 90) + " euros.\n";
  }
  const std::string item = std::to_string(100 + list * kLines + number % kLines);
  constexpr const char* kAsks[] = {"Copy the line of item ", "Write down the whole line of item ",
                                   "Which line is about item "};
  return prompt + kAsks[number / kLines % std::size(kAsks)] + item + ", word for word.";
}

std::string bench_cases_text(const std::string& model, const std::vector<BenchPair>& pairs) {
  std::string out = "model               " + model + "\n";
  for (const BenchPair& pair : pairs) {
    char line[160];
    std::snprintf(line, sizeof line, "%-19s %lld tokens: %.3f s against %.3f s, %.2f times%s\n",
                  pair.name.c_str(), static_cast<long long>(pair.tokens), median(pair.ours),
                  median(pair.plain), pair.ratio(), pair.same ? "" : " (OTHER TOKENS)");
    out += line;
    if (pair.drafted > 0)
      out += "                    " + std::to_string(pair.accepted) + " of " +
             std::to_string(pair.drafted) + " guesses from the prompt were right\n";
  }
  return out;
}

std::string bench_cases_json(const std::string& model, const std::vector<BenchPair>& pairs) {
  Json results = Json::array();
  for (const BenchPair& pair : pairs)
    results.push_back({{"name", pair.name},
                       {"tokens", pair.tokens},
                       {"drafted_tokens", pair.drafted},
                       {"accepted_tokens", pair.accepted},
                       {"same_tokens", pair.same},
                       {"plain_seconds", pair.plain},
                       {"ours_seconds", pair.ours},
                       {"ours_decode_seconds", pair.decode},
                       {"ratio", pair.ratio()}});
  return dump_json(Json{{"model", model}, {"results", std::move(results)}});
}

int run_bench_cases(const BenchPlan& plan, const ModelLoader& load, const ModelResolver& resolve,
                    const CancelFlag* cancel) {
  const auto path = resolve(plan.model.name);
  if (!path.ok()) return report_error(path.error(), plan.json);
  auto model = load(*path, plan.model.options);
  if (!model.ok()) return report_error(model.error(), plan.json);
  Comparison comparison(plan, **model, cancel);
  std::vector<BenchPair> pairs;
  for (const BenchCase which : plan.cases) {
    auto done = comparison.run(which);
    if (!done.ok())
      return report_error(done.error(), plan.json,
                          done.error().code == Code::kCancelled ? kExitInterrupted : kExitFailed);
    for (BenchPair& pair : *done) pairs.push_back(std::move(pair));
  }
  const int code = print_or_report(plan.json ? bench_cases_json(plan.model.name, pairs)
                                             : bench_cases_text(plan.model.name, pairs),
                                   plan.json);
  bool same = true;
  for (const BenchPair& pair : pairs) same = same && pair.same;
  return code == kExitOk && !same ? kExitFailed : code;
}

}  // namespace octavo::cli

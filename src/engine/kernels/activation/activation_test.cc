#include "engine/kernels/activation/activation.h"

#include <cmath>

#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

double quick_gelu(double x) { return x / (1 + std::exp(-1.702 * x)); }
double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }
double silu(double x) { return x / (1 + std::exp(-x)); }

// Lengths around every vector width, from several alignments, over the range that matters and far
// beyond it.
template <class Check>
void each_length(const Check& check) {
  Numbers numbers(7);
  for (size_t count = 0; count <= 67; ++count)
    for (const size_t shift : {0u, 1u, 7u})
      for (const float scale : {1.0f, 6.0f, 300.0f}) check(numbers.many(count, scale), shift);
}

TEST(Activation, EveryVariantMatchesTheFormula) {
  for_each_variant(activation_variants(), [](const auto& variant) {
    each_length([&](const std::vector<float>& x, size_t shift) {
      for (const bool quick : {true, false}) {
        Guarded y(x.size(), shift);
        std::copy(x.begin(), x.end(), y.data());
        (quick ? variant.kernel.quick_gelu : variant.kernel.gelu)(y.data(),
                                                                  static_cast<int64_t>(x.size()));
        for (size_t i = 0; i < x.size(); ++i) {
          const double right = quick ? quick_gelu(x[i]) : gelu(x[i]);
          // Left of 0 gelu loses digits in 1 + erf, as the reference implementation does.
          ASSERT_NEAR(y.data()[i], right, 1e-6 * std::abs(x[i]) + 1e-7) << x[i];
        }
        y.expect_untouched("activation");
      }
    });
  });
}

TEST(Activation, GateMatchesTheFormula) {
  for_each_variant(activation_variants(), [](const auto& variant) {
    each_length([&](const std::vector<float>& x, size_t shift) {
      Guarded gate(x.size(), shift);
      std::copy(x.begin(), x.end(), gate.data());
      const std::vector<float> up = Numbers(9).many(x.size(), 3);
      variant.kernel.silu_gate(gate.data(), up.data(), static_cast<int64_t>(x.size()));
      for (size_t i = 0; i < x.size(); ++i) {
        const double right = silu(x[i]) * up[i];
        ASSERT_NEAR(gate.data()[i], right, 1e-6 * std::abs(right) + 1e-7) << x[i];
      }
      gate.expect_untouched("gate");
    });
  });
}

TEST(Activation, AllVariantsGiveTheSameBits) {
  const std::vector<float> x = Numbers(3).many(1001, 8);
  const auto& scalar = activation_variants().back().kernel;
  for_each_variant(activation_variants(), [&](const auto& variant) {
    for (const auto member : {&ActivationKernels::quick_gelu, &ActivationKernels::gelu}) {
      std::vector<float> a = x, b = x;
      (variant.kernel.*member)(a.data(), 1001);
      (scalar.*member)(b.data(), 1001);
      EXPECT_TRUE(same_bits(a.data(), b.data(), a.size()));
    }
    std::vector<float> a = x, b = x;
    const std::vector<float> up = Numbers(4).many(1001);
    variant.kernel.silu_gate(a.data(), up.data(), 1001);
    scalar.silu_gate(b.data(), up.data(), 1001);
    EXPECT_TRUE(same_bits(a.data(), b.data(), a.size()));
  });
}

TEST(Activation, NanStaysNan) {
  for_each_variant(activation_variants(), [](const auto& variant) {
    for (const auto member : {&ActivationKernels::quick_gelu, &ActivationKernels::gelu}) {
      std::vector<float> x(20, 1.0f);
      x[3] = x[18] = NAN;
      (variant.kernel.*member)(x.data(), 20);
      EXPECT_TRUE(std::isnan(x[3]) && std::isnan(x[18]) && std::isfinite(x[4]));
    }
  });
}

}  // namespace
}  // namespace octavo::engine

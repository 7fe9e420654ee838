// Cases of tests/golden/protocol/: texts as a model may answer them, and what the reference
// implementation of the protocol makes of each. Written-out examples stand with their result; many
// more are grown from a grammar in the file, by a random sequence that
// tools/reference/protocol_goldens.py draws too, and stand as a hash of the result.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace octavo::testing {

// Fails the test for every case (the first few are shown) whose result is another one. `path` is
// the file, `at_least` how many cases it must hold.
void expect_as_reference(const std::string& path, size_t at_least,
                         const std::function<std::string(const std::string&)>& result_of);

}  // namespace octavo::testing

// What the command takes from its surroundings: environment variables, the terminal, and where its
// files are. The only place that reads the environment; a flag beats it, and it beats the default.
#pragma once

#include <functional>
#include <string>

#include "octavo/options.h"

namespace octavo::cli {

// The value of a variable; empty when it is not set. std::getenv in the program, a table in tests.
using Environment = std::function<std::string(const char* name)>;
Environment process_environment();

struct Terminal {
  bool interactive = false;  // stderr is a terminal that can redraw a line
  bool color = false;
  int columns = 80;
};
Terminal inspect_terminal(const Environment& environment);

// The path of the running program.
std::string executable_path();

// Where the library and the models are: OCTAVO_HOME when it is set (and nowhere else then), else
// beside an installed program (../lib/octavo, ../share/octavo), else where this build was set up.
Resources find_resources(const Environment& environment, const std::string& executable,
                         const std::string& build_directory);

// OCTAVO_CACHE_DIR, else $XDG_CACHE_HOME/octavo, else ~/.cache/octavo. Made if it is not there;
// empty when it cannot be written.
std::string find_cache_directory(const Environment& environment);

}  // namespace octavo::cli

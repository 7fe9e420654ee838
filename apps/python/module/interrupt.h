// Long work beside an interpreter that stays alive.
#pragma once

#include <functional>

#include "octavo/options.h"

namespace octavo::python {

// Runs `work` on a thread of its own, without the GIL, and waits for its end. Called with the GIL,
// which is given up meanwhile; signals are looked at ten times a second and more. One that raises
// (Ctrl-C), or an exception of `work` (a callback's), sets `cancel` and is thrown once the work has
// ended.
void run_interruptibly(CancelFlag& cancel, const std::function<void()>& work);

}  // namespace octavo::python

// Long work beside an interpreter that stays alive.
#pragma once

#include <functional>

#include "octavo/options.h"

namespace octavo::python {

// Runs `work` on a thread of its own, without the GIL, and waits for its end. Called with the GIL,
// which is given up meanwhile; signals are looked at twenty times a second. One that raises
// (Ctrl-C) sets `cancel`; an exception of `work` is thrown here. What was
// interrupted and does not end soon is left behind, so that people have their prompt again: `work`
// owns all that it uses and calls nothing of Python once `cancel` is set. It is destroyed with the
// GIL held.
void run_interruptibly(CancelFlag& cancel, std::function<void()> work);

// Cancels the calls that wait and returns when none waits and no work runs any more, that which was
// left behind included; called at the end of the interpreter.
void wait_for_left_behind();

}  // namespace octavo::python

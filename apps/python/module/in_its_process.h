// Deletes what owns threads; gives it up in a forked child, where the threads are not that it would
// wait for.
#pragma once

#include <unistd.h>

namespace octavo::python {

struct InItsProcess {
  pid_t made_in = ::getpid();

  template <class T>
  void operator()(T* owned) const {
    if (::getpid() == made_in) delete owned;
  }
};

}  // namespace octavo::python

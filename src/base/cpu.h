// What this process may use of the machine.
#pragma once

#include "octavo/system.h"  // usable_processors, memory_use

namespace octavo {

// The quota alone, for tests: the content of cpu.max ("200000 100000" or "max 100000") to
// processors; 0 when there is no quota or the text is not understood.
double parse_cgroup_v2_quota(const char* cpu_max);

// memory_use() of another process; zeros when it is gone.
MemoryUse memory_use_of(int pid);

}  // namespace octavo

// What this process may use of the machine.
#pragma once

namespace octavo {

// Processors allowed by the affinity mask and the cgroup v1 or v2 quota (rounded up), at least 1.
// A 4-CPU container on a 64-core host gives 4.
int usable_processors();

// The quota alone, for tests: the content of cpu.max ("200000 100000" or "max 100000") to processors;
// 0 when there is no quota or the text is not understood.
double parse_cgroup_v2_quota(const char* cpu_max);

// Peak resident memory of this process so far (VmHWM), bytes; 0 when unknown.
long long peak_memory_bytes();

}  // namespace octavo

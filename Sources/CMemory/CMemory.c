#include "CMemory.h"

#include <malloc.h>
#include <sys/prctl.h>

void cmemory_return_large_blocks(void) {
    // Without this setting, glibc raises its limit to the size of the largest freed block, up to 32 MiB.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 256 << 10);
}

void cmemory_return_free(void) { malloc_trim(0); }

void cmemory_keep_out_of_core(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

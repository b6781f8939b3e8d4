// Settings of the process's memory, whose functions Swift does not import.
#ifndef GEOCLI_CMEMORY_H
#define GEOCLI_CMEMORY_H

/// Makes the allocator give each freed block of 256 KiB or more back to the system at once.
void cmemory_return_large_blocks(void);

/// Gives all free memory back to the system.
void cmemory_return_free(void);

/// Makes the system write no core file of this process, whose memory and environment may hold a key. RLIMIT_CORE would
/// not be enough, because it does not count for a core that goes to a program, and child processes inherit it. As a
/// further effect, other processes of the same user can't read this process's memory, environment and open files.
void cmemory_keep_out_of_core(void);

#endif

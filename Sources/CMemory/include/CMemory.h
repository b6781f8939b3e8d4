// Settings of glibc's allocator, whose header Swift does not import.
#ifndef GEOCLI_CMEMORY_H
#define GEOCLI_CMEMORY_H

/// Makes the allocator give each freed block of 256 KiB or more back to the system at once.
void cmemory_return_large_blocks(void);

/// Gives all free memory back to the system.
void cmemory_return_free(void);

#endif

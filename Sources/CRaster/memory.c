#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *cr_allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes) != 0) return NULL;
    memset(memory, 0, bytes);
    return memory;
}

size_t cr_cache_bytes(void) {
    long bytes = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (bytes <= 0) bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes : 1 << 20;
}

void cr_free(void *memory) { free(memory); }

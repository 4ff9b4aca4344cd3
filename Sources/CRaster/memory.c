#include "memory.h"

#include <stdlib.h>
#include <string.h>

void *cr_allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes) != 0) return NULL;
    memset(memory, 0, bytes);
    return memory;
}

void cr_free(void *memory) { free(memory); }

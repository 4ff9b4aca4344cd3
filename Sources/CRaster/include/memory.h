#pragma once
#include <stddef.h>

/* Memory for pixels: 64-byte aligned, zeroed; NULL when there is none. */
void *cr_allocate(size_t bytes);
/* Bytes of the largest cache, as far as the system tells; otherwise what a small processor has. */
size_t cr_cache_bytes(void);

void cr_free(void *memory);

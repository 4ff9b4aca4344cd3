#pragma once
#include <stddef.h>

/* Memory for pixels: 64-byte aligned, zeroed; NULL when there is none. */
void *cr_allocate(size_t bytes);
void cr_free(void *memory);

// Counts how often the program asks for memory. Linking this target replaces malloc and its kin for the whole program;
// they go on to the C library's own.
#pragma once
#include <stdint.h>

/// Requests for memory (malloc, calloc, realloc, aligned forms) since the program began, on all threads.
uint64_t allocation_count(void);

/// Bytes that the C library has handed out and not got back, its own bookkeeping included; 0 where it does not tell.
uint64_t allocation_bytes_in_use(void);

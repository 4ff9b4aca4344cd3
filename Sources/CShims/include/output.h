#pragma once
#include <stdio.h>

// What is printed is handed on line by line, also to a pipe or a journal, where the C library would keep 4 kB of it back: a
// program that is killed or crashes would have said nothing.
static inline void vitrine_print_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

#include "bridge.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Each thread of the library allocates from an arena of its own, and what it
// frees there stays with the process: a gigabyte after a large load.
void bridge_release_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// The library writes pages to its file of which it filled in a part only. What
// stood in that memory before goes with them: a string that was forgotten and
// freed, in a graph made after it was (I9). So memory is blank when it is handed
// out; 0xff stands for zeroes then, and is what it is filled with when it is freed.
void bridge_blank_memory(void) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, 0xff);
#endif
}

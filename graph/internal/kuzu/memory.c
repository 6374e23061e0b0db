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

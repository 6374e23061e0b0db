// The bridge between Go and libkuzu: parameters cross in one buffer, rows come
// back in another, so that a statement costs one call each way whatever the
// number of its values, and nothing is owned by both sides.
#ifndef LUKASA_BRIDGE_H
#define LUKASA_BRIDGE_H

#include "abi.h"
#include <stddef.h>
#include <stdint.h>

// The tags of the row format, shared with tags.go.
enum {
    TAG_NULL = 0,
    TAG_BOOL = 1,
    TAG_INT = 2,
    TAG_UINT = 3,
    TAG_HUGE = 4,
    TAG_DOUBLE = 5,
    TAG_STRING = 6,
    TAG_TIME = 7,
    TAG_TIME_NS = 8,
    TAG_DATE = 9,
    TAG_INTERVAL = 10,
    TAG_UUID = 11,
    TAG_DECIMAL = 12,
    TAG_ID = 13,
    TAG_LIST = 14,
    TAG_STRUCT = 15,
    TAG_MAP = 16,
    TAG_NODE = 17,
    TAG_EDGE = 18,
    TAG_PATH = 19,
    TAG_BLOB = 20,
    TAG_OTHER = 21,
    TAG_FLOAT = 22,
    TAG_EMPTY_LIST = 23, // parameters only: the payload is the element's type
};

// A growable buffer of the C heap.
typedef struct {
    uint8_t* data;
    size_t len;
    size_t cap;
    int failed; // out of memory, or a value could not be read
} bridge_buffer;

// Binds the parameters encoded in params to a prepared statement. Returns NULL
// or a static text that says what was wrong.
const char* bridge_bind(kuzu_prepared_statement* stmt, const uint8_t* params, size_t len);

// Appends up to max_rows rows to out, stopping early once out holds max_bytes.
// Returns the number of rows, or -1.
int64_t bridge_fetch(kuzu_query_result* result, bridge_buffer* out, int64_t max_rows, size_t max_bytes);

void bridge_release(bridge_buffer* buffer);

// Gives memory that was freed back to the system, where the C library would keep
// it.
void bridge_release_memory(void);

// Lets the C library hand out no memory with what stood in it before, from now on.
void bridge_blank_memory(void);

// Lets bridge_open and bridge_close come back, from now on, where the library would end
// the process. What it held then stays with the process.
void bridge_survive(void);

// Open and close a database. False says that the library failed.
bool bridge_open(const char *path, kuzu_system_config config, kuzu_database *db);
bool bridge_close(kuzu_database *db);

#endif

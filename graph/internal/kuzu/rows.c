#include "bridge.h"
#include <stdlib.h>
#include <string.h>

static void put(bridge_buffer* b, const void* p, size_t n) {
    if (b->failed || n == 0) return;
    if (b->cap - b->len < n) {
        size_t cap = b->cap ? b->cap * 2 : 4096;
        while (cap - b->len < n) cap *= 2;
        uint8_t* grown = realloc(b->data, cap);
        if (!grown) {
            b->failed = 1;
            return;
        }
        b->data = grown;
        b->cap = cap;
    }
    memcpy(b->data + b->len, p, n);
    b->len += n;
}

static void put_tag(bridge_buffer* b, uint8_t tag) { put(b, &tag, 1); }
static void put_u32(bridge_buffer* b, uint32_t v) { put(b, &v, sizeof v); }
static void put_i64(bridge_buffer* b, uint8_t tag, int64_t v) {
    put_tag(b, tag);
    put(b, &v, sizeof v);
}

static void put_text(bridge_buffer* b, char* s) {
    if (!s) {
        b->failed = 1;
        return;
    }
    size_t n = strlen(s);
    if (n > UINT32_MAX) {
        b->failed = 1;
        n = 0;
    }
    put_u32(b, (uint32_t)n);
    put(b, s, n);
    kuzu_destroy_string(s);
}

static void put_value(bridge_buffer* b, kuzu_value* v);

static void put_child(bridge_buffer* b, kuzu_state state, kuzu_value* child) {
    if (state != KuzuSuccess) {
        b->failed = 1;
        return;
    }
    put_value(b, child);
    kuzu_value_destroy(child);
}

static void put_list(bridge_buffer* b, kuzu_value* v, uint64_t n) {
    put_tag(b, TAG_LIST);
    put_u32(b, (uint32_t)n);
    for (uint64_t i = 0; i < n && !b->failed; i++) {
        kuzu_value child;
        put_child(b, kuzu_value_get_list_element(v, i, &child), &child);
    }
}

static void put_struct(bridge_buffer* b, kuzu_value* v) {
    uint64_t n = 0;
    kuzu_value_get_struct_num_fields(v, &n);
    put_tag(b, TAG_STRUCT);
    put_u32(b, (uint32_t)n);
    for (uint64_t i = 0; i < n && !b->failed; i++) {
        char* name = NULL;
        kuzu_value child;
        kuzu_value_get_struct_field_name(v, i, &name);
        put_text(b, name);
        put_child(b, kuzu_value_get_struct_field_value(v, i, &child), &child);
    }
}

static void put_map(bridge_buffer* b, kuzu_value* v) {
    uint64_t n = 0;
    kuzu_value_get_map_size(v, &n);
    put_tag(b, TAG_MAP);
    put_u32(b, (uint32_t)n);
    for (uint64_t i = 0; i < n && !b->failed; i++) {
        kuzu_value child;
        put_child(b, kuzu_value_get_map_key(v, i, &child), &child);
        put_child(b, kuzu_value_get_map_value(v, i, &child), &child);
    }
}

static void put_node(bridge_buffer* b, kuzu_value* v) {
    uint64_t n = 0;
    kuzu_value child;
    put_tag(b, TAG_NODE);
    put_child(b, kuzu_node_val_get_id_val(v, &child), &child);
    put_child(b, kuzu_node_val_get_label_val(v, &child), &child);
    kuzu_node_val_get_property_size(v, &n);
    put_u32(b, (uint32_t)n);
    for (uint64_t i = 0; i < n && !b->failed; i++) {
        char* name = NULL;
        kuzu_node_val_get_property_name_at(v, i, &name);
        put_text(b, name);
        put_child(b, kuzu_node_val_get_property_value_at(v, i, &child), &child);
    }
}

static void put_edge(bridge_buffer* b, kuzu_value* v) {
    uint64_t n = 0;
    kuzu_value child;
    put_tag(b, TAG_EDGE);
    put_child(b, kuzu_rel_val_get_id_val(v, &child), &child);
    put_child(b, kuzu_rel_val_get_src_id_val(v, &child), &child);
    put_child(b, kuzu_rel_val_get_dst_id_val(v, &child), &child);
    put_child(b, kuzu_rel_val_get_label_val(v, &child), &child);
    kuzu_rel_val_get_property_size(v, &n);
    put_u32(b, (uint32_t)n);
    for (uint64_t i = 0; i < n && !b->failed; i++) {
        char* name = NULL;
        kuzu_rel_val_get_property_name_at(v, i, &name);
        put_text(b, name);
        put_child(b, kuzu_rel_val_get_property_value_at(v, i, &child), &child);
    }
}

static void put_path(bridge_buffer* b, kuzu_value* v) {
    kuzu_value child;
    put_tag(b, TAG_PATH);
    put_child(b, kuzu_value_get_recursive_rel_node_list(v, &child), &child);
    put_child(b, kuzu_value_get_recursive_rel_rel_list(v, &child), &child);
}

#define PUT_NUMBER(tag, ctype, wide, getter)                                                       \
    {                                                                                              \
        ctype x = 0;                                                                               \
        getter(v, &x);                                                                             \
        wide y = (wide)x;                                                                          \
        put_tag(b, tag);                                                                           \
        put(b, &y, sizeof y);                                                                      \
        break;                                                                                     \
    }

static void put_typed(bridge_buffer* b, kuzu_value* v, kuzu_logical_type* type) {
    char* text = NULL;
    switch (kuzu_data_type_get_id(type)) {
    case KUZU_BOOL: {
        bool x = false;
        kuzu_value_get_bool(v, &x);
        put_tag(b, TAG_BOOL);
        put_tag(b, x ? 1 : 0);
        break;
    }
    case KUZU_INT64:
    case KUZU_SERIAL:
        PUT_NUMBER(TAG_INT, int64_t, int64_t, kuzu_value_get_int64)
    case KUZU_INT32:
        PUT_NUMBER(TAG_INT, int32_t, int64_t, kuzu_value_get_int32)
    case KUZU_INT16:
        PUT_NUMBER(TAG_INT, int16_t, int64_t, kuzu_value_get_int16)
    case KUZU_INT8:
        PUT_NUMBER(TAG_INT, int8_t, int64_t, kuzu_value_get_int8)
    case KUZU_UINT64:
        PUT_NUMBER(TAG_UINT, uint64_t, uint64_t, kuzu_value_get_uint64)
    case KUZU_UINT32:
        PUT_NUMBER(TAG_UINT, uint32_t, uint64_t, kuzu_value_get_uint32)
    case KUZU_UINT16:
        PUT_NUMBER(TAG_UINT, uint16_t, uint64_t, kuzu_value_get_uint16)
    case KUZU_UINT8:
        PUT_NUMBER(TAG_UINT, uint8_t, uint64_t, kuzu_value_get_uint8)
    case KUZU_DOUBLE:
        PUT_NUMBER(TAG_DOUBLE, double, double, kuzu_value_get_double)
    case KUZU_FLOAT:
        PUT_NUMBER(TAG_FLOAT, float, double, kuzu_value_get_float)
    case KUZU_INT128: {
        kuzu_int128_t x = {0, 0};
        kuzu_value_get_int128(v, &x);
        kuzu_int128_t_to_string(x, &text);
        put_tag(b, TAG_HUGE);
        put_text(b, text);
        break;
    }
    case KUZU_DATE: {
        kuzu_date_t x = {0};
        kuzu_value_get_date(v, &x);
        put_i64(b, TAG_DATE, x.days);
        break;
    }
    case KUZU_TIMESTAMP: {
        kuzu_timestamp_t x = {0};
        kuzu_value_get_timestamp(v, &x);
        put_i64(b, TAG_TIME, x.value);
        break;
    }
    case KUZU_TIMESTAMP_TZ: {
        kuzu_timestamp_tz_t x = {0};
        kuzu_value_get_timestamp_tz(v, &x);
        put_i64(b, TAG_TIME, x.value);
        break;
    }
    case KUZU_TIMESTAMP_MS: {
        kuzu_timestamp_ms_t x = {0};
        kuzu_value_get_timestamp_ms(v, &x);
        put_i64(b, TAG_TIME, x.value * 1000);
        break;
    }
    case KUZU_TIMESTAMP_SEC: {
        kuzu_timestamp_sec_t x = {0};
        kuzu_value_get_timestamp_sec(v, &x);
        put_i64(b, TAG_TIME, x.value * 1000000);
        break;
    }
    case KUZU_TIMESTAMP_NS: {
        kuzu_timestamp_ns_t x = {0};
        kuzu_value_get_timestamp_ns(v, &x);
        put_i64(b, TAG_TIME_NS, x.value);
        break;
    }
    case KUZU_INTERVAL: {
        kuzu_interval_t x = {0, 0, 0};
        kuzu_value_get_interval(v, &x);
        put_tag(b, TAG_INTERVAL);
        put(b, &x.months, sizeof x.months);
        put(b, &x.days, sizeof x.days);
        put(b, &x.micros, sizeof x.micros);
        break;
    }
    case KUZU_INTERNAL_ID: {
        kuzu_internal_id_t x = {0, 0};
        kuzu_value_get_internal_id(v, &x);
        put_tag(b, TAG_ID);
        put(b, &x.table_id, sizeof x.table_id);
        put(b, &x.offset, sizeof x.offset);
        break;
    }
    case KUZU_STRING:
        kuzu_value_get_string(v, &text);
        put_tag(b, TAG_STRING);
        put_text(b, text);
        break;
    case KUZU_UUID:
        kuzu_value_get_uuid(v, &text);
        put_tag(b, TAG_UUID);
        put_text(b, text);
        break;
    case KUZU_DECIMAL:
        kuzu_value_get_decimal_as_string(v, &text);
        put_tag(b, TAG_DECIMAL);
        put_text(b, text);
        break;
    case KUZU_BLOB: // the library's getter stops at a zero byte; its text escapes them
        put_tag(b, TAG_BLOB);
        put_text(b, kuzu_value_to_string(v));
        break;
    case KUZU_LIST: {
        uint64_t n = 0;
        kuzu_value_get_list_size(v, &n);
        put_list(b, v, n);
        break;
    }
    case KUZU_ARRAY: {
        uint64_t n = 0;
        kuzu_data_type_get_num_elements_in_array(type, &n);
        put_list(b, v, n);
        break;
    }
    case KUZU_STRUCT:
        put_struct(b, v);
        break;
    case KUZU_MAP:
        put_map(b, v);
        break;
    case KUZU_NODE:
        put_node(b, v);
        break;
    case KUZU_REL:
        put_edge(b, v);
        break;
    case KUZU_RECURSIVE_REL:
        put_path(b, v);
        break;
    default: // unions among them, whose members the library does not give out
        put_tag(b, TAG_OTHER);
        put_text(b, kuzu_value_to_string(v));
    }
}

static void put_value(bridge_buffer* b, kuzu_value* v) {
    if (kuzu_value_is_null(v)) {
        put_tag(b, TAG_NULL);
        return;
    }
    kuzu_logical_type type;
    kuzu_value_get_data_type(v, &type);
    put_typed(b, v, &type);
    kuzu_data_type_destroy(&type);
}

int64_t bridge_fetch(kuzu_query_result* result, bridge_buffer* out, int64_t max_rows,
    size_t max_bytes) {
    uint64_t columns = kuzu_query_result_get_num_columns(result);
    int64_t rows = 0;
    while (rows < max_rows && out->len < max_bytes && kuzu_query_result_has_next(result)) {
        kuzu_flat_tuple tuple;
        if (kuzu_query_result_get_next(result, &tuple) != KuzuSuccess) return -1;
        for (uint64_t i = 0; i < columns; i++) {
            kuzu_value value;
            put_child(out, kuzu_flat_tuple_get_value(&tuple, i, &value), &value);
        }
        kuzu_flat_tuple_destroy(&tuple);
        if (out->failed) return -1;
        rows++;
    }
    return rows;
}

void bridge_release(bridge_buffer* buffer) {
    free(buffer->data);
    memset(buffer, 0, sizeof *buffer);
}

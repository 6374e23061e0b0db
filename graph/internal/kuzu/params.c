#include "bridge.h"
#include <stdlib.h>
#include <string.h>

// A cursor over the parameter buffer, which Go has made and which therefore is
// trusted to be well formed.
typedef struct {
    const uint8_t* at;
    const uint8_t* end;
} cursor;

static uint32_t take_u32(cursor* c) {
    uint32_t v;
    memcpy(&v, c->at, sizeof v);
    c->at += sizeof v;
    return v;
}

static int64_t take_i64(cursor* c) {
    int64_t v;
    memcpy(&v, c->at, sizeof v);
    c->at += sizeof v;
    return v;
}

static double take_double(cursor* c) {
    double v;
    memcpy(&v, c->at, sizeof v);
    c->at += sizeof v;
    return v;
}

// Text carries its length and ends with a zero byte, so it is used in place.
static const char* take_text(cursor* c) {
    uint32_t n = take_u32(c);
    const char* s = (const char*)c->at;
    c->at += (size_t)n + 1;
    return s;
}

static kuzu_value* take_value(cursor* c);

static void destroy_all(kuzu_value** values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (values[i]) kuzu_value_destroy(values[i]);
    }
    free(values);
}

static kuzu_value* take_list(cursor* c) {
    uint32_t n = take_u32(c);
    kuzu_value** items = calloc(n ? n : 1, sizeof *items);
    kuzu_value* list = NULL;
    int bad = items == NULL;
    for (uint32_t i = 0; i < n && !bad; i++) {
        items[i] = take_value(c);
        bad = items[i] == NULL;
    }
    if (!bad && kuzu_value_create_list(n, items, &list) != KuzuSuccess) list = NULL;
    if (items) destroy_all(items, n);
    return list;
}

static kuzu_value* take_struct(cursor* c) {
    uint32_t n = take_u32(c);
    kuzu_value** values = calloc(n ? n : 1, sizeof *values);
    const char** names = calloc(n ? n : 1, sizeof *names);
    kuzu_value* out = NULL;
    int bad = values == NULL || names == NULL;
    for (uint32_t i = 0; i < n && !bad; i++) {
        names[i] = take_text(c);
        values[i] = take_value(c);
        bad = values[i] == NULL;
    }
    if (!bad && kuzu_value_create_struct(n, names, values, &out) != KuzuSuccess) out = NULL;
    if (values) destroy_all(values, n);
    free(names);
    return out;
}

static kuzu_value* take_empty_list(cursor* c) {
    kuzu_logical_type child, list;
    kuzu_data_type_create((kuzu_data_type_id)take_u32(c), NULL, 0, &child);
    kuzu_data_type_create(KUZU_LIST, &child, 0, &list);
    kuzu_value* out = kuzu_value_create_default(&list);
    kuzu_data_type_destroy(&list);
    kuzu_data_type_destroy(&child);
    return out;
}

static kuzu_value* take_value(cursor* c) {
    switch (*c->at++) {
    case TAG_NULL:
        return kuzu_value_create_null();
    case TAG_BOOL:
        return kuzu_value_create_bool(*c->at++ != 0);
    case TAG_INT:
        return kuzu_value_create_int64(take_i64(c));
    case TAG_UINT:
        return kuzu_value_create_uint64((uint64_t)take_i64(c));
    case TAG_DOUBLE:
        return kuzu_value_create_double(take_double(c));
    case TAG_FLOAT:
        return kuzu_value_create_float((float)take_double(c));
    case TAG_STRING:
        return kuzu_value_create_string(take_text(c));
    case TAG_TIME: {
        kuzu_timestamp_t t = {take_i64(c)};
        return kuzu_value_create_timestamp(t);
    }
    case TAG_DATE: {
        kuzu_date_t d = {(int32_t)take_i64(c)};
        return kuzu_value_create_date(d);
    }
    case TAG_INTERVAL: {
        kuzu_interval_t i;
        memcpy(&i.months, c->at, sizeof i.months);
        memcpy(&i.days, c->at + 4, sizeof i.days);
        memcpy(&i.micros, c->at + 8, sizeof i.micros);
        c->at += 16;
        return kuzu_value_create_interval(i);
    }
    case TAG_LIST:
        return take_list(c);
    case TAG_STRUCT:
        return take_struct(c);
    case TAG_EMPTY_LIST:
        return take_empty_list(c);
    }
    return NULL;
}

const char* bridge_bind(kuzu_prepared_statement* stmt, const uint8_t* params, size_t len) {
    cursor c = {params, params + len};
    while (c.at < c.end) {
        const char* name = take_text(&c);
        kuzu_value* value = take_value(&c);
        if (!value) return "a parameter's value has no single type";
        kuzu_state state = kuzu_prepared_statement_bind_value(stmt, name, value);
        kuzu_value_destroy(value);
        if (state != KuzuSuccess) return "a parameter is not one of the statement's";
    }
    return NULL;
}

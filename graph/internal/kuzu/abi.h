// The part of libkuzu's C interface that the bridge calls: its binary interface,
// declared here because cgo cannot include a header that lies in another
// module. It must match the version of go-kuzu in go.mod.
#ifndef LUKASA_KUZU_ABI_H
#define LUKASA_KUZU_ABI_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t buffer_pool_size;
    uint64_t max_num_threads;
    bool enable_compression;
    bool read_only;
    uint64_t max_db_size;
    bool auto_checkpoint;
    uint64_t checkpoint_threshold;
    uint32_t thread_qos;
} kuzu_system_config;

typedef struct {
    void* _database;
} kuzu_database;

typedef struct {
    void* _connection;
} kuzu_connection;

typedef struct {
    void* _prepared_statement;
    void* _bound_values;
} kuzu_prepared_statement;

typedef struct {
    void* _query_result;
    bool _is_owned_by_cpp;
} kuzu_query_result;

typedef struct {
    void* _flat_tuple;
    bool _is_owned_by_cpp;
} kuzu_flat_tuple;

typedef struct {
    void* _data_type;
} kuzu_logical_type;

typedef struct {
    void* _value;
    bool _is_owned_by_cpp;
} kuzu_value;

typedef struct {
    uint64_t table_id;
    uint64_t offset;
} kuzu_internal_id_t;

typedef struct {
    int32_t days;
} kuzu_date_t;

typedef struct {
    int64_t value;
} kuzu_timestamp_ns_t;

typedef struct {
    int64_t value;
} kuzu_timestamp_ms_t;

typedef struct {
    int64_t value;
} kuzu_timestamp_sec_t;

typedef struct {
    int64_t value;
} kuzu_timestamp_tz_t;

typedef struct {
    int64_t value;
} kuzu_timestamp_t;

typedef struct {
    int32_t months;
    int32_t days;
    int64_t micros;
} kuzu_interval_t;

typedef struct {
    uint64_t low;
    int64_t high;
} kuzu_int128_t;

typedef enum {
    KUZU_NODE = 10, KUZU_REL = 11, KUZU_RECURSIVE_REL = 12, KUZU_SERIAL = 13, KUZU_BOOL = 22,
    KUZU_INT64 = 23, KUZU_INT32 = 24, KUZU_INT16 = 25, KUZU_INT8 = 26, KUZU_UINT64 = 27,
    KUZU_UINT32 = 28, KUZU_UINT16 = 29, KUZU_UINT8 = 30, KUZU_INT128 = 31, KUZU_DOUBLE = 32,
    KUZU_FLOAT = 33, KUZU_DATE = 34, KUZU_TIMESTAMP = 35, KUZU_TIMESTAMP_SEC = 36,
    KUZU_TIMESTAMP_MS = 37, KUZU_TIMESTAMP_NS = 38, KUZU_TIMESTAMP_TZ = 39, KUZU_INTERVAL = 40,
    KUZU_DECIMAL = 41, KUZU_INTERNAL_ID = 42, KUZU_STRING = 50, KUZU_BLOB = 51, KUZU_LIST = 52,
    KUZU_ARRAY = 53, KUZU_STRUCT = 54, KUZU_MAP = 55, KUZU_UUID = 59,
} kuzu_data_type_id;

typedef enum {
    KuzuSuccess = 0, KuzuError = 1,
} kuzu_state;

kuzu_state kuzu_database_init(const char* database_path, kuzu_system_config system_config, kuzu_database* out_database);
void kuzu_database_destroy(kuzu_database* database);
kuzu_system_config kuzu_default_system_config(void);
kuzu_state kuzu_connection_init(kuzu_database* database, kuzu_connection* out_connection);
void kuzu_connection_destroy(kuzu_connection* connection);
kuzu_state kuzu_connection_set_max_num_thread_for_exec(kuzu_connection* connection, uint64_t num_threads);
kuzu_state kuzu_connection_query(kuzu_connection* connection, const char* query, kuzu_query_result* out_query_result);
kuzu_state kuzu_connection_prepare(kuzu_connection* connection, const char* query, kuzu_prepared_statement* out_prepared_statement);
kuzu_state kuzu_connection_execute(kuzu_connection* connection, kuzu_prepared_statement* prepared_statement, kuzu_query_result* out_query_result);
void kuzu_connection_interrupt(kuzu_connection* connection);
void kuzu_prepared_statement_destroy(kuzu_prepared_statement* prepared_statement);
bool kuzu_prepared_statement_is_success(kuzu_prepared_statement* prepared_statement);
char* kuzu_prepared_statement_get_error_message(kuzu_prepared_statement* prepared_statement);
kuzu_state kuzu_prepared_statement_bind_value(kuzu_prepared_statement* prepared_statement, const char* param_name, kuzu_value* value);
void kuzu_query_result_destroy(kuzu_query_result* query_result);
bool kuzu_query_result_is_success(kuzu_query_result* query_result);
char* kuzu_query_result_get_error_message(kuzu_query_result* query_result);
uint64_t kuzu_query_result_get_num_columns(kuzu_query_result* query_result);
kuzu_state kuzu_query_result_get_column_name(kuzu_query_result* query_result, uint64_t index, char** out_column_name);
uint64_t kuzu_query_result_get_num_tuples(kuzu_query_result* query_result);
bool kuzu_query_result_has_next(kuzu_query_result* query_result);
kuzu_state kuzu_query_result_get_next(kuzu_query_result* query_result, kuzu_flat_tuple* out_flat_tuple);
void kuzu_flat_tuple_destroy(kuzu_flat_tuple* flat_tuple);
kuzu_state kuzu_flat_tuple_get_value(kuzu_flat_tuple* flat_tuple, uint64_t index, kuzu_value* out_value);
void kuzu_data_type_create(kuzu_data_type_id id, kuzu_logical_type* child_type, uint64_t num_elements_in_array, kuzu_logical_type* out_type);
void kuzu_data_type_destroy(kuzu_logical_type* data_type);
kuzu_data_type_id kuzu_data_type_get_id(kuzu_logical_type* data_type);
kuzu_state kuzu_data_type_get_num_elements_in_array(kuzu_logical_type* data_type, uint64_t* out_result);
kuzu_value* kuzu_value_create_null(void);
bool kuzu_value_is_null(kuzu_value* value);
kuzu_value* kuzu_value_create_default(kuzu_logical_type* data_type);
kuzu_value* kuzu_value_create_bool(bool val_);
kuzu_value* kuzu_value_create_int64(int64_t val_);
kuzu_value* kuzu_value_create_uint64(uint64_t val_);
kuzu_value* kuzu_value_create_float(float val_);
kuzu_value* kuzu_value_create_double(double val_);
kuzu_value* kuzu_value_create_date(kuzu_date_t val_);
kuzu_value* kuzu_value_create_timestamp(kuzu_timestamp_t val_);
kuzu_value* kuzu_value_create_interval(kuzu_interval_t val_);
kuzu_value* kuzu_value_create_string(const char* val_);
kuzu_state kuzu_value_create_list(uint64_t num_elements, kuzu_value** elements, kuzu_value** out_value);
kuzu_state kuzu_value_create_struct(uint64_t num_fields, const char** field_names, kuzu_value** field_values, kuzu_value** out_value);
void kuzu_value_destroy(kuzu_value* value);
kuzu_state kuzu_value_get_list_size(kuzu_value* value, uint64_t* out_result);
kuzu_state kuzu_value_get_list_element(kuzu_value* value, uint64_t index, kuzu_value* out_value);
kuzu_state kuzu_value_get_struct_num_fields(kuzu_value* value, uint64_t* out_result);
kuzu_state kuzu_value_get_struct_field_name(kuzu_value* value, uint64_t index, char** out_result);
kuzu_state kuzu_value_get_struct_field_value(kuzu_value* value, uint64_t index, kuzu_value* out_value);
kuzu_state kuzu_value_get_map_size(kuzu_value* value, uint64_t* out_result);
kuzu_state kuzu_value_get_map_key(kuzu_value* value, uint64_t index, kuzu_value* out_key);
kuzu_state kuzu_value_get_map_value(kuzu_value* value, uint64_t index, kuzu_value* out_value);
kuzu_state kuzu_value_get_recursive_rel_node_list(kuzu_value* value, kuzu_value* out_value);
kuzu_state kuzu_value_get_recursive_rel_rel_list(kuzu_value* value, kuzu_value* out_value);
void kuzu_value_get_data_type(kuzu_value* value, kuzu_logical_type* out_type);
kuzu_state kuzu_value_get_bool(kuzu_value* value, bool* out_result);
kuzu_state kuzu_value_get_int8(kuzu_value* value, int8_t* out_result);
kuzu_state kuzu_value_get_int16(kuzu_value* value, int16_t* out_result);
kuzu_state kuzu_value_get_int32(kuzu_value* value, int32_t* out_result);
kuzu_state kuzu_value_get_int64(kuzu_value* value, int64_t* out_result);
kuzu_state kuzu_value_get_uint8(kuzu_value* value, uint8_t* out_result);
kuzu_state kuzu_value_get_uint16(kuzu_value* value, uint16_t* out_result);
kuzu_state kuzu_value_get_uint32(kuzu_value* value, uint32_t* out_result);
kuzu_state kuzu_value_get_uint64(kuzu_value* value, uint64_t* out_result);
kuzu_state kuzu_value_get_int128(kuzu_value* value, kuzu_int128_t* out_result);
kuzu_state kuzu_int128_t_to_string(kuzu_int128_t val, char** out_result);
kuzu_state kuzu_value_get_float(kuzu_value* value, float* out_result);
kuzu_state kuzu_value_get_double(kuzu_value* value, double* out_result);
kuzu_state kuzu_value_get_internal_id(kuzu_value* value, kuzu_internal_id_t* out_result);
kuzu_state kuzu_value_get_date(kuzu_value* value, kuzu_date_t* out_result);
kuzu_state kuzu_value_get_timestamp(kuzu_value* value, kuzu_timestamp_t* out_result);
kuzu_state kuzu_value_get_timestamp_ns(kuzu_value* value, kuzu_timestamp_ns_t* out_result);
kuzu_state kuzu_value_get_timestamp_ms(kuzu_value* value, kuzu_timestamp_ms_t* out_result);
kuzu_state kuzu_value_get_timestamp_sec(kuzu_value* value, kuzu_timestamp_sec_t* out_result);
kuzu_state kuzu_value_get_timestamp_tz(kuzu_value* value, kuzu_timestamp_tz_t* out_result);
kuzu_state kuzu_value_get_interval(kuzu_value* value, kuzu_interval_t* out_result);
kuzu_state kuzu_value_get_decimal_as_string(kuzu_value* value, char** out_result);
kuzu_state kuzu_value_get_string(kuzu_value* value, char** out_result);
kuzu_state kuzu_value_get_uuid(kuzu_value* value, char** out_result);
char* kuzu_value_to_string(kuzu_value* value);
kuzu_state kuzu_node_val_get_id_val(kuzu_value* node_val, kuzu_value* out_value);
kuzu_state kuzu_node_val_get_label_val(kuzu_value* node_val, kuzu_value* out_value);
kuzu_state kuzu_node_val_get_property_size(kuzu_value* node_val, uint64_t* out_value);
kuzu_state kuzu_node_val_get_property_name_at(kuzu_value* node_val, uint64_t index, char** out_result);
kuzu_state kuzu_node_val_get_property_value_at(kuzu_value* node_val, uint64_t index, kuzu_value* out_value);
kuzu_state kuzu_rel_val_get_id_val(kuzu_value* rel_val, kuzu_value* out_value);
kuzu_state kuzu_rel_val_get_src_id_val(kuzu_value* rel_val, kuzu_value* out_value);
kuzu_state kuzu_rel_val_get_dst_id_val(kuzu_value* rel_val, kuzu_value* out_value);
kuzu_state kuzu_rel_val_get_label_val(kuzu_value* rel_val, kuzu_value* out_value);
kuzu_state kuzu_rel_val_get_property_size(kuzu_value* rel_val, uint64_t* out_value);
kuzu_state kuzu_rel_val_get_property_name_at(kuzu_value* rel_val, uint64_t index, char** out_result);
kuzu_state kuzu_rel_val_get_property_value_at(kuzu_value* rel_val, uint64_t index, kuzu_value* out_value);
void kuzu_destroy_string(char* str);

#endif

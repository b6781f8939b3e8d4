#include "CSQLite.h"

int geocli_run_no_triggers(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}

int geocli_distrust_schema(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

int geocli_trust_schema(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

int geocli_refuse_quoted_texts(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0) : code;
}

int geocli_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#include "CSQLite.h"
#include <sqlite3.h>

int geocli_run_no_triggers(struct sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}

int geocli_distrust_schema(struct sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

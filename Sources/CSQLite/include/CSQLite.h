#ifndef GEOCLI_CSQLITE_H
#define GEOCLI_CSQLITE_H

// The header of SQLite leaves out the functions of the preupdate hook unless this is defined. The library has them if it
// was built with the same option, as those of Debian and Ubuntu are.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// Swift can't call variadic C functions such as `sqlite3_db_config` and `sqlite3_config`, so it calls these functions
// instead. All of them return SQLite's result code. Source: sqlite3.h, "Database Connection Configuration Options".

/// Stops a connection from running the triggers in its file.
int geocli_run_no_triggers(sqlite3 *connection);

/// Stops definitions in a connection's file from calling functions that SQLite does not know to be harmless.
int geocli_distrust_schema(sqlite3 *connection);

/// Makes a connection read a word in double quotes as a name, never as a string.
int geocli_refuse_quoted_texts(sqlite3 *connection);

/// Stops SQLite from counting the memory that it uses, because the count makes all threads wait for the same lock. Call
/// this before the first connection is opened; after that, it has no effect.
int geocli_count_no_memory(void);

#endif

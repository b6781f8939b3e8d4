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

/// Lets definitions in a connection's file call all functions again.
int geocli_trust_schema(sqlite3 *connection);

/// Makes a connection read a word in double quotes as a name, never as a string.
int geocli_refuse_quoted_texts(sqlite3 *connection);

/// Stops SQLite from counting the memory that it uses, because the count makes all threads wait for the same lock. Call
/// this before the first connection is opened; after that, it has no effect.
int geocli_count_no_memory(void);

/// A row of the table `nearest`.
typedef struct {
    sqlite3_int64 id;
    double meters;
} geocli_neighbor;

/// Finds the places nearest to a position: stores an array, which SQLite's allocator made, and its length. `kind` is
/// null for all kinds. Returns SQLite's result code.
typedef int (*geocli_finder)(
    void *context, double latitude, double longitude, sqlite3_int64 count, const char *kind, geocli_neighbor **found,
    sqlite3_int64 *length);

/// Gives a connection the table-valued function `nearest(latitude, longitude, count, kind)` with the columns `id`,
/// `distance_m` and `rank`, nearest first. Without `count` it has 10 rows. `context` must live until the function is removed.
int geocli_add_nearest(sqlite3 *connection, geocli_finder find, void *context);

int geocli_remove_nearest(sqlite3 *connection);

#endif

#ifndef GEOCLI_CSQLITE_H
#define GEOCLI_CSQLITE_H

#include <sqlite3.h>

// These functions exist because `sqlite3_db_config` and `sqlite3_config` are variadic and Swift can't call variadic C functions. All return
// SQLite's result code. Source: sqlite3.h, "Database Connection Configuration Options".

/// Stops a connection from running the triggers of its file.
int geocli_run_no_triggers(sqlite3 *connection);

/// Stops definitions in a connection's file from calling functions, unless SQLite knows that a function is harmless.
int geocli_distrust_schema(sqlite3 *connection);

/// Makes a connection read a word in double quotes as a name, never as a text.
int geocli_refuse_quoted_texts(sqlite3 *connection);

/// Stops SQLite from counting the memory of the process, which all its threads would do behind one lock. Call it before
/// the first connection is opened; afterwards it has no effect.
int geocli_count_no_memory(void);

#endif

#ifndef GEOCLI_CSQLITE_H
#define GEOCLI_CSQLITE_H

#include <sqlite3.h>

// Here because `sqlite3_db_config` takes its arguments as C's variadic functions do, which Swift can't call. All return
// SQLite's result code. Source: sqlite3.h, "Database Connection Configuration Options".

/// Has a connection run no trigger of its file.
int geocli_run_no_triggers(sqlite3 *connection);

/// Has a connection call no function out of a definition in its file that SQLite does not know to be harmless.
int geocli_distrust_schema(sqlite3 *connection);

/// Has a connection take a word in double quotes for a name, never for a text.
int geocli_refuse_quoted_texts(sqlite3 *connection);

#endif

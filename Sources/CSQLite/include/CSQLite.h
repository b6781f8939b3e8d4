#ifndef GEOCLI_CSQLITE_H
#define GEOCLI_CSQLITE_H

struct sqlite3;

/// Has a connection run no trigger of its file.
///
/// Here because `sqlite3_db_config` takes its arguments as C's variadic functions do, which Swift can't call.
/// Returns SQLite's result code.
/// Source: sqlite3.h, "Database Connection Configuration Options".
int geocli_run_no_triggers(struct sqlite3 *connection);

/// Has a connection call no function out of a definition in its file that SQLite does not know to be harmless.
int geocli_distrust_schema(struct sqlite3 *connection);

#endif

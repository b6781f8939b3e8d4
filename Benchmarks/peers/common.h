// Code that the peers in C share: SQLite calls with checks, the clock, and lines of JSON.
#pragma once

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline void fail(sqlite3 *db, const char *where) {
    fprintf(stderr, "%s: %s\n", where, db ? sqlite3_errmsg(db) : "out of memory");
    exit(74);
}

static inline void *space(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) fail(NULL, "memory");
    return memory;
}

static inline void run(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(db, sql);
}

static inline sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) fail(db, sql);
    return statement;
}

static inline void step(sqlite3 *db, sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail(db, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

static inline sqlite3_int64 integer(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = prepare(db, sql);
    if (sqlite3_step(statement) != SQLITE_ROW) fail(db, sql);
    sqlite3_int64 value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static inline void print_figures(const char *name, const double *figures, int count) {
    printf(", \"%s\": [", name);
    for (int place = 0; place < count; place++) printf("%s%.6f", place ? ", " : "", figures[place]);
    printf("]");
}

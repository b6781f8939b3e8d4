// The table-valued function `nearest`. A virtual table must begin with SQLite's own struct, which Swift can't promise.
// Source: SQLite, "The Virtual Table Mechanism Of SQLite", §2 and "Table-valued functions".
#include <math.h>

#include "CSQLite.h"

typedef struct {
    geocli_finder find;
    void *context;
} finder;

typedef struct {
    sqlite3_vtab base;
    finder *finder;
} nearest_table;

typedef struct {
    sqlite3_vtab_cursor base;
    geocli_neighbor *found;
    sqlite3_int64 length;
    sqlite3_int64 row;
} nearest_cursor;

enum { ID, METERS, RANK, LATITUDE, LONGITUDE, COUNT, KIND };
enum { ARGUMENTS = 4 };

static int nearest_connect(
    sqlite3 *connection, void *context, int count, const char *const *words, sqlite3_vtab **made, char **error
) {
    (void)count, (void)words, (void)error;
    int code = sqlite3_declare_vtab(
        connection,
        "CREATE TABLE nearest (id INTEGER, distance_m REAL, rank INTEGER,"
        " near_latitude HIDDEN, near_longitude HIDDEN, near_count HIDDEN, near_kind HIDDEN)");
    if (code != SQLITE_OK) return code;
    nearest_table *table = sqlite3_malloc64(sizeof *table);
    if (!table) return SQLITE_NOMEM;
    *table = (nearest_table){.finder = context};
    *made = &table->base;
    return SQLITE_OK;
}

static int nearest_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

/// The plan's number has a bit for each argument that is given; they come in the order of their columns.
static int nearest_plan(sqlite3_vtab *table, sqlite3_index_info *plan) {
    int places[ARGUMENTS] = {-1, -1, -1, -1};
    for (int i = 0; i < plan->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &plan->aConstraint[i];
        if (constraint->iColumn < LATITUDE || constraint->op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        // An argument that another table gives later can't be left out.
        if (!constraint->usable) return SQLITE_CONSTRAINT;
        places[constraint->iColumn - LATITUDE] = i;
    }
    if (places[0] < 0 || places[1] < 0) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("nearest needs a latitude and a longitude: nearest(37.5663, 126.9779, 5)");
        return SQLITE_ERROR;
    }
    int next = 0;
    for (int argument = 0; argument < ARGUMENTS; argument++) {
        if (places[argument] < 0) continue;
        plan->idxNum |= 1 << argument;
        plan->aConstraintUsage[places[argument]].argvIndex = ++next;
        plan->aConstraintUsage[places[argument]].omit = 1;
    }
    plan->orderByConsumed = plan->nOrderBy == 1 && !plan->aOrderBy[0].desc
        && (plan->aOrderBy[0].iColumn == METERS || plan->aOrderBy[0].iColumn == RANK);
    plan->estimatedCost = 100;
    plan->estimatedRows = 10;
    return SQLITE_OK;
}

static int nearest_open(sqlite3_vtab *table, sqlite3_vtab_cursor **made) {
    (void)table;
    nearest_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (!cursor) return SQLITE_NOMEM;
    *cursor = (nearest_cursor){0};
    *made = &cursor->base;
    return SQLITE_OK;
}

static void forget(nearest_cursor *cursor) {
    sqlite3_free(cursor->found);
    cursor->found = 0;
    cursor->length = cursor->row = 0;
}

static int nearest_close(sqlite3_vtab_cursor *base) {
    forget((nearest_cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static double degrees(sqlite3_value *value) {
    int type = sqlite3_value_numeric_type(value);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_value_double(value) : NAN;
}

static int nearest_filter(
    sqlite3_vtab_cursor *base, int plan, const char *text, int count, sqlite3_value **values
) {
    (void)text, (void)count;
    nearest_cursor *cursor = (nearest_cursor *)base;
    finder *finder = ((nearest_table *)base->pVtab)->finder;
    forget(cursor);
    int next = 2;
    sqlite3_value *wanted = plan & 4 ? values[next++] : 0;
    sqlite3_value *kind = plan & 8 ? values[next] : 0;
    // A position that is not known has no neighbors.
    if (sqlite3_value_numeric_type(values[0]) == SQLITE_NULL || sqlite3_value_numeric_type(values[1]) == SQLITE_NULL)
        return SQLITE_OK;
    // What is no number is no latitude and no count; the finder refuses both.
    return finder->find(
        finder->context, degrees(values[0]), degrees(values[1]),
        !wanted ? 10 : sqlite3_value_numeric_type(wanted) == SQLITE_INTEGER ? sqlite3_value_int64(wanted) : -1, kind ? (const char *)sqlite3_value_text(kind) : 0, &cursor->found,
        &cursor->length);
}

static int nearest_next(sqlite3_vtab_cursor *base) {
    ((nearest_cursor *)base)->row++;
    return SQLITE_OK;
}

static int nearest_ends(sqlite3_vtab_cursor *base) {
    nearest_cursor *cursor = (nearest_cursor *)base;
    return cursor->row >= cursor->length;
}

static int nearest_column(sqlite3_vtab_cursor *base, sqlite3_context *result, int column) {
    nearest_cursor *cursor = (nearest_cursor *)base;
    switch (column) {
    case ID: sqlite3_result_int64(result, cursor->found[cursor->row].id); break;
    case METERS: sqlite3_result_double(result, cursor->found[cursor->row].meters); break;
    case RANK: sqlite3_result_int64(result, cursor->row + 1); break;
    default: sqlite3_result_null(result);
    }
    return SQLITE_OK;
}

static int nearest_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row) {
    *row = ((nearest_cursor *)base)->row + 1;
    return SQLITE_OK;
}

// Without `xCreate`, the table exists in every connection that has the module, and no CREATE can name it.
static const sqlite3_module nearest_module = {
    .xConnect = nearest_connect,
    .xBestIndex = nearest_plan,
    .xDisconnect = nearest_disconnect,
    .xOpen = nearest_open,
    .xClose = nearest_close,
    .xFilter = nearest_filter,
    .xNext = nearest_next,
    .xEof = nearest_ends,
    .xColumn = nearest_column,
    .xRowid = nearest_rowid,
};

int geocli_add_nearest(sqlite3 *connection, geocli_finder find, void *context) {
    finder *made = sqlite3_malloc64(sizeof *made);
    if (!made) return SQLITE_NOMEM;
    *made = (finder){.find = find, .context = context};
    return sqlite3_create_module_v2(connection, "nearest", &nearest_module, made, sqlite3_free);
}

int geocli_remove_nearest(sqlite3 *connection) {
    return sqlite3_create_module_v2(connection, "nearest", 0, 0, 0);
}

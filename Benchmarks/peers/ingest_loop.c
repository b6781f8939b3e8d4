// The fastest possible ingest: rows that are already in memory are written into a table and a packed R*Tree, without
// any parsing.
//
// ingest_loop CATALOG OUTPUT [--plain] [--tree packed|inserts|none] [--fts] [--repeats N]
//
// The rows come from CATALOG. Without --plain, the declaration of the table, with all its constraints, also comes from
// CATALOG. With --plain, the table has the same columns, and the key is its only constraint. The tree is an rtree_i32.
// SQLite stores it in three tables, and this program writes those tables directly, in the order of a Hilbert curve,
// with every node full. --fts adds an FTS5 table (unicode61) over name and address. OUTPUT is created again for each
// repetition: one transaction, no journal, no sync. A program that must survive a crash can't work like this. Prints
// one line of JSON; "seconds" has the time of each whole repetition, and "tree_seconds" the part of it that the tree
// takes.
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "packed_tree.h"

enum { MAXIMUM_COLUMNS = 64, MAXIMUM_REPEATS = 100 };

typedef struct {
    int type, bytes;
    union {
        sqlite3_int64 integer;
        double real;
        char *text;
    } as;
} Value;

typedef struct {
    sqlite3_int64 count;
    int columns, id, name, address, longitude, latitude;
    char *names[MAXIMUM_COLUMNS];
    char *declaration;
    Value *values;
} Rows;

typedef struct {
    const char *catalog, *output, *tree;
    int plain, fts, repeats;
} Options;

// Reading the rows

static void note_column(Rows *rows, int column, const char *name) {
    rows->names[column] = strdup(name);
    if (!strcmp(name, "id")) rows->id = column;
    if (!strcmp(name, "name")) rows->name = column;
    if (!strcmp(name, "address")) rows->address = column;
    if (!strcmp(name, "longitude")) rows->longitude = column;
    if (!strcmp(name, "latitude")) rows->latitude = column;
}

static Value copy(sqlite3_stmt *statement, int column) {
    Value value = {.type = sqlite3_column_type(statement, column)};
    if (value.type == SQLITE_INTEGER) value.as.integer = sqlite3_column_int64(statement, column);
    if (value.type == SQLITE_FLOAT) value.as.real = sqlite3_column_double(statement, column);
    if (value.type == SQLITE_TEXT) {
        value.bytes = sqlite3_column_bytes(statement, column);
        value.as.text = space((size_t)value.bytes);
        memcpy(value.as.text, sqlite3_column_text(statement, column), (size_t)value.bytes);
    }
    return value;
}

static Rows read_rows(const char *path) {
    Rows rows = {0};
    sqlite3 *db;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(db, path);
    sqlite3_stmt *declared = prepare(db, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'place'");
    if (sqlite3_step(declared) != SQLITE_ROW) fail(db, "no table place");
    rows.declaration = strdup((const char *)sqlite3_column_text(declared, 0));
    sqlite3_finalize(declared);
    rows.count = integer(db, "SELECT count(*) FROM place");
    sqlite3_stmt *statement = prepare(db, "SELECT * FROM place ORDER BY id");
    rows.columns = sqlite3_column_count(statement);
    if (rows.columns > MAXIMUM_COLUMNS) fail(NULL, "columns");
    for (int column = 0; column < rows.columns; column++)
        note_column(&rows, column, sqlite3_column_name(statement, column));
    rows.values = space((size_t)(rows.count * rows.columns) * sizeof(Value));
    Value *next = rows.values;
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int column = 0; column < rows.columns; column++) *next++ = copy(statement, column);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return rows;
}

// The table

static char *plain_declaration(const Rows *rows) {
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "CREATE TABLE place (");
    for (int column = 0; column < rows->columns; column++)
        sqlite3_str_appendf(sql, "%s\"%w\"%s", column ? ", " : "", rows->names[column],
                            column == rows->id ? " INTEGER PRIMARY KEY" : "");
    sqlite3_str_appendall(sql, ")");
    return sqlite3_str_finish(sql);
}

static sqlite3_stmt *insertion(sqlite3 *db, const Rows *rows) {
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "INSERT INTO place VALUES (?");
    for (int column = 1; column < rows->columns; column++) sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ")");
    char *text = sqlite3_str_finish(sql);
    sqlite3_stmt *statement = prepare(db, text);
    sqlite3_free(text);
    return statement;
}

static void bind(sqlite3_stmt *statement, int place, const Value *value) {
    switch (value->type) {
    case SQLITE_INTEGER: sqlite3_bind_int64(statement, place, value->as.integer); break;
    case SQLITE_FLOAT: sqlite3_bind_double(statement, place, value->as.real); break;
    case SQLITE_TEXT: sqlite3_bind_text(statement, place, value->as.text, value->bytes, SQLITE_STATIC); break;
    default: sqlite3_bind_null(statement, place);
    }
}

static void write_table(sqlite3 *db, const Rows *rows, int plain) {
    char *declaration = plain ? plain_declaration(rows) : sqlite3_mprintf("%s", rows->declaration);
    run(db, declaration);
    sqlite3_free(declaration);
    sqlite3_stmt *statement = insertion(db, rows);
    const Value *value = rows->values;
    for (sqlite3_int64 row = 0; row < rows->count; row++) {
        for (int column = 0; column < rows->columns; column++) bind(statement, column + 1, value++);
        step(db, statement);
    }
    sqlite3_finalize(statement);
}

static void write_words(sqlite3 *db, const Rows *rows) {
    run(db, "CREATE VIRTUAL TABLE words USING fts5 (name, address, tokenize = unicode61)");
    sqlite3_stmt *statement = prepare(db, "INSERT INTO words (rowid, name, address) VALUES (?, ?, ?)");
    for (sqlite3_int64 row = 0; row < rows->count; row++) {
        const Value *values = rows->values + row * rows->columns;
        bind(statement, 1, values + rows->id);
        bind(statement, 2, values + rows->name);
        bind(statement, 3, values + rows->address);
        step(db, statement);
    }
    sqlite3_finalize(statement);
}

// The tree

// Collects the positions of all rows that have one, in degrees times ten million, rounded outward; returns their
// number.
static sqlite3_int64 leaf_cells(const Rows *rows, Cell *cells) {
    sqlite3_int64 count = 0;
    for (sqlite3_int64 row = 0; row < rows->count; row++) {
        const Value *values = rows->values + row * rows->columns;
        const Value *longitude = values + rows->longitude, *latitude = values + rows->latitude;
        if (longitude->type != SQLITE_FLOAT || latitude->type != SQLITE_FLOAT) continue;
        double x = longitude->as.real * 1e7, y = latitude->as.real * 1e7;
        cells[count++] = (Cell){values[rows->id].as.integer,
                                {(int32_t)floor(x), (int32_t)ceil(x), (int32_t)floor(y), (int32_t)ceil(y)},
                                0};
    }
    return count;
}

static void insert_into_tree(sqlite3 *db, const Cell *cells, sqlite3_int64 count) {
    sqlite3_stmt *statement = prepare(db, "INSERT INTO place_rtree VALUES (?, ?, ?, ?, ?)");
    for (sqlite3_int64 cell = 0; cell < count; cell++) {
        Box box = cells[cell].box;
        sqlite3_bind_int64(statement, 1, cells[cell].id);
        sqlite3_bind_int64(statement, 2, box.west);
        sqlite3_bind_int64(statement, 3, box.east);
        sqlite3_bind_int64(statement, 4, box.south);
        sqlite3_bind_int64(statement, 5, box.north);
        step(db, statement);
    }
    sqlite3_finalize(statement);
}

static double write_tree(sqlite3 *db, const Rows *rows, const char *tree) {
    double start = now();
    if (!strcmp(tree, "none")) return 0;
    run(db, "CREATE VIRTUAL TABLE place_rtree USING rtree_i32 (id, west, east, south, north)");
    Cell *cells = space((size_t)rows->count * sizeof(Cell));
    sqlite3_int64 count = leaf_cells(rows, cells);
    if (!strcmp(tree, "packed")) write_packed_tree(db, cells, count);
    else insert_into_tree(db, cells, count);
    free(cells);
    return now() - start;
}

// One repetition

static void write_all(const Rows *rows, const Options *options, double *whole, double *tree) {
    unlink(options->output);
    double start = now();
    sqlite3 *db;
    if (sqlite3_open(options->output, &db) != SQLITE_OK) fail(db, options->output);
    run(db, "PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA foreign_keys = off; BEGIN");
    write_table(db, rows, options->plain);
    *tree = write_tree(db, rows, options->tree);
    if (options->fts) write_words(db, rows);
    run(db, "COMMIT");
    if (sqlite3_close(db) != SQLITE_OK) fail(db, "closing");
    *whole = now() - start;
}

static Options parse(int argc, char **argv) {
    Options options = {.tree = "packed", .repeats = 1};
    for (int place = 1; place < argc; place++) {
        const char *word = argv[place];
        if (!strcmp(word, "--plain")) options.plain = 1;
        else if (!strcmp(word, "--fts")) options.fts = 1;
        else if (!strcmp(word, "--tree") && place + 1 < argc) options.tree = argv[++place];
        else if (!strcmp(word, "--repeats") && place + 1 < argc) options.repeats = atoi(argv[++place]);
        else if (!options.catalog) options.catalog = word;
        else options.output = word;
    }
    if (!options.output || options.repeats < 1 || options.repeats > MAXIMUM_REPEATS) {
        fputs("usage: ingest_loop CATALOG OUTPUT [--plain] [--tree packed|inserts|none] [--fts] [--repeats N]\n", stderr);
        exit(64);
    }
    return options;
}

int main(int argc, char **argv) {
    Options options = parse(argc, argv);
    double whole[MAXIMUM_REPEATS], tree[MAXIMUM_REPEATS];
    Rows rows = read_rows(options.catalog);
    for (int repeat = 0; repeat < options.repeats; repeat++) write_all(&rows, &options, whole + repeat, tree + repeat);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"task\": \"ingest-loop\", \"rows\": %lld", rows.count);
    print_figures("seconds", whole, options.repeats);
    print_figures("tree_seconds", tree, options.repeats);
    printf(", \"peak_kb\": %ld}\n", usage.ru_maxrss);
    return 0;
}

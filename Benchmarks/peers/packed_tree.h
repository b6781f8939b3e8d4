// Bulk-packs an rtree_i32: its own node, rowid and parent tables are written directly, in the order of a Hilbert curve,
// with every node full.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common.h"

enum { CELL_BYTES = 24, HILBERT_BITS = 16 };

typedef struct {
    int32_t west, east, south, north;
} Box;

typedef struct {
    sqlite3_int64 id;
    Box box;
    uint64_t key;
} Cell;

// The position of (x, y) on a Hilbert curve through a grid of 2^HILBERT_BITS cells a side. Source: the xy2d function in
// Wikipedia's article "Hilbert curve".
static uint64_t hilbert(uint32_t x, uint32_t y) {
    uint64_t place = 0;
    for (uint32_t side = 1u << (HILBERT_BITS - 1); side > 0; side /= 2) {
        uint32_t right = (x & side) != 0, up = (y & side) != 0;
        place += (uint64_t)side * side * ((3 * right) ^ up);
        if (up) continue;
        uint32_t old = x;
        x = right ? (1u << HILBERT_BITS) - 1 - y : y;
        y = right ? (1u << HILBERT_BITS) - 1 - old : old;
    }
    return place;
}

static int by_key(const void *left, const void *right) {
    uint64_t a = ((const Cell *)left)->key, b = ((const Cell *)right)->key;
    return (a > b) - (a < b);
}

static Box merged(Box a, Box b) {
    if (b.west < a.west) a.west = b.west;
    if (b.east > a.east) a.east = b.east;
    if (b.south < a.south) a.south = b.south;
    if (b.north > a.north) a.north = b.north;
    return a;
}

static void sort_along_curve(Cell *cells, sqlite3_int64 count) {
    if (!count) return;
    Box all = cells[0].box;
    for (sqlite3_int64 cell = 1; cell < count; cell++) all = merged(all, cells[cell].box);
    double side = (1u << HILBERT_BITS) - 1;
    double across = side / fmax(1, (double)all.east - all.west), up = side / fmax(1, (double)all.north - all.south);
    for (sqlite3_int64 cell = 0; cell < count; cell++)
        cells[cell].key = hilbert((uint32_t)(((double)cells[cell].box.west - all.west) * across),
                                  (uint32_t)(((double)cells[cell].box.south - all.south) * up));
    qsort(cells, (size_t)count, sizeof(Cell), by_key);
}

static void put(unsigned char *bytes, uint64_t value, int count) {
    for (int place = count - 1; place >= 0; place--, value >>= 8) bytes[place] = (unsigned char)value;
}

// A node as SQLite's R*Tree keeps it: depth (in the root only) and number of cells, then id and box of each cell,
// big-endian.
static Box encode(unsigned char *node, const Cell *cells, int count, int depth) {
    put(node, (uint64_t)depth, 2);
    put(node + 2, (uint64_t)count, 2);
    Box box = cells[0].box;
    for (int cell = 0; cell < count; cell++) {
        unsigned char *bytes = node + 4 + cell * CELL_BYTES;
        put(bytes, (uint64_t)cells[cell].id, 8);
        put(bytes + 8, (uint32_t)cells[cell].box.west, 4);
        put(bytes + 12, (uint32_t)cells[cell].box.east, 4);
        put(bytes + 16, (uint32_t)cells[cell].box.south, 4);
        put(bytes + 20, (uint32_t)cells[cell].box.north, 4);
        box = merged(box, cells[cell].box);
    }
    return box;
}

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *node, *rowid, *parent;
    int node_bytes, fanout;
    sqlite3_int64 next;
} Packer;

static void link_to(Packer *packer, sqlite3_stmt *statement, sqlite3_int64 below, sqlite3_int64 above) {
    sqlite3_bind_int64(statement, 1, below);
    sqlite3_bind_int64(statement, 2, above);
    step(packer->db, statement);
}

// Writes the cells of a level as nodes. Overwrites `cells` with the cells of the level above, and returns their number.
static sqlite3_int64 write_level(Packer *packer, Cell *cells, sqlite3_int64 count, int depth) {
    unsigned char *node = space((size_t)packer->node_bytes);
    sqlite3_int64 above = 0, isRoot = count <= packer->fanout;
    for (sqlite3_int64 first = 0; first < count; first += packer->fanout) {
        int width = (int)(count - first < packer->fanout ? count - first : packer->fanout);
        sqlite3_int64 number = isRoot ? 1 : packer->next++;
        memset(node, 0, (size_t)packer->node_bytes);
        Box box = encode(node, cells + first, width, isRoot ? depth : 0);
        sqlite3_bind_int64(packer->node, 1, number);
        sqlite3_bind_blob(packer->node, 2, node, packer->node_bytes, SQLITE_STATIC);
        step(packer->db, packer->node);
        for (int cell = 0; depth > 0 && cell < width; cell++)
            link_to(packer, packer->parent, cells[first + cell].id, number);
        cells[above++] = (Cell){number, box, 0};
    }
    free(node);
    return above;
}

static int by_id(const void *left, const void *right) {
    sqlite3_int64 a = ((const Cell *)left)->id, b = ((const Cell *)right)->id;
    return (a > b) - (a < b);
}

// Writes the leaf of each row, ordered by row. In the order of the leaves, the writes would be scattered over the
// table.
static void write_leaves_of_rows(Packer *packer, const Cell *cells, sqlite3_int64 count) {
    Cell *sorted = space((size_t)count * sizeof(Cell));
    memcpy(sorted, cells, (size_t)count * sizeof(Cell));
    sqlite3_int64 isRoot = count <= packer->fanout;
    for (sqlite3_int64 cell = 0; cell < count; cell++)
        sorted[cell].key = isRoot ? 1 : (uint64_t)(2 + cell / packer->fanout);
    qsort(sorted, (size_t)count, sizeof(Cell), by_id);
    for (sqlite3_int64 cell = 0; cell < count; cell++)
        link_to(packer, packer->rowid, sorted[cell].id, (sqlite3_int64)sorted[cell].key);
    free(sorted);
}

// Writes `count` cells into the `place_rtree` tree, which must exist and be empty; changes the `cells` array.
static void write_packed_tree(sqlite3 *db, Cell *cells, sqlite3_int64 count) {
    sort_along_curve(cells, count);
    Packer packer = {.db = db, .next = 2};
    packer.node_bytes = (int)integer(db, "SELECT length(data) FROM place_rtree_node WHERE nodeno = 1");
    packer.fanout = (packer.node_bytes - 4) / CELL_BYTES;
    packer.node = prepare(db, "INSERT OR REPLACE INTO place_rtree_node VALUES (?, ?)");
    packer.rowid = prepare(db, "INSERT INTO place_rtree_rowid VALUES (?, ?)");
    packer.parent = prepare(db, "INSERT INTO place_rtree_parent VALUES (?, ?)");
    if (count) write_leaves_of_rows(&packer, cells, count);
    for (int depth = 0; count; depth++) {
        int isRoot = count <= packer.fanout;
        count = write_level(&packer, cells, count, depth);
        if (isRoot) break;
    }
    sqlite3_finalize(packer.node);
    sqlite3_finalize(packer.rowid);
    sqlite3_finalize(packer.parent);
}

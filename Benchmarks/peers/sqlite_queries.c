// Queries directly from SQLite, as a C programmer would write them: a growing box for `nearest`, and one box for `box`.
//
// sqlite_queries CATALOG TASK QUERIES [--repeats N] [--k 10] [--kind KIND] [--answers FILE]
//
// CATALOG has `place` and its tree `place_rtree` (ingest_loop makes such a file). TASK:
// - nearest: QUERIES has pairs of float64, longitude and latitude. The box around a query is doubled until the k-th
//   neighbor by exact great-circle distance is no farther than its sides. The first box would contain about k/16 rows
//   if the rows were spread evenly. Rows come in clusters, and a box that is too small costs less than one that is too
//   large.
// - box: QUERIES has west, south, east, north. Counts the tree's results, whose boxes are rounded outward by 1e-7
//   degrees.
// - box-exact: the same, but the exact coordinates of each row are checked, too.
// Prints one line of JSON. Answers: one line a query, `id:millimeters …` or the count. Searches do not cross ±180°.
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "common.h"

enum { MAXIMUM_REPEATS = 100, CANDIDATES = 1 << 20 };

static const double earth_radius_meters = 6371008.8, meters_a_degree = 6371008.8 * M_PI / 180, unit = 1e7;

typedef struct {
    sqlite3_int64 id;
    double meters;
} Found;

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *statement;
    const char *catalog, *task, *queries, *kind;
    FILE *answers;
    int repeats, k;
    double first_half_meters;
    Found *found;
} Search;

static double radians(double degrees) { return degrees * (M_PI / 180); }

// Source: the haversine formula, R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984).
static double great_circle(double longitude, double latitude, double to_longitude, double to_latitude) {
    double up = sin(radians(to_latitude - latitude) / 2), across = sin(radians(to_longitude - longitude) / 2);
    double square = up * up + cos(radians(latitude)) * cos(radians(to_latitude)) * across * across;
    return 2 * earth_radius_meters * asin(fmin(1, sqrt(square)));
}

static int by_distance(const void *left, const void *right) {
    const Found *a = left, *b = right;
    if (a->meters != b->meters) return a->meters < b->meters ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static void bind_box(sqlite3_stmt *statement, double west, double south, double east, double north) {
    sqlite3_bind_double(statement, 1, ceil(east * unit));
    sqlite3_bind_double(statement, 2, floor(west * unit));
    sqlite3_bind_double(statement, 3, ceil(north * unit));
    sqlite3_bind_double(statement, 4, floor(south * unit));
}

// Reads all rows of the box, with their distances; returns their number.
static int candidates(Search *search, double longitude, double latitude, double half_meters) {
    double up = half_meters / meters_a_degree;
    double across = up / fmax(1e-6, cos(radians(fmin(90, fabs(latitude) + up))));
    bind_box(search->statement, longitude - across, latitude - up, longitude + across, latitude + up);
    int count = 0;
    while (count < CANDIDATES && sqlite3_step(search->statement) == SQLITE_ROW) {
        double x = sqlite3_column_double(search->statement, 1), y = sqlite3_column_double(search->statement, 2);
        search->found[count++] = (Found){sqlite3_column_int64(search->statement, 0), great_circle(longitude, latitude, x, y)};
    }
    sqlite3_reset(search->statement);
    return count;
}

static int nearest(Search *search, double longitude, double latitude) {
    double half = search->first_half_meters;
    for (;;) {
        int count = candidates(search, longitude, latitude, half), wanted = count < search->k ? count : search->k;
        int everywhere = half > M_PI * earth_radius_meters;
        double reach = INFINITY;
        if (count >= search->k || everywhere) {
            qsort(search->found, (size_t)count, sizeof(Found), by_distance);
            reach = wanted ? search->found[wanted - 1].meters : 0;
            if (everywhere || reach <= half) return wanted;
        }
        half = fmin(2 * half, reach);
    }
}

static void answer_nearest(Search *search, const double *queries, long count) {
    for (long query = 0; query < count; query++) {
        int found = nearest(search, queries[2 * query], queries[2 * query + 1]);
        for (int rank = 0; search->answers && rank < found; rank++)
            fprintf(search->answers, "%s%lld:%.0f", rank ? " " : "", search->found[rank].id,
                    search->found[rank].meters * 1000);
        if (search->answers) fputc('\n', search->answers);
    }
}

static long count_box(Search *search, const double *box, int exact) {
    bind_box(search->statement, box[0], box[1], box[2], box[3]);
    long count = 0;
    while (sqlite3_step(search->statement) == SQLITE_ROW) {
        if (exact) {
            double x = sqlite3_column_double(search->statement, 1), y = sqlite3_column_double(search->statement, 2);
            if (!(box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3])) continue;
        }
        count++;
    }
    sqlite3_reset(search->statement);
    return count;
}

static void answer_boxes(Search *search, const double *queries, long count, int exact) {
    long sum = 0;
    for (long query = 0; query < count; query++) {
        long found = count_box(search, queries + 4 * query, exact);
        sum += found;
        if (search->answers) fprintf(search->answers, "%ld\n", found);
    }
    if (sum < 0) abort();  // Uses the result, so that the compiler can't drop the loop.
}

static double *read_doubles(const char *path, long *count) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(66);
    }
    fseek(file, 0, SEEK_END);
    *count = ftell(file) / (long)sizeof(double);
    rewind(file);
    double *numbers = space((size_t)*count * sizeof(double));
    if (fread(numbers, sizeof(double), (size_t)*count, file) != (size_t)*count) exit(74);
    fclose(file);
    return numbers;
}

static void open_catalog(Search *search) {
    if (sqlite3_open_v2(search->catalog, &search->db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        fail(search->db, search->catalog);
    run(search->db, "PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296");
    const char *box = "west <= ?1 AND east >= ?2 AND south <= ?3 AND north >= ?4";
    char *sql = !strcmp(search->task, "box")
                    ? sqlite3_mprintf("SELECT id FROM place_rtree WHERE %s", box)
                    : sqlite3_mprintf("SELECT b.id, b.longitude, b.latitude FROM place_rtree r "
                                      "CROSS JOIN place b ON b.id = r.id WHERE %s%s",
                                      box, search->kind ? " AND b.kind = ?5" : "");
    search->statement = prepare(search->db, sql);
    sqlite3_free(sql);
    if (search->kind) sqlite3_bind_text(search->statement, 5, search->kind, -1, SQLITE_STATIC);
}

// Half the side of the first box around a query.
static void choose_first_box(Search *search) {
    char *sql = sqlite3_mprintf("SELECT count(*), min(longitude), max(longitude), min(latitude), max(latitude) "
                                "FROM place WHERE longitude IS NOT NULL%s",
                                search->kind ? " AND kind = ?1" : "");
    sqlite3_stmt *statement = prepare(search->db, sql);
    if (search->kind) sqlite3_bind_text(statement, 1, search->kind, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_ROW) fail(search->db, sql);
    double count = fmax(1, sqlite3_column_double(statement, 0));
    double across = sqlite3_column_double(statement, 2) - sqlite3_column_double(statement, 1);
    double up = sqlite3_column_double(statement, 4) - sqlite3_column_double(statement, 3);
    double area = across * meters_a_degree * cos(radians(sqlite3_column_double(statement, 3) + up / 2)) * up * meters_a_degree;
    search->first_half_meters = fmax(0.01, sqrt(area * search->k / (16 * count)) / 2);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
}

static Search parse(int argc, char **argv) {
    Search search = {.repeats = 1, .k = 10};
    for (int place = 1; place < argc; place++) {
        const char *word = argv[place], *next = place + 1 < argc ? argv[place + 1] : NULL;
        if (next && !strcmp(word, "--repeats")) search.repeats = atoi(argv[++place]);
        else if (next && !strcmp(word, "--k")) search.k = atoi(argv[++place]);
        else if (next && !strcmp(word, "--kind")) search.kind = argv[++place];
        else if (next && !strcmp(word, "--answers")) search.answers = fopen(argv[++place], "w");
        else if (!search.catalog) search.catalog = word;
        else if (!search.task) search.task = word;
        else search.queries = word;
    }
    if (!search.queries || search.repeats < 1 || search.repeats > MAXIMUM_REPEATS || search.k < 1) {
        fputs("usage: sqlite_queries CATALOG nearest|box|box-exact QUERIES [--repeats N] [--k 10] [--kind KIND] "
              "[--answers FILE]\n",
              stderr);
        exit(64);
    }
    return search;
}

int main(int argc, char **argv) {
    Search search = parse(argc, argv);
    open_catalog(&search);
    search.found = space(CANDIDATES * sizeof(Found));
    long numbers;
    double *queries = read_doubles(search.queries, &numbers), seconds[MAXIMUM_REPEATS];
    int isNearest = !strcmp(search.task, "nearest");
    if (isNearest) choose_first_box(&search);
    long count = numbers / (isNearest ? 2 : 4);
    for (int repeat = 0; repeat < search.repeats; repeat++) {
        double start = now();
        if (isNearest) answer_nearest(&search, queries, count);
        else answer_boxes(&search, queries, count, !strcmp(search.task, "box-exact"));
        seconds[repeat] = now() - start;
        if (search.answers) fclose(search.answers);
        search.answers = NULL;  // Only the first repetition writes the answers.
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"task\": \"%s\", \"points\": %lld, \"queries\": %ld", search.task,
           integer(search.db, "SELECT count(*) FROM place"), count);
    print_figures("seconds", seconds, search.repeats);
    printf(", \"peak_kb\": %ld}\n", usage.ru_maxrss);
    return 0;
}

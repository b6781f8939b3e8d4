// Converts points with PROJ, for the Projection module. It uses one operation between two systems, and longitude or
// easting comes first.
#include "CProj.h"
#include "Library.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cproj_transform {
    const cproj_library *proj;
    PJ_CONTEXT *context;
    PJ *operation;
    int source_is_geographic;
    int target_is_geographic;
};

/// Returns the type of a system. If "+towgs84" wraps a datum shift around the system, this is the type of the system
/// inside.
static PJ_TYPE flat_type(const cproj_transform *self, const PJ *crs) {
    PJ_TYPE type = self->proj->proj_get_type(crs);
    if (type != PJ_TYPE_BOUND_CRS) return type;
    PJ *base = self->proj->proj_get_source_crs(self->context, crs);
    if (!base) return PJ_TYPE_UNKNOWN;
    type = self->proj->proj_get_type(base);
    self->proj->proj_destroy(base);
    return type;
}

static int is_flat(PJ_TYPE type) {
    return type == PJ_TYPE_PROJECTED_CRS || type == PJ_TYPE_GEOGRAPHIC_2D_CRS;
}

/// Finds the operation between two systems. Longitude or easting is first, even if the authority says otherwise.
/// Ballpark operations leave out the datum shift (362 m in Seoul), so they are excluded even if there is no other
/// operation.
static cproj_problem find_operation(cproj_transform *self, const PJ *source, const PJ *target) {
    const char *const options[] = {"ALLOW_BALLPARK=NO", NULL};
    if (!is_flat(flat_type(self, source))) return cproj_problem_unflatSource;
    if (!is_flat(flat_type(self, target))) return cproj_problem_unflatTarget;
    PJ *raw = self->proj->proj_create_crs_to_crs_from_pj(self->context, source, target, NULL, options);
    if (!raw) return cproj_problem_operation;
    self->operation = self->proj->proj_normalize_for_visualization(self->context, raw);
    self->proj->proj_destroy(raw);
    self->source_is_geographic = flat_type(self, source) == PJ_TYPE_GEOGRAPHIC_2D_CRS;
    self->target_is_geographic = flat_type(self, target) == PJ_TYPE_GEOGRAPHIC_2D_CRS;
    return self->operation ? cproj_problem_nothing : cproj_problem_operation;
}

/// Reads both definitions and finds the operation between them.
static cproj_problem set_up(cproj_transform *self, const char *source, const char *target) {
    self->proj->proj_log_level(self->context, PJ_LOG_NONE);
    self->proj->proj_context_set_enable_network(self->context, 0);
    if (!self->proj->proj_context_get_database_path(self->context)) return cproj_problem_database;
    PJ *from = self->proj->proj_create(self->context, source);
    PJ *to = from ? self->proj->proj_create(self->context, target) : NULL;
    cproj_problem problem = !from ? cproj_problem_unknownSource
                            : !to ? cproj_problem_unknownTarget
                                  : find_operation(self, from, to);
    self->proj->proj_destroy(to);
    self->proj->proj_destroy(from);
    return problem;
}

cproj_transform *cproj_transform_create(const char *source, const char *target, cproj_problem *problem) {
    const cproj_library *proj = cproj_library_load();
    *problem = cproj_problem_library;
    if (!proj) return NULL;
    cproj_transform *self = calloc(1, sizeof *self);
    if (!self) abort();
    self->proj = proj;
    self->context = proj->proj_context_create();
    if (!self->context) abort();
    *problem = set_up(self, source, target);
    if (*problem == cproj_problem_nothing) return self;
    cproj_transform_destroy(self);
    return NULL;
}

void cproj_transform_destroy(cproj_transform *self) {
    if (!self) return;
    self->proj->proj_destroy(self->operation);
    self->proj->proj_context_destroy(self->context);
    free(self);
}

int cproj_transform_source_is_geographic(const cproj_transform *self) {
    return self->source_is_geographic;
}

/// Converts points with PROJ. A point that fails becomes HUGE_VAL. Only the values show which points failed (PROJ
/// 9.1.1). The count that PROJ returns includes failed points, and the error number stays set after a later point
/// succeeds.
static void carry(const cproj_transform *self, PJ_DIRECTION direction, double *x, double *y, size_t count) {
    const size_t stride = sizeof(double);
    self->proj->proj_errno_reset(self->operation);
    self->proj->proj_trans_generic(
        self->operation, direction, x, stride, count, y, stride, count, NULL, 0, 0, NULL, 0, 0);
}

/// Returns whether a point came back to within a meter of its start; false for numbers that are not finite, and for
/// degrees that are not a longitude and a latitude.
static int came_back(int geographic, double x1, double y1, double x2, double y2) {
    const double degree = 1e5;  // Meters, approximately.
    double east = x2 - x1, north = y2 - y1;
    if (geographic) {
        if (fabs(x1) > 180 || fabs(y1) > 90) return 0;
        // 180 and -180 are the same meridian, and all meridians meet at a pole.
        east = remainder(east, 360) * cos(y1 * (M_PI / 180)) * degree;
        north *= degree;
    }
    return fabs(east) <= 1 && fabs(north) <= 1;
}

/// Converts at most CHUNK points. A point becomes HUGE_VAL if the inverse operation does not lead back to its start.
/// PROJ's transverse Mercator repeats itself beyond the poles: in EPSG:5186 it converts y = 1e12 to a position at 64°
/// N.
enum { CHUNK = 256 };
static void carry_chunk(cproj_transform *self, int backward, double *x, double *y, size_t count) {
    const int geographic = backward ? self->target_is_geographic : self->source_is_geographic;
    double start_x[CHUNK], start_y[CHUNK], back_x[CHUNK], back_y[CHUNK];
    memcpy(start_x, x, count * sizeof *x);
    memcpy(start_y, y, count * sizeof *y);
    carry(self, backward ? PJ_INV : PJ_FWD, x, y, count);
    memcpy(back_x, x, count * sizeof *x);
    memcpy(back_y, y, count * sizeof *y);
    carry(self, backward ? PJ_FWD : PJ_INV, back_x, back_y, count);
    for (size_t i = 0; i < count; i++) {
        if (!came_back(geographic, start_x[i], start_y[i], back_x[i], back_y[i])) x[i] = y[i] = HUGE_VAL;
    }
}

void cproj_transform_apply(cproj_transform *self, int backward, double *x, double *y, size_t count) {
    for (size_t start = 0; start < count; start += CHUNK) {
        const size_t rest = count - start;
        carry_chunk(self, backward, x + start, y + start, rest < CHUNK ? rest : CHUNK);
    }
}

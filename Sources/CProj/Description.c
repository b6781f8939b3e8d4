// Describes a coordinate system for other programs: its name, its code and its WKT.
#include "CProj.h"
#include "Library.h"
#include <stdlib.h>

struct cproj_description {
    const cproj_library *proj;
    PJ_CONTEXT *context;
    PJ *crs;
    const char *wkt;
};

/// Reads the definition. The strings belong to the PJ object, so `self` keeps it.
static cproj_problem read_definition(cproj_description *self, const char *definition) {
    // GDAL's variant of WKT 1, as ogr2ogr writes it into GeoPackages.
    const char *const options[] = {"MULTILINE=NO", NULL};
    self->proj->proj_log_level(self->context, PJ_LOG_NONE);
    self->proj->proj_context_set_enable_network(self->context, 0);
    if (!self->proj->proj_context_get_database_path(self->context)) return cproj_problem_database;
    self->crs = self->proj->proj_create(self->context, definition);
    if (!self->crs) return cproj_problem_unknownSource;
    self->wkt = self->proj->proj_as_wkt(self->context, self->crs, PJ_WKT1_GDAL, options);
    return self->wkt ? cproj_problem_nothing : cproj_problem_unflatSource;
}

cproj_description *cproj_description_create(const char *definition, cproj_problem *problem) {
    const cproj_library *proj = cproj_library_load();
    *problem = cproj_problem_library;
    if (!proj) return NULL;
    cproj_description *self = calloc(1, sizeof *self);
    if (!self) abort();
    self->proj = proj;
    self->context = proj->proj_context_create();
    if (!self->context) abort();
    *problem = read_definition(self, definition);
    if (*problem == cproj_problem_nothing) return self;
    cproj_description_destroy(self);
    return NULL;
}

void cproj_description_destroy(cproj_description *self) {
    if (!self) return;
    self->proj->proj_destroy(self->crs);
    self->proj->proj_context_destroy(self->context);
    free(self);
}

const char *cproj_description_name(const cproj_description *self) {
    return self->proj->proj_get_name(self->crs);
}

const char *cproj_description_authority(const cproj_description *self) {
    return self->proj->proj_get_id_auth_name(self->crs, 0);
}

const char *cproj_description_code(const cproj_description *self) {
    return self->proj->proj_get_id_code(self->crs, 0);
}

const char *cproj_description_wkt(const cproj_description *self) {
    return self->wkt;
}

int cproj_description_is_geographic(const cproj_description *self) {
    PJ_TYPE type = self->proj->proj_get_type(self->crs);
    return type == PJ_TYPE_GEOGRAPHIC_2D_CRS;
}

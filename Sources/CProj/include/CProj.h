#ifndef GEOCLI_CPROJ_H
#define GEOCLI_CPROJ_H
#include <stddef.h>

/// The reason why no transform exists.
typedef enum __attribute__((enum_extensibility(closed))) cproj_problem {
    /// There is no problem.
    cproj_problem_nothing,
    /// libproj could not be loaded; `cproj_library_problem` gives the message.
    cproj_problem_library,
    /// libproj can't find or read proj.db.
    cproj_problem_database,
    /// PROJ does not understand the source, or the target.
    cproj_problem_unknownSource,
    cproj_problem_unknownTarget,
    /// The source, or the target, is neither a projected nor a two-dimensional geographic system.
    cproj_problem_unflatSource,
    cproj_problem_unflatTarget,
    /// PROJ knows both systems, but no datum shift between them.
    cproj_problem_operation,
} cproj_problem;

/// One operation between two systems, with its own PROJ context. Only one thread may use it at a time.
typedef struct cproj_transform cproj_transform;

/// Returns a message that says why libproj can't be used, or NULL if libproj is loaded. The first call loads libproj.
/// Any thread may call this; the string stays valid for the life of the process.
const char *cproj_library_problem(void);

/// Returns the operation from `source` to `target` (authority codes, PROJ strings or WKT), or NULL with `*problem` set.
/// Uses no network and writes no log. Loads libproj if it is not loaded yet.
cproj_transform *cproj_transform_create(const char *source, const char *target, cproj_problem *problem);

/// Frees a transform; NULL is ignored.
void cproj_transform_destroy(cproj_transform *transform);

/// Returns whether coordinates in the source are degrees of longitude and latitude.
int cproj_transform_source_is_geographic(const cproj_transform *transform);

/// Converts `count` points in place, from source to target or, if `backward` is set, from target to source. x is
/// longitude or easting. A point becomes HUGE_VAL if it can't be converted, if its degrees are beyond 180 and 90, or if
/// the inverse operation does not lead back to within a meter of the point.
void cproj_transform_apply(cproj_transform *transform, int backward, double *x, double *y, size_t count);

/// The name and code of a system, and its definition in the first version of OGC's well-known text (WKT 1).
typedef struct cproj_description cproj_description;

/// Returns the description of `definition`, or NULL with `*problem` set. Loads libproj if it is not loaded yet.
cproj_description *cproj_description_create(const char *definition, cproj_problem *problem);

/// Frees a description; NULL is ignored.
void cproj_description_destroy(cproj_description *description);

/// Returns the system's name; NULL if it has none. This string and the strings of the functions below are valid until
/// the description is freed.
const char *cproj_description_name(const cproj_description *description);

/// These return the authority that lists the system, and the code that it has there; NULL if no authority lists it.
const char *cproj_description_authority(const cproj_description *description);
const char *cproj_description_code(const cproj_description *description);

/// Returns the definition as WKT 1 on one line.
const char *cproj_description_wkt(const cproj_description *description);

/// Returns whether coordinates in the system are degrees of longitude and latitude.
int cproj_description_is_geographic(const cproj_description *description);

#endif

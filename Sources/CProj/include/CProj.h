#ifndef GEOCLI_CPROJ_H
#define GEOCLI_CPROJ_H
#include <stddef.h>

/// Why there is no transform.
typedef enum __attribute__((enum_extensibility(closed))) cproj_problem {
    /// Nothing is wrong.
    cproj_problem_nothing,
    /// libproj could not be loaded; `cproj_library_problem` has the words.
    cproj_problem_library,
    /// libproj finds no proj.db that it can read.
    cproj_problem_database,
    /// PROJ can't make sense of the source, or of the target.
    cproj_problem_unknownSource,
    cproj_problem_unknownTarget,
    /// The source, or the target, is neither a projected nor a two-dimensional geographic system.
    cproj_problem_unflatSource,
    cproj_problem_unflatTarget,
    /// PROJ knows both, but no datum shift between them.
    cproj_problem_operation,
} cproj_problem;

/// One operation between two systems, with a PROJ context of its own. Used by one thread at a time.
typedef struct cproj_transform cproj_transform;

/// Why libproj can't be used, in words, or NULL when it is loaded.
/// The first call loads it. Any thread may call; the string lives as long as the process.
const char *cproj_library_problem(void);

/// The operation from `source` to `target` (authority codes, PROJ strings or WKT), or NULL with `*problem` set.
/// Uses no network and writes no log. Loads libproj when it isn't.
cproj_transform *cproj_transform_create(const char *source, const char *target, cproj_problem *problem);

/// Gives back what `cproj_transform_create` made; NULL is ignored.
void cproj_transform_destroy(cproj_transform *transform);

/// Whether the source counts in degrees of longitude and latitude.
int cproj_transform_source_is_geographic(const cproj_transform *transform);

/// Carries `count` points over in place, from source to target or `backward`; x is longitude or easting.
/// A point that can't be carried over, or whose answer does not lead back to within a meter, becomes HUGE_VAL, and
/// so do degrees beyond 180 and 90.
void cproj_transform_apply(cproj_transform *transform, int backward, double *x, double *y, size_t count);

/// What a system is called and how OGC's first well-known text (WKT 1) writes it.
typedef struct cproj_description cproj_description;

/// The description of `definition`, or NULL with `*problem` set. Loads libproj when it isn't.
cproj_description *cproj_description_create(const char *definition, cproj_problem *problem);

/// Gives back what `cproj_description_create` made; NULL is ignored.
void cproj_description_destroy(cproj_description *description);

/// The system's name; NULL where it has none. This and what follows live as long as the description.
const char *cproj_description_name(const cproj_description *description);

/// The authority that lists it, and its code there; NULL where none does.
const char *cproj_description_authority(const cproj_description *description);
const char *cproj_description_code(const cproj_description *description);

/// WKT 1 on one line.
const char *cproj_description_wkt(const cproj_description *description);

/// Whether it counts in degrees of longitude and latitude.
int cproj_description_is_geographic(const cproj_description *description);

#endif

// The functions of libproj that geocli calls. They are looked up at run time and not linked.
#ifndef GEOCLI_CPROJ_LIBRARY_H
#define GEOCLI_CPROJ_LIBRARY_H
#include <proj.h>

#define CPROJ_FUNCTIONS(F)                  \
    F(proj_as_wkt)                          \
    F(proj_context_create)                  \
    F(proj_context_destroy)                 \
    F(proj_context_get_database_path)       \
    F(proj_context_set_enable_network)      \
    F(proj_create)                          \
    F(proj_create_crs_to_crs_from_pj)       \
    F(proj_destroy)                         \
    F(proj_errno_reset)                     \
    F(proj_get_id_auth_name)                \
    F(proj_get_id_code)                     \
    F(proj_get_name)                        \
    F(proj_get_source_crs)                  \
    F(proj_get_type)                        \
    F(proj_log_level)                       \
    F(proj_normalize_for_visualization)     \
    F(proj_trans_generic)

/// One pointer per function. Its type comes from <proj.h>, so the compiler checks calls as if libproj were linked.
typedef struct cproj_library {
#define CPROJ_POINTER(name) __typeof__(name) *name;
    CPROJ_FUNCTIONS(CPROJ_POINTER)
#undef CPROJ_POINTER
} cproj_library;

/// Returns libproj's functions, or NULL if libproj could not be loaded. Any thread may call this.
const cproj_library *cproj_library_load(void);

#endif

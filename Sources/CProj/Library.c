// A process that links libproj loads about forty shared libraries (curl, Kerberos, LDAP), which takes 7 ms.
// So libproj is loaded when the first transform is created, and queries in degrees do not need it.
#include "Library.h"
#include "CLibrary.h"
#include "CProj.h"
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cproj_library library;
static char problem[512];

#define CPROJ_ENTRY(function) {#function, &library.function},
static const clibrary_function functions[] = {CPROJ_FUNCTIONS(CPROJ_ENTRY) {NULL, NULL}};
#undef CPROJ_ENTRY

/// Loads the libproj of Debian 12 or, if it is missing, the one that the link `libproj.so` of a development package
/// names.
static void load(void) {
    const char *const names[] = {"libproj.so.25", "libproj.so", NULL};
    clibrary_load(names, functions, problem, sizeof problem);
}

const char *cproj_library_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

const cproj_library *cproj_library_load(void) {
    return cproj_library_problem() ? NULL : &library;
}

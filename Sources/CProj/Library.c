// A process that links libproj also loads about forty shared libraries (curl, Kerberos, LDAP), which takes 7 ms. So
// libproj is loaded when it is first needed, and queries in degrees never load it.
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

/// Loads Debian 12's libproj or, if that is missing, the libproj that the symbolic link `libproj.so` of a development
/// package points to.
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

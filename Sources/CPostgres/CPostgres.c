// A process that links libpq also loads about twenty shared libraries (Kerberos, LDAP, TLS), which takes 4 ms. So libpq
// is loaded only when geocli connects to a server. Queries of a file do not need it.
#include "CPostgres.h"

#ifdef GEOCLI_HAS_LIBPQ
#include "CLibrary.h"
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cpostgres_library library;
static char problem[512];

#define CPOSTGRES_ENTRY(function) {#function, &library.function},
static const clibrary_function functions[] = {CPOSTGRES_FUNCTIONS(CPOSTGRES_ENTRY) {NULL, NULL}};
#undef CPOSTGRES_ENTRY

static void load(void) {
    const char *const names[] = {"libpq.so.5", NULL};
    clibrary_load(names, functions, problem, sizeof problem);
}

const cpostgres_library *cpostgres_library_load(void) {
    pthread_once(&once, load);
    return problem[0] ? NULL : &library;
}
#endif

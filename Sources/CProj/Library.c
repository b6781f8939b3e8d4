// libproj brings about forty shared libraries (curl, Kerberos, LDAP) and 7 ms into every process that links it.
// It is therefore opened when the first transform is made, and queries in degrees never pay.
#include "Library.h"
#include "CProj.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cproj_library library;
static char problem[512];

/// Finds every function in `handle`; on failure says which one is missing.
static int resolve(void *handle, const char *name, char *words, size_t capacity) {
#define CPROJ_RESOLVE(function)                                                  \
    *(void **)&library.function = dlsym(handle, #function);                      \
    if (!library.function) {                                                     \
        snprintf(words, capacity, "%s has no function %s", name, #function);     \
        return 0;                                                                \
    }
    CPROJ_FUNCTIONS(CPROJ_RESOLVE)
#undef CPROJ_RESOLVE
    return 1;
}

/// Opens `name`; on failure says why. The handle is kept: libproj's static objects outlive any one transform.
static int open_library(const char *name, char *words, size_t capacity) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(words, capacity, "%s", reason ? reason : name);
        return 0;
    }
    if (resolve(handle, name, words, capacity)) return 1;
    dlclose(handle);
    return 0;
}

/// Debian 12's library, or whatever a developer's link points to; of two failures the first is the one to mend.
static void load(void) {
    char ignored[sizeof problem];
    if (open_library("libproj.so.25", problem, sizeof problem)) return;
    if (open_library("libproj.so", ignored, sizeof ignored)) problem[0] = '\0';
}

const char *cproj_library_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

const cproj_library *cproj_library_load(void) {
    return cproj_library_problem() ? NULL : &library;
}

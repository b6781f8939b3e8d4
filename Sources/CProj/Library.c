// A process that links libproj loads about forty shared libraries (curl, Kerberos, LDAP), which takes 7 ms.
// So libproj is loaded when the first transform is created, and queries in degrees do not need it.
#include "Library.h"
#include "CProj.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cproj_library library;
static char problem[512];

/// Looks up every function in `handle`; on failure writes the name of the missing one to `words`.
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

/// Opens `name`; on failure writes the reason to `words`. The handle stays open, because libproj's static objects
/// outlive each transform.
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

/// Loads Debian 12's library, or else the target of a developer's link. If both fail, the first failure is reported.
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

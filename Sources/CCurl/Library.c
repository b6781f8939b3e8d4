// A process that links libcurl loads Kerberos, LDAP, SSH and TLS, which takes 3 ms.
// So libcurl is loaded at the first request, and queries do not need it.
#include "Library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static ccurl_library library;
static char problem[512];

/// Looks up every function in `handle`; on failure writes the name of the missing one to `words`.
static int resolve(void *handle, const char *name, char *words, size_t capacity) {
#define CCURL_RESOLVE(function)                                                  \
    *(void **)&library.function = dlsym(handle, #function);                      \
    if (!library.function) {                                                     \
        snprintf(words, capacity, "%s has no function %s", name, #function);     \
        return 0;                                                                \
    }
    CCURL_FUNCTIONS(CCURL_RESOLVE)
#undef CCURL_RESOLVE
    return 1;
}

/// Opens `name`; on failure writes the reason to `words`.
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

/// Loads either of Debian's two builds. If both fail, the first failure is reported.
static void load(void) {
    char ignored[sizeof problem];
    if (open_library("libcurl.so.4", problem, sizeof problem)
        || open_library("libcurl-gnutls.so.4", ignored, sizeof ignored)) {
        problem[0] = '\0';
        library.curl_global_init(CURL_GLOBAL_DEFAULT);
    }
}

const char *ccurl_library_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

const ccurl_library *ccurl_library_load(void) {
    return ccurl_library_problem() ? NULL : &library;
}

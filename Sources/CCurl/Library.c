// libcurl brings Kerberos, LDAP, SSH and TLS into every process that links it, and 3 ms.
// It is therefore opened at the first request, and queries never pay.
#include "Library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static ccurl_library library;
static char problem[512];

/// Finds every function in `handle`; on failure says which one is missing.
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

/// Opens `name`; on failure says why.
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

/// Either of Debian's builds will do; of two failures the first is the one to mend.
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

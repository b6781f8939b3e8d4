#include "CLibrary.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/// Looks up every function in `handle`; on failure, writes the name of the missing function to `problem`.
static int resolve(
    void *handle, const char *name, const clibrary_function *functions, char *problem, size_t capacity) {
    for (const clibrary_function *function = functions; function->name; function++) {
        void *address = dlsym(handle, function->name);
        if (!address) {
            snprintf(problem, capacity, "%s has no function %s", name, function->name);
            return 0;
        }
        // The variable is a function pointer. In POSIX, it has the same bytes as a `void *`, so the bytes can be
        // copied.
        memcpy(function->pointer, &address, sizeof address);
    }
    return 1;
}

/// Opens `name` and looks up the functions; on failure, writes the reason to `problem`.
static int open_library(
    const char *name, const clibrary_function *functions, char *problem, size_t capacity) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(problem, capacity, "%s", reason ? reason : name);
        return 0;
    }
    if (resolve(handle, name, functions, problem, capacity)) return 1;
    dlclose(handle);
    return 0;
}

int clibrary_load(
    const char *const *names, const clibrary_function *functions, char *problem, size_t capacity) {
    for (const char *const *name = names; *name; name++) {
        // Only the first failure is reported. With a capacity of 0, snprintf writes nothing.
        const int is_first = name == names;
        if (open_library(*name, functions, is_first ? problem : NULL, is_first ? capacity : 0)) {
            problem[0] = '\0';
            return 1;
        }
    }
    return 0;
}

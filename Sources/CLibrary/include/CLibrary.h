// Loads a shared C library when it is first needed, instead of when the program starts.
#ifndef GEOCLI_CLIBRARY_H
#define GEOCLI_CLIBRARY_H
#include <stddef.h>

/// A function of a library that is not linked.
typedef struct clibrary_function {
    /// The name of the function; NULL ends a table of functions.
    const char *name;
    /// Where the pointer to the function is stored: the address of a variable of that pointer's type.
    void *pointer;
} clibrary_function;

/// Opens the first library of `names` that has all `functions`, and stores the pointers. NULL ends `names`. The library
/// stays open until the process ends, because its static objects may be used after a caller has ended.
///
/// Returns 1, with an empty `problem`. Returns 0 if no name can be used; then `problem` says why the first name can't
/// be used, cut off at `capacity` bytes, and the pointers must not be called. `capacity` is at least 1.
///
/// Two threads must not load the same functions at the same time: call this function from `pthread_once`.
int clibrary_load(
    const char *const *names, const clibrary_function *functions, char *problem, size_t capacity);

#endif

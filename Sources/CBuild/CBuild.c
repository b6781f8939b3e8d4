// If the commit is known, this file is compiled twice: by SwiftPM without the commit, and by scripts/build.sh with it.
// The linker prefers the function with the commit, because the other one is weak. So a new commit links the programs
// again and compiles nothing else.
#include "CBuild.h"

#ifdef GEOCLI_COMMIT
const char *cbuild_version(void) {
    return GEOCLI_VERSION " (" GEOCLI_COMMIT ")";
}
#else
__attribute__((weak)) const char *cbuild_version(void) {
    return GEOCLI_VERSION;
}
#endif

// This file is compiled twice if the commit is known: by SwiftPM without it, and by scripts/build.sh with it. The linker
// prefers the second, because the first is weak. So a new commit links the programs again and compiles nothing else.
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

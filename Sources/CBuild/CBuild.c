// If the commit is known, this file is compiled twice: by SwiftPM without the commit, and by scripts/build.sh with it.
// The linker prefers the function that has the commit, because the other one is weak. So after a new commit, only this
// file is compiled and the programs are linked again.
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

// A process that links libcurl also loads Kerberos, LDAP, SSH and TLS, which takes 3 ms. So libcurl is loaded at the
// first request, and queries never load it.
#include "Library.h"
#include "CLibrary.h"
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static ccurl_library library;
static char problem[512];

#define CCURL_ENTRY(function) {#function, &library.function},
static const clibrary_function functions[] = {CCURL_FUNCTIONS(CCURL_ENTRY) {NULL, NULL}};
#undef CCURL_ENTRY

/// Loads libcurl: Debian's build with OpenSSL or, if that is missing, the build with GnuTLS.
static void load(void) {
    const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
    if (clibrary_load(names, functions, problem, sizeof problem)) library.curl_global_init(CURL_GLOBAL_DEFAULT);
}

const char *ccurl_library_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

const ccurl_library *ccurl_library_load(void) {
    return ccurl_library_problem() ? NULL : &library;
}

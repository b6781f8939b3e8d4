// The functions of libcurl that geocli calls. They are looked up at run time and not linked.
#ifndef GEOCLI_CCURL_LIBRARY_H
#define GEOCLI_CCURL_LIBRARY_H
#include <curl/curl.h>

#define CCURL_FUNCTIONS(F)     \
    F(curl_global_init)        \
    F(curl_easy_init)          \
    F(curl_easy_setopt)        \
    F(curl_easy_getinfo)       \
    F(curl_easy_strerror)      \
    F(curl_easy_cleanup)       \
    F(curl_multi_init)         \
    F(curl_multi_add_handle)   \
    F(curl_multi_remove_handle) \
    F(curl_multi_perform)      \
    F(curl_multi_poll)         \
    F(curl_multi_info_read)    \
    F(curl_multi_cleanup)      \
    F(curl_slist_append)       \
    F(curl_slist_free_all)

/// One pointer per function. Its type comes from <curl/curl.h>, so the compiler checks calls as if libcurl were linked.
typedef struct ccurl_library {
#define CCURL_POINTER(name) __typeof__(name) *name;
    CCURL_FUNCTIONS(CCURL_POINTER)
#undef CCURL_POINTER
} ccurl_library;

/// Returns libcurl's functions, or NULL if libcurl could not be loaded. Any thread may call this.
const ccurl_library *ccurl_library_load(void);

/// Returns a message that says why libcurl can't be used, or NULL if libcurl is loaded.
const char *ccurl_library_problem(void);

#endif

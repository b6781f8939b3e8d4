#ifndef GEOCLI_CCURL_H
#define GEOCLI_CCURL_H
#include <stddef.h>

/// Why a request brought no answer.
typedef enum __attribute__((enum_extensibility(closed))) ccurl_problem {
    /// Nothing is wrong: there is a status.
    ccurl_problem_nothing,
    /// libcurl could not be loaded; `message` has the words.
    ccurl_problem_library,
    /// The host's name has no address.
    ccurl_problem_resolve,
    /// Nobody answers there.
    ccurl_problem_connect,
    /// The certificate or the encryption is no good.
    ccurl_problem_tls,
    /// Nothing came for `idle_seconds`.
    ccurl_problem_idle,
    /// The answer was not whole after `total_seconds`.
    ccurl_problem_deadline,
    /// `on_body` wanted no more.
    ccurl_problem_stopped,
    /// The header is longer than any honest one.
    ccurl_problem_header,
    /// The connection broke, or what came is no HTTP.
    ccurl_problem_transfer,
} ccurl_problem;

/// What is asked for.
typedef struct ccurl_request {
    /// http or https, percent-encoded.
    const char *url;
    const char *user_agent;
    /// So long nothing may come, and so long the whole may take.
    double idle_seconds;
    double total_seconds;
    /// Called with each piece of the body, as it came over the wire: a gzip body is still packed. Returns 0 to go on.
    int (*on_body)(void *context, const unsigned char *bytes, size_t count);
    void *context;
} ccurl_request;

/// What came.
typedef struct ccurl_response {
    ccurl_problem problem;
    /// libcurl's own words for it; may hold the URL.
    char message[256];
    long status;
    /// The headers Content-Encoding, Location and Retry-After, empty where there is none, cut where too long.
    char content_encoding[64];
    char location[2048];
    char retry_after[64];
    /// Whether more bytes followed the body than its header promised.
    int has_excess;
} ccurl_response;

/// Connections that are kept open between requests. Used by one thread.
typedef struct ccurl_session ccurl_session;

/// A session, or NULL with `message` filled when libcurl can't be loaded. The first call loads it.
ccurl_session *ccurl_session_create(char *message, size_t capacity);

/// Gives back what `ccurl_session_create` made; NULL is ignored.
void ccurl_session_destroy(ccurl_session *session);

/// One GET, to its end. Sends no cookie and no credential, uses no proxy, follows no redirect, unpacks nothing, writes
/// nothing to disk, and sets no signal.
void ccurl_get(ccurl_session *session, const ccurl_request *request, ccurl_response *response);

#endif

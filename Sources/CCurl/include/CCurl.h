#ifndef GEOCLI_CCURL_H
#define GEOCLI_CCURL_H
#include <stddef.h>

/// The reason why a request has no response.
typedef enum __attribute__((enum_extensibility(closed))) ccurl_problem {
    /// No problem: there is a response with a status.
    ccurl_problem_nothing,
    /// libcurl could not be loaded; `message` says why.
    ccurl_problem_library,
    /// The host's name has no address.
    ccurl_problem_resolve,
    /// The server does not accept a connection.
    ccurl_problem_connect,
    /// The proxy's name has no address, or the proxy does not accept a connection.
    ccurl_problem_proxy,
    /// The proxy does not connect to the server; `proxy_status` says why.
    ccurl_problem_tunnel,
    /// The certificate or the encryption is not valid.
    ccurl_problem_tls,
    /// No bytes arrived for `idle_seconds`.
    ccurl_problem_idle,
    /// The response was not complete after `total_seconds`.
    ccurl_problem_deadline,
    /// `on_body` or `is_over` stopped the request.
    ccurl_problem_stopped,
    /// The headers are longer than any normal headers.
    ccurl_problem_header,
    /// The connection broke, or the response is not HTTP.
    ccurl_problem_transfer,
} ccurl_problem;

/// A request.
typedef struct ccurl_request {
    /// http or https, percent-encoded.
    const char *url;
    const char *user_agent;
    /// The value of the Accept-Language header; NULL to send none.
    const char *accept_language;
    /// The maximum time without any bytes, and the maximum time of the whole request.
    double idle_seconds;
    double total_seconds;
    /// An additional header line, such as "Last-Event-ID: 1.2"; NULL for none.
    const char *header;
    /// A second additional header line, such as "Accept-Language: ko"; NULL for none.
    const char *second_header;
    /// The proxy's address, which may hold a password; NULL for none. An https request reaches it only as CONNECT.
    const char *proxy;
    /// Whether the server must send the body uncompressed.
    int is_plain;
    /// Called several times a second while the request runs; returns 0 to continue. NULL if the caller never stops the
    /// request.
    int (*is_over)(void *context);
    /// Called with each piece of the body, exactly as the server sent it: a gzip body is still compressed. Returns 0 to
    /// continue.
    int (*on_body)(void *context, const unsigned char *bytes, size_t count);
    void *context;
} ccurl_request;

/// A response.
typedef struct ccurl_response {
    ccurl_problem problem;
    /// libcurl's message for the problem. It may contain the URL, and the address of the proxy.
    char message[256];
    long status;
    /// The status of the proxy's answer to CONNECT; 0 if there was none.
    long proxy_status;
    /// The Content-Type, Content-Encoding, Location and Retry-After headers: empty if not sent, truncated if too long.
    char content_type[128];
    char content_encoding[64];
    char location[2048];
    char retry_after[64];
    /// The Geocli-Rows, Geocli-Without-Point and Geocli-Note headers of a geocli service.
    char rows[24];
    char without_point[24];
    char note[4096];
    /// Whether the headers say where the body ends: by one Content-Length, or in chunks. Without that, a body that is
    /// cut off looks like a whole one.
    int has_end;
    /// Whether more bytes came than the Content-Length header states.
    int has_excess;
} ccurl_response;

/// Connections that stay open between requests. Only one thread may use a session.
typedef struct ccurl_session ccurl_session;

/// Returns a session, or NULL with `message` filled if libcurl can't be loaded. The first call loads libcurl.
ccurl_session *ccurl_session_create(char *message, size_t capacity);

/// Frees a session; NULL is ignored.
void ccurl_session_destroy(ccurl_session *session);

/// Sends one GET request and waits until it ends. Sends no cookies or credentials, uses no proxy but that of the
/// request, follows no redirects, decompresses nothing, writes nothing to disk, and uses no signals.
void ccurl_get(ccurl_session *session, const ccurl_request *request, ccurl_response *response);

#endif

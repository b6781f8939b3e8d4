#define _GNU_SOURCE
// Sends one GET request with libcurl, for the Fetching module. This code enforces the deadlines itself.
#include "CCurl.h"
#include "Library.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct ccurl_session {
    const ccurl_library *curl;
    CURLM *multi;
};

/// A running request.
typedef struct transfer {
    const ccurl_request *request;
    ccurl_response *response;
    /// The time when bytes last arrived, in seconds of the monotonic clock.
    double last_progress;
    size_t header_bytes;
    int was_stopped;
    /// Whether the empty line that ends the headers has arrived.
    int has_whole_header;
    int has_long_header;
    /// The last Content-Length header, the number of different ones, and whether any is not a number.
    char length[32];
    int length_count;
    int has_bad_length;
    int is_chunked;
} transfer;

/// Normal headers take less than a kilobyte. libcurl limits the length of a line but not the number of lines.
enum { MAXIMUM_HEADER_BYTES = 256 << 10 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

ccurl_session *ccurl_session_create(char *message, size_t capacity) {
    const ccurl_library *curl = ccurl_library_load();
    if (!curl) {
        snprintf(message, capacity, "%s", ccurl_library_problem());
        return NULL;
    }
    ccurl_session *session = calloc(1, sizeof *session);
    if (!session) abort();
    session->curl = curl;
    session->multi = curl->curl_multi_init();
    if (!session->multi) abort();
    return session;
}

void ccurl_session_destroy(ccurl_session *session) {
    if (!session) return;
    session->curl->curl_multi_cleanup(session->multi);
    free(session);
}

/// Copies the value of a header line to `value`, without blanks at its ends. Returns 0 if the line is a different
/// header.
static int take_value(const char *line, size_t length, const char *name, char *value, size_t capacity) {
    size_t name_length = strlen(name);
    if (length <= name_length || strncasecmp(line, name, name_length) != 0 || line[name_length] != ':') return 0;
    line += name_length + 1;
    length -= name_length + 1;
    while (length > 0 && (*line == ' ' || *line == '\t')) line++, length--;
    while (length > 0 && (unsigned char)line[length - 1] <= ' ') length--;
    if (length >= capacity) length = capacity - 1;
    memcpy(value, line, length);
    value[length] = '\0';
    return 1;
}

/// Records whether the headers say where the body ends. libcurl ignores a length that it can't read, and then reads until
/// the connection ends; of two lengths, it uses the last.
static void note_end(transfer *self, const char *line, size_t length) {
    char value[32];
    int *has_end = &self->response->has_end;
    if (take_value(line, length, "transfer-encoding", value, sizeof value)) {
        self->is_chunked = strcasecmp(value, "chunked") == 0;
    } else if (take_value(line, length, "content-length", value, sizeof value)) {
        const size_t digits = strspn(value, "0123456789");
        const int is_number = digits > 0 && digits < 19 && value[digits] == '\0';
        self->length_count += is_number && strcmp(value, self->length) == 0 ? 0 : 1;
        self->has_bad_length |= !is_number;
        snprintf(self->length, sizeof self->length, "%s", value);
    }
    *has_end = self->is_chunked || (self->length_count == 1 && !self->has_bad_length);
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    transfer *self = context;
    size_t length = size * count;
    ccurl_response *response = self->response;
    self->last_progress = now();
    self->header_bytes += length;
    if (self->header_bytes > MAXIMUM_HEADER_BYTES) {
        self->has_long_header = 1;
        return 0;
    }
    // If another response follows on the same connection (after "100 Continue"), its headers replace the earlier ones.
    if (length <= 2) self->has_whole_header = 1;
    if (length > 5 && strncmp(line, "HTTP/", 5) == 0) {
        self->has_whole_header = 0;
        response->content_type[0] = response->content_encoding[0] = response->location[0] = '\0';
        response->retry_after[0] = response->rows[0] = response->without_point[0] = response->note[0] = '\0';
        self->length[0] = '\0';
        self->length_count = self->is_chunked = self->has_bad_length = response->has_end = 0;
    }
    take_value(line, length, "content-type", response->content_type, sizeof response->content_type);
    take_value(line, length, "content-encoding", response->content_encoding, sizeof response->content_encoding);
    take_value(line, length, "location", response->location, sizeof response->location);
    take_value(line, length, "retry-after", response->retry_after, sizeof response->retry_after);
    take_value(line, length, "geocli-rows", response->rows, sizeof response->rows);
    take_value(line, length, "geocli-without-point", response->without_point, sizeof response->without_point);
    take_value(line, length, "geocli-note", response->note, sizeof response->note);
    note_end(self, line, length);
    return length;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    transfer *self = context;
    self->last_progress = now();
    if (self->request->on_body(self->request->context, (const unsigned char *)bytes, size * count) != 0) {
        self->was_stopped = 1;
        return 0;
    }
    return size * count;
}

/// Records that bytes came after the end of a body of known length. libcurl drops these bytes and reports them only in
/// a debug message.
static int on_debug(CURL *handle, curl_infotype type, char *text, size_t length, void *context) {
    (void)handle;
    transfer *self = context;
    if (type == CURLINFO_TEXT && length > 12 && memmem(text, length, "xcess found", 11)) {
        self->response->has_excess = 1;
    }
    return 0;
}

static ccurl_problem problem_of(CURLcode code, const transfer *self) {
    const long proxy_status = self->response->proxy_status;
    if (self->was_stopped) return ccurl_problem_stopped;
    if (self->has_long_header) return ccurl_problem_header;
    if (code != CURLE_OK && proxy_status != 0 && proxy_status / 100 != 2) return ccurl_problem_tunnel;
    switch (code) {
    // libcurl treats a connection that is closed in the middle of the headers as a response without a body.
    case CURLE_OK: return self->has_whole_header ? ccurl_problem_nothing : ccurl_problem_transfer;
    // libcurl returns this code for a header line that is longer than its limit.
    case CURLE_OUT_OF_MEMORY: return ccurl_problem_header;
    case CURLE_COULDNT_RESOLVE_HOST: return ccurl_problem_resolve;
    case CURLE_COULDNT_RESOLVE_PROXY: return ccurl_problem_proxy;
    case CURLE_COULDNT_CONNECT: return self->request->proxy ? ccurl_problem_proxy : ccurl_problem_connect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return ccurl_problem_tls;
    default: return ccurl_problem_transfer;
    }
}

static void set_up(const ccurl_library *curl, CURL *easy, transfer *self, struct curl_slist *headers, char *error) {
    const ccurl_request *request = self->request;
    curl->curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl->curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl->curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl->curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl->curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    // Both are always set, because libcurl would read the environment otherwise, and the caller decides who sees the key.
    curl->curl_easy_setopt(easy, CURLOPT_PROXY, request->proxy ? request->proxy : "");
    curl->curl_easy_setopt(easy, CURLOPT_NOPROXY, request->proxy ? "" : "*");
    // A header may have the key: CONNECT has none of them. Its answer is not an answer of the server.
    curl->curl_easy_setopt(easy, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    curl->curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl->curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // A resolver that hangs must not keep the process alive after the deadline.
    curl->curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, request->user_agent);
    curl->curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    // The caller decompresses the body: it counts bytes before and after decompression, and detects a truncated body.
    curl->curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
    curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, self);
    curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl->curl_easy_setopt(easy, CURLOPT_WRITEDATA, self);
    curl->curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, on_debug);
    curl->curl_easy_setopt(easy, CURLOPT_DEBUGDATA, self);
    curl->curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    curl->curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error);
}

/// Runs the transfer until it ends or a deadline passes.
static void drive(ccurl_session *session, transfer *self, const char *error) {
    const ccurl_library *curl = session->curl;
    const double start = now();
    self->last_progress = start;
    for (;;) {
        int running = 0, waiting = 0;
        curl->curl_multi_perform(session->multi, &running);
        CURLMsg *done = curl->curl_multi_info_read(session->multi, &waiting);
        if (done) {
            CURLcode code = done->data.result;
            curl->curl_easy_getinfo(done->easy_handle, CURLINFO_HTTP_CONNECTCODE, &self->response->proxy_status);
            self->response->problem = problem_of(code, self);
            snprintf(self->response->message, sizeof self->response->message, "%s",
                     code == CURLE_OK ? "closed amid the headers"
                     : error[0]       ? error
                                      : curl->curl_easy_strerror(code));
            return;
        }
        if (self->request->is_over && self->request->is_over(self->request->context) != 0) {
            self->response->problem = ccurl_problem_stopped;
            return;
        }
        double time = now();
        double left = start + self->request->total_seconds - time;
        double patience = self->last_progress + self->request->idle_seconds - time;
        if (left <= 0 || patience <= 0) {
            self->response->problem = left <= 0 ? ccurl_problem_deadline : ccurl_problem_idle;
            return;
        }
        double wait = left < patience ? left : patience;
        const int longest = self->request->is_over ? 200 : 1000;
        curl->curl_multi_poll(session->multi, NULL, 0, wait * 1000 < longest ? (int)(wait * 1000) + 1 : longest, NULL);
    }
}

void ccurl_get(ccurl_session *session, const ccurl_request *request, ccurl_response *response) {
    const ccurl_library *curl = session->curl;
    char error[CURL_ERROR_SIZE] = "";
    transfer self = {.request = request, .response = response};
    memset(response, 0, sizeof *response);
    struct curl_slist *headers =
        curl->curl_slist_append(NULL, request->is_plain ? "Accept-Encoding: identity" : "Accept-Encoding: gzip");
    if (request->header) headers = curl->curl_slist_append(headers, request->header);
    if (request->second_header) headers = curl->curl_slist_append(headers, request->second_header);
    if (request->accept_language) {
        char line[64];
        snprintf(line, sizeof line, "Accept-Language: %s", request->accept_language);
        headers = curl->curl_slist_append(headers, line);
    }
    CURL *easy = curl->curl_easy_init();
    if (!easy || !headers) abort();
    set_up(curl, easy, &self, headers, error);
    curl->curl_multi_add_handle(session->multi, easy);
    drive(session, &self, error);
    curl->curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &response->status);
    curl->curl_multi_remove_handle(session->multi, easy);
    curl->curl_easy_cleanup(easy);
    curl->curl_slist_free_all(headers);
}

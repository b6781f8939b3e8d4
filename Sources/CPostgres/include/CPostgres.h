// The functions of libpq, PostgreSQL's own client library, that geocli calls. They are looked up at run time and not
// linked.
#ifndef GEOCLI_CPOSTGRES_H
#define GEOCLI_CPOSTGRES_H

// Debian keeps libpq's header in a folder of its own. Without the header, this module is empty, and the PostGIS package
// trait can't be used.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define GEOCLI_HAS_LIBPQ 1
#elif __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#define GEOCLI_HAS_LIBPQ 1
#endif

#ifdef GEOCLI_HAS_LIBPQ
#define CPOSTGRES_FUNCTIONS(F)   \
    F(PQclear)                   \
    F(PQcmdTuples)               \
    F(PQconnectPoll)             \
    F(PQconnectStartParams)      \
    F(PQconnectionNeedsPassword) \
    F(PQconninfo)                \
    F(PQconninfoFree)            \
    F(PQconninfoParse)           \
    F(PQerrorMessage)            \
    F(PQexec)                    \
    F(PQexecParams)              \
    F(PQexecPrepared)            \
    F(PQfinish)                  \
    F(PQgetResult)               \
    F(PQgetisnull)               \
    F(PQgetlength)               \
    F(PQgetvalue)                \
    F(PQntuples)                 \
    F(PQprepare)                 \
    F(PQputCopyData)             \
    F(PQputCopyEnd)              \
    F(PQresultErrorField)        \
    F(PQresultStatus)            \
    F(PQsetErrorVerbosity)       \
    F(PQsetNoticeProcessor)      \
    F(PQsocket)                  \
    F(PQstatus)

/// One pointer per function. Its type comes from <libpq-fe.h>, so the compiler checks calls as if libpq were linked.
typedef struct cpostgres_library {
#define CPOSTGRES_POINTER(name) __typeof__(name) *name;
    CPOSTGRES_FUNCTIONS(CPOSTGRES_POINTER)
#undef CPOSTGRES_POINTER
} cpostgres_library;

/// Returns libpq's functions, or NULL if libpq could not be loaded. The first call loads libpq. Any thread may call
/// this function; the pointers are valid until the process ends.
const cpostgres_library *cpostgres_library_load(void);
#endif

#endif

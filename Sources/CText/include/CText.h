#ifndef GEOCLI_CTEXT_H
#define GEOCLI_CTEXT_H
// Debian's text libraries, linked as static archives: utf8proc (normalization, case folding, widths),
// expat (XML events), nettle (SHA-256, base 64), zlib (compression).
#include <expat.h>
#include <iconv.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <utf8proc.h>
#include <zlib.h>
#endif

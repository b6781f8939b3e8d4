// The function that libFuzzer calls. Only scripts/fuzz.sh compiles it, because libFuzzer has a main function of its
// own.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// FuzzTarget.swift.
void geocli_fuzz(const char *target, const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    const char *target = getenv("GEOCLI_FUZZ_TARGET");
    geocli_fuzz(target ? target : "", bytes, count);
    return 0;
}

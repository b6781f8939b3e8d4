// The version and the commit of this build of the programs.
#ifndef GEOCLI_CBUILD_H
#define GEOCLI_CBUILD_H

/// The version of the programs and the library, by Semantic Versioning (https://semver.org). No other file states it.
/// Between releases, it is the version of the next release.
#define GEOCLI_VERSION "0.1.0"

/// Returns the version, followed by the commit in parentheses if the commit is known:
/// "0.1.0 (72df00f)", "0.1.0 (72df00f-dirty)", "0.1.0".
const char *cbuild_version(void);

#endif

internal import GeocliIngest
internal import GeocliText
internal import Glibc

extension Environment {
    /// Returns the name under which edits are kept: `$GEOCLI_AUTHOR`, or the name of the user's account if that is not
    /// set.
    ///
    /// - Throws: `UsageError` for a name with control characters.
    static func author() throws -> String {
        let named = (variable("GEOCLI_AUTHOR") ?? "").trimmingBlanks()
        guard !IssueWriting.hasControls(named, allowsLines: false) else {
            throw GivenWords.controls(in: "GEOCLI_AUTHOR")
        }
        if !named.isEmpty { return DisplayText.singleLine(named) }
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        return user.isEmpty ? "user \(getuid())" : user
    }
}

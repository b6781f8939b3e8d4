internal import GeocliText
internal import Glibc

extension Environment {
    /// Returns the name under which edits are kept: `$GEOCLI_AUTHOR`, else the name of the user's account.
    static func author() -> String {
        let named = (variable("GEOCLI_AUTHOR") ?? "").trimmingBlanks()
        if !named.isEmpty { return DisplayText.singleLine(named) }
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        return user.isEmpty ? "user \(getuid())" : user
    }
}

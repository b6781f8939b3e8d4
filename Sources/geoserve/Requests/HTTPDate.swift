internal import Glibc

/// The text of the Date header, made at most once a second.
///
/// It is a class because all connections share it. Only the event loop uses it.
final class HTTPDate {
    private var second: time_t = -1
    private var known = ""

    /// Returns the present time as text: `Tue, 15 Nov 1994 08:12:31 GMT`.
    var text: String {
        let now = time(nil)
        if now == second { return known }
        var (moment, parts) = (now, tm())
        gmtime_r(&moment, &parts)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][Int(parts.tm_mon)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits).joined(separator: ":")
        known = "\(day), \(Self.twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT"
        second = now
        return known
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

internal import GeocliText
internal import Glibc

/// Reads the Retry-After header.
enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The maximum wait to return, in seconds: about thirty years. A longer wait becomes this maximum.
    private static let longest = 1e9

    /// Returns the wait in seconds, or 0 for a time in the past. Returns nil for a text that is neither a whole number
    /// of seconds nor a date.
    ///
    /// - Source: RFC 9110, §10.2.3 and §5.6.7 (`Sun, 06 Nov 1994 08:49:37 GMT`; the older forms are not read).
    static func seconds(_ text: String, now: Int) -> Double? {
        let text = text.trimmingBlanks()
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return min(Double(text) ?? longest, longest)
        }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let numbers = ([parts[1], parts[3]] + parts[4].split(separator: ":")).compactMap { Int32($0) }
        guard numbers.count == 5, 1900...9999 ~= numbers[1], numbers.allSatisfy({ 0...9999 ~= $0 }) else { return nil }
        var moment = tm()
        moment.tm_mday = numbers[0]
        moment.tm_mon = Int32(month)
        moment.tm_year = numbers[1] - 1900
        moment.tm_hour = numbers[2]
        moment.tm_min = numbers[3]
        moment.tm_sec = numbers[4]
        return min(Double(max(0, timegm(&moment) - now)), longest)
    }
}

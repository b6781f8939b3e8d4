internal import GeocliText
internal import Glibc
internal import NIOHTTP1

/// The log of requests on standard output: a line with a JSON object for each answer. systemd, a container and a shell
/// can all process standard output. The query is left out because it says where a person is. The address of the client
/// is left out unless the user asks for it.
struct RequestLog: Sendable {
    private static let pathColumns = 200

    let hasAddresses: Bool
    let lines: LineWriter

    func add(_ exchange: Exchange, milliseconds: Double, address: String?, isWhole: Bool) {
        lines.add { droppedCount in line(exchange, milliseconds, address, isWhole, droppedCount) }
    }

    private func line(
        _ exchange: Exchange, _ milliseconds: Double, _ address: String?, _ isWhole: Bool, _ droppedCount: Int
    ) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("time")
        json.string(Self.now())
        json.name("method")
        json.string(exchange.head?.method.rawValue)
        json.name("path")
        json.string(
            exchange.head.map { head in
                let path = head.uri.prefix { $0 != "?" && $0 != "#" }
                return DisplayText.truncated(DisplayText.singleLine(String(path)), columns: Self.pathColumns)
            })
        json.name("status")
        if exchange.status > 0 { json.integer(Int64(exchange.status)) } else { json.null() }
        json.name("bytes")
        json.integer(Int64(exchange.byteCount))
        json.name("ms")
        json.number(milliseconds, maximumDecimals: 3)
        if !isWhole {
            json.name("aborted")
            json.bool(true)
        }
        if hasAddresses, let address {
            json.name("address")
            json.string(address)
        }
        if droppedCount > 0 {
            json.name("dropped")
            json.integer(Int64(droppedCount))
        }
        json.endObject()
        json.newline()
        return json.bytes
    }

    /// Returns the present time in UTC: `2026-07-01T08:12:31.052Z`.
    private static func now() -> String {
        var (moment, parts) = (timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &moment)
        gmtime_r(&moment.tv_sec, &parts)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { digits($0, 2) }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }
        return
            "\(day.joined(separator: "-"))T\(clock.joined(separator: ":")).\(digits(moment.tv_nsec / 1_000_000, 3))Z"
    }
}

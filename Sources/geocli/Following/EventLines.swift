internal import GeocliText

/// A parser that joins the lines of an event stream into events.
///
/// - Source: HTML Standard, 9.2.6 Interpreting an event stream. Of the line ends that it allows, only LF and CR LF are
///   read.
struct EventLines {
    /// An event, or a block that has only an id.
    struct Event {
        var name = ""
        var id: String?
        var data = ""
    }

    /// The maximum size of an event in bytes. A change has about a kilobyte.
    static let maximumBytes = 1 << 20

    private var rest: [UInt8] = []
    /// The number of bytes at the beginning of `rest` that have no line end.
    private var searchedCount = 0
    private var event = Event()

    /// Takes bytes; returns the events that are now complete.
    ///
    /// - Throws: `PlainError` for an event that no geocli service sends, because it is too long.
    mutating func take(_ piece: [UInt8]) throws(PlainError) -> [Event] {
        var complete: [Event] = []
        rest += piece
        var start = 0
        while let end = rest[max(start, searchedCount)...].firstIndex(of: 0x0A) {
            let line = rest[start..<end].last == 0x0D ? rest[start..<end - 1] : rest[start..<end]
            start = end + 1
            if line.isEmpty {
                if event.id != nil { complete.append(event) }
                event = Event()
            } else {
                add(String(decoding: line, as: UTF8.self))
            }
        }
        rest.removeFirst(start)
        searchedCount = rest.count
        guard rest.count + event.data.utf8.count <= Self.maximumBytes else { throw .notAChange }
        return complete
    }

    private mutating func add(_ line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value = value.dropFirst() }
        switch parts[0] {
        case "event": event.name = String(value)
        case "id": event.id = String(value)
        case "data": event.data += (event.data.isEmpty ? "" : "\n") + value
        default: break
        }
    }
}

extension PlainError {
    /// The error for a service that doesn't answer as geoserve does.
    static let notAChange = PlainError(
        .unavailable, en: "the service did not send changes; check the address",
        ko: "서비스가 변경 내역이 아닌 응답을 보냈습니다. 주소를 확인하세요")
}

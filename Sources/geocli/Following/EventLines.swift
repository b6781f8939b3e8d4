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

    private var rest: [UInt8] = []
    private var event = Event()

    /// Takes bytes; returns the events that are now complete.
    mutating func take(_ piece: [UInt8]) -> [Event] {
        var complete: [Event] = []
        rest += piece
        var start = 0
        while let end = rest[start...].firstIndex(of: 0x0A) {
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

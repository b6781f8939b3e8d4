internal import GeocliPlaces
internal import GeocliText

/// Further facts about a person's act on a correction. They are stored as JSON in `issue_event.evidence`; other columns
/// of the event have the author, the time and the text.
struct CorrectionAct {
    /// The last run before the act. It shows whether a run has judged the correction since the act. Times can't show
    /// that, because a clock can step back.
    let lastRun: Int64
    /// Who did the act in another catalog, and when; nil for an act in this catalog.
    let elsewhere: EditNote?

    /// The SQL for the last run before the act of event `e`; null if it is damaged.
    static let lastRun = "iif(json_valid(e.evidence), json_extract(e.evidence, '$.run'), NULL)"

    /// The act as JSON.
    var json: String {
        var members: [JSONValue.Member] = [.init("run", .number(String(lastRun)))]
        if let elsewhere {
            members += [
                .init("author", .string(elsewhere.author)), .init("at", .string(elsewhere.time.timestamp)),
            ]
        }
        var json = JSONWriter()
        json.value(.object(members))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns who did the act of an event, and when. If the evidence says that the act was done in another catalog,
    /// returns its author and time there; otherwise returns `here`.
    static func note(_ here: EditNote, evidence: String?) -> EditNote {
        // If the JSON is damaged, only the author and time in the other catalog are lost. The event itself has an
        // author and a time.
        guard let evidence, let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            let author = value["author"]?.stringValue, let at = value["at"]?.stringValue,
            let time = SeoulTime(timestamp: at)
        else { return here }
        return EditNote(author: author, time: time, text: here.text)
    }
}

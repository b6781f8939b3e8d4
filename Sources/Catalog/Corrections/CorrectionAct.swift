internal import GeocliPlaces
internal import GeocliText

/// What the event of a person's act on a correction has besides its author, its time and its text. It is JSON in
/// `issue_event.evidence`.
struct CorrectionAct {
    /// The last run before the act. Times can't say whether a run has judged it, because a clock can step back.
    let lastRun: Int64
    /// Who did it in another catalog, and when; nil for an act in this catalog.
    let elsewhere: EditNote?

    /// The SQL for the last run before the act of event `e`; null for an event of an older geocli.
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

    /// Returns who did the act of an event: in another catalog if its evidence says so, else in this one.
    static func note(_ here: EditNote, evidence: String?) -> EditNote {
        // Damaged JSON only loses who did it elsewhere; the event itself has an author and a time.
        guard let evidence, let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            let author = value["author"]?.stringValue, let at = value["at"]?.stringValue,
            let time = SeoulTime(timestamp: at)
        else { return here }
        return EditNote(author: author, time: time, text: here.text)
    }
}

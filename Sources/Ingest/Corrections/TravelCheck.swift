internal import GeocliPlaces
internal import GeocliText

/// Checks a record of a file in the same way as an edit by hand, as far as this is possible without a catalog.
enum TravelCheck {
    /// Checks a record.
    ///
    /// - Parameter now: the present time; no record may be later.
    static func check(_ record: TravelRecord, now: SeoulTime) throws(PlainError) {
        guard TravelRecord.numbers.contains(record.number) else { throw wrong("number") }
        switch record {
        case .correction(let record): try check(record, now)
        case .issue(let record): try check(record, now)
        }
    }

    private static func check(_ record: CorrectionRecord, _ now: SeoulTime) throws(PlainError) {
        let field = record.value.field
        _ = try CorrectionCheck.stored(field, record.value.text)
        if field == .point, let seen = record.seen, PointText.point(seen) == nil { throw wrong("seen") }
        guard field == .closed ? record.seen == nil : record.seen != record.value.text else { throw wrong("seen") }
        guard record.day <= now.date else { throw future("day", record.day) }
        // A person can't have reported a closing before it happened.
        if field == .closed, let closed = record.value.text, closed > record.day { throw wrong("value") }
        try CorrectionCheck.reason(record.because, named: "because")
        try CorrectionCheck.source(record.source, named: "source")
        try CorrectionCheck.author(record.author, named: "author")
        guard let note = record.withdrawal else { return }
        try CorrectionCheck.author(note.author, named: "author")
        if let text = note.text { try CorrectionCheck.reason(text, named: "text") }
        guard note.time.unixSeconds <= now.unixSeconds else { throw future("at", note.time.timestamp) }
    }

    private static func check(_ record: IssueRecord, _ now: SeoulTime) throws(PlainError) {
        if let title = record.title {
            guard title == title.trimmingBlanks(), 1...IssueWriting.maximumTitleLength ~= title.count,
                title.utf8.count <= IssueWriting.maximumTextBytes, !title.contains(where: \.isNewline),
                !IssueWriting.hasControls(title, allowsLines: false)
            else { throw wrong("title") }
        }
        if let day = record.day, day > now.date { throw future("day", day) }
        for label in record.labels where !IssueWriting.isLabel(label) { throw wrong("labels") }
        for act in record.acts {
            try CorrectionCheck.author(act.author, named: "author")
            guard (act.text?.utf8.count ?? 0) <= IssueWriting.maximumTextBytes,
                !IssueWriting.hasControls(act.text ?? "", allowsLines: true)
            else { throw wrong("text") }
            switch act.what {
            case .labeled, .unlabeled:
                guard let text = act.text, IssueWriting.isLabel(text) else { throw wrong("text") }
            case .accepted, .comment: guard act.text != nil else { throw wrong("text") }
            default: break
            }
            guard act.moment <= now.timestamp else { throw future("at", act.moment) }
        }
    }

    private static func wrong(_ key: String) -> PlainError {
        PlainError(.usage, en: "\"\(key)\" is missing or has a wrong value", ko: "\"\(key)\" 값이 없거나 잘못되었습니다")
    }

    private static func future(_ key: String, _ value: String) -> PlainError {
        PlainError(.usage, en: "\"\(key)\" is in the future: \(value)", ko: "\"\(key)\" 값이 미래의 시점입니다: \(value)")
    }
}

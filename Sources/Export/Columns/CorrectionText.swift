public import GeocliPlaces
public import GeocliText

/// A page of text that shows corrections and their history to people. Titles are on the left, and values are beside
/// them.
public struct CorrectionText {
    private let sheets: [CorrectionSheet]
    private let language: Language
    private let columns: Int?

    /// Makes the text.
    ///
    /// - Parameter columns: the width of the terminal; nil if long lines must not be broken.
    public init(_ sheets: [CorrectionSheet], _ language: Language, columns: Int?) {
        self.sheets = sheets
        self.language = language
        self.columns = columns
    }

    /// The lines, each with its line end. They contain no other control characters. An empty line separates
    /// corrections.
    public var text: String {
        sheets.map { TitledLines.text(rows($0), columns: columns) }.joined(separator: "\n")
    }

    private func rows(_ sheet: CorrectionSheet) -> [TitledLines.Row] {
        let correction = sheet.correction
        return [
            (word("correction", "정정"), ["#\(correction.number)"]),
            (
                word("place", "장소"),
                ["\(line(correction.name)) (\(line(correction.ref)), \(word("id", "번호")) \(correction.place))"]
            ),
            (word("field", "항목"), [CodeWords.text(correction.field.rawValue, in: "field", language)]),
            (word("seen", "정정 전"), [value(correction.seen)]),
            (word("value", "정정한 값"), [value(correction.value)]),
            (word("feed's value", "피드의 값"), [value(correction.upstream)]),
            (word("state", "상태"), [CodeWords.text(correction.state.rawValue, in: "state", language)]),
            (word("because", "이유"), [line(correction.because)]), (word("source", "근거"), [line(correction.source)]),
            (word("author", "작성자"), [line(correction.author)]), (word("day", "날짜"), [correction.day]),
        ] + history(sheet)
    }

    private func history(_ sheet: CorrectionSheet) -> [TitledLines.Row] {
        var lines: [String] = []
        for event in sheet.events {
            lines.append("\(event.moment.minute)  \(who(event))  \(what(event))")
            if let text = event.text { lines.append("  " + line(text)) }
            if event.run != nil { lines.append("  " + word("the feed has ", "피드의 값: ") + value(event.upstream)) }
        }
        return lines.isEmpty ? [] : [(word("history", "이력"), lines)]
    }

    private func who(_ event: CorrectionEvent) -> String {
        guard let author = event.author.map(line) else {
            return event.run.map { word("run #\($0)", "실행 #\($0)") } ?? ""
        }
        guard let importer = event.importedBy.map(line) else { return author }
        let time = event.doneAt.map { $0.minute + ", " } ?? ""
        return author + word(" (\(time)imported by \(importer))", "(\(time)가져온 사람: \(importer))")
    }

    private func what(_ event: CorrectionEvent) -> String {
        guard event.what == "added" else { return CodeWords.text(line(event.what), in: "state", language) }
        return word("added", "추가")
    }

    private func value(_ text: String?) -> String { text.map(line) ?? word("none", "없음") }

    private func word(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }

    private func line(_ text: String) -> String { DisplayText.singleLine(text) }
}

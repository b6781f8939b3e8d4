internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// One issue as a page of text for people, with titles on the left and values beside them.
package struct IssueText {
    private let sheet: IssueSheet
    private let language: Language
    private let columns: Int?

    /// - Parameter columns: the width of the terminal; nil if long lines must not be broken.
    package init(_ sheet: IssueSheet, _ language: Language, columns: Int?) {
        self.sheet = sheet
        self.language = language
        self.columns = columns
    }

    /// The lines, each with its line end. They contain no other control characters.
    package var text: String { TitledLines.text(rows, columns: columns) }

    private typealias Row = TitledLines.Row

    private var rows: [Row] { head + sheet.issue.places.map(place) + evidence + group + history + raw }

    private var head: [Row] {
        let issue = sheet.issue
        var rows: [Row] = [
            (word("issue", "이슈"), ["#\(issue.number)"]),
            (word("title", "제목"), [line(issue.title.text(language))]),
        ]
        if !issue.isReported {
            let rule = line(issue.ruleID ?? "")
            rows.append((word("what", "내용"), [line(IssueSentence.text(issue, language))]))
            let severity = issue.severity.map { ", " + IssueWords.text($0, language) } ?? ""
            rows.append((word("rule", "규칙"), [rule + severity]))
        }
        rows.append((word("state", "상태"), [state]))
        if !issue.field.isEmpty {
            rows.append((word("field", "항목"), [CodeWords.text(line(issue.field), in: "field", language)]))
        }
        if !issue.labels.isEmpty {
            rows.append((word("labels", "라벨"), [issue.labels.map(line).joined(separator: ", ")]))
        }
        return rows
    }

    private var state: String {
        let issue = sheet.issue
        let words = IssueWords.text(issue.state, language)
        let (opened, changed) = (issue.openedRun, issue.changedRun)
        let since = opened == changed ? "" : word(", changed after run #\(changed)", ", 실행 #\(changed) 이후 바뀜")
        return words + word(" (opened after run #\(opened)\(since))", "(실행 #\(opened) 이후 열림\(since))")
    }

    private func place(_ entry: CatalogEntry) -> Row {
        let place = entry.place
        var lines = ["\(line(place.name)) (\(line(entry.ref)), \(word("id", "번호")) \(entry.id))"]
        let phone = place.phone.map { NationalPhone.text(e164: $0) ?? $0 } ?? place.phoneRaw
        let contact = [place.district, place.address, phone].compactMap { $0 }.map(line)
        if !contact.isEmpty { lines.append(contact.joined(separator: " · ")) }
        if let website = place.website { lines.append(line(website)) }
        if let absence = entry.absence { lines.append(absence.text(language)) }
        guard let point = entry.coordinate else {
            return (word("place", "장소"), lines + [word("no point", "좌표 없음")])
        }
        lines.append(OutputValue.point("\(point.latitude),\(point.longitude)").tableText)
        return (
            word("place", "장소"),
            lines + MapService.allCases.map { "\($0.name.text(language)): \($0.address(of: place.name, at: point))" }
        )
    }

    private var evidence: [Row] {
        let issue = sheet.issue
        var rows: [Row] = []
        if let now = IssueSentence.values(issue.evidence, language) {
            rows.append((word("evidence", "근거"), [line(now)]))
        }
        if let accepted = issue.acceptedEvidence {
            let changes = IssueSentence.changes(from: accepted, to: issue.evidence, language)
            let same = word("the same values as now", "지금과 같은 값")
            rows.append((word("accepted for", "그대로 둔 근거"), [line(changes ?? same)]))
        }
        return rows
    }

    private var group: [Row] {
        guard !sheet.group.isEmpty else { return [] }
        return [
            (
                word("group", "같은 묶음"),
                sheet.group.map { issue in
                    let place = issue.place.map { "\(line($0.place.name)) (\(line($0.ref)))" } ?? ""
                    return "#\(issue.number)  \(place)  \(IssueWords.text(issue.state, language))"
                }
            )
        ]
    }

    private var history: [Row] {
        var lines: [String] = []
        for event in sheet.events {
            let who = event.author.map(line) ?? event.run.map { word("run #\($0)", "실행 #\($0)") } ?? ""
            lines.append("\(event.moment.minute)  \(who)  \(IssueWords.text(event, language))")
            lines += words(of: event).map { "  " + $0 }
        }
        return lines.isEmpty ? [] : [(word("history", "이력"), lines)]
    }

    private func words(of event: IssueEvent) -> [String] {
        guard let text = event.text else { return [] }
        guard event.author == nil, let cause = IssueCause(text: text) else {
            return text.split(whereSeparator: \.isNewline).map { line(String($0)) }
        }
        guard case .valuesChanged(let old) = cause else { return [cause.words.text(language)] }
        // If the stored text is damaged, no values are shown.
        let former = try? JSONValue(parsing: Array(old.utf8), name: "evidence")
        guard case .object(let members) = former else { return [] }
        let changes = IssueSentence.changes(from: members, to: event.evidence ?? sheet.issue.evidence, language)
        return [word("the values changed: ", "값이 바뀌었습니다: ") + line(changes ?? "")]
    }

    private var raw: [Row] {
        sheet.rawRows.isEmpty ? [] : [(word("row of the feed", "피드 원본 행"), sheet.rawRows.map(line))]
    }

    private func word(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }

    private func line(_ text: String) -> String { DisplayText.singleLine(text) }
}

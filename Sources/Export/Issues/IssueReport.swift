package import GeocliPlaces
package import GeocliText

/// A report of issues to the publishers of their data.
package struct IssueReport {
    /// One line of the report: an issue, and the place from the section's feed that the issue is about.
    package struct Line: Sendable, Equatable {
        package let issue: StoredIssue
        /// The place from the section's feed.
        package let place: CatalogEntry
        /// Further text from the person who reported the issue; nil for none.
        package let text: String?
    }

    /// A feed with its lines.
    package struct Section: Sendable {
        /// The feed's id.
        package let feed: String
        package let title: Words
        /// The day of the feed's last good run, `YYYY-MM-DD`.
        package let date: String
        /// The lines. `sort` orders them by district, place and number.
        package internal(set) var lines: [Line] = []
    }

    /// The sections that have lines, in the order of their feeds.
    package var sections: [Section] { all.filter { !$0.lines.isEmpty } }
    private var all: [Section]

    /// - Parameter runs: the last good run of each feed.
    package init(_ runs: [CatalogStatus.Run]) {
        all = runs.map { run in
            Section(feed: run.feed, title: run.words?.title ?? Words(en: run.feed, ko: run.feed), date: run.date)
        }
    }

    /// Adds an issue, once for each feed that has one of its places. `text` is from the person who reported it; nil for
    /// none.
    package mutating func add(_ issue: StoredIssue, text: String?) {
        for index in all.indices {
            guard let place = issue.places.first(where: { $0.feed == all[index].feed }) else { continue }
            all[index].lines.append(Line(issue: issue, place: place, text: text))
        }
    }

    /// Sorts the lines by district, place and number. Places without a district come last.
    package mutating func sort() {
        for index in all.indices {
            all[index].lines.sort { left, right in
                let (first, second) = (left.place.place.district, right.place.place.district)
                guard first == second else {
                    guard let first, let second else { return first != nil }
                    return first < second
                }
                return (left.place.id, left.issue.number) < (right.place.id, right.issue.number)
            }
        }
    }

    // MARK: Markdown

    /// Returns the report as Markdown (CommonMark) in one language. Names and values from a feed can't become markup.
    package func markdown(_ language: Language) -> String {
        func word(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }
        var text = "# \(word("Errors in the data", "데이터 오류 신고"))\n"
        if sections.isEmpty { text += "\n\(word("No issues.", "신고할 내용이 없습니다."))\n" }
        for section in sections {
            let count = section.lines.count
            text += "\n## \(Self.escaped(section.title.text(language))) (\(Self.escaped(section.feed)))\n\n"
            text += word(
                "\(count) \(count == 1 ? "issue" : "issues") as of \(section.date).",
                "\(section.date) 기준 \(count)건.")
            text += "\n"
            var district: String??
            for line in section.lines {
                let place = line.place.place
                if district != .some(place.district) {
                    let name = place.district.map(Self.escaped) ?? word("No district", "자치구 없음")
                    let inDistrict = section.lines.count { $0.place.place.district == place.district }
                    text += "\n### \(name) (\(inDistrict))\n\n"
                    district = .some(place.district)
                }
                text += markdown(line, language)
            }
        }
        return text
    }

    private func markdown(_ line: Line, _ language: Language) -> String {
        let place = line.place.place
        let name = "**\(Self.escaped(place.feedID))** \(Self.escaped(place.name))"
        let address = place.address.map { " (\(Self.escaped($0)))" } ?? ""
        let number = Words(en: "issue", ko: "이슈").text(language) + " \\#\(line.issue.number)"
        var text = "- \(name)\(address): \(Self.escaped(Self.sentence(line.issue, language))). (\(number))\n"
        for part in (line.text ?? "").split(whereSeparator: \.isNewline) {
            let words = DisplayText.singleLine(String(part)).trimmingBlanks()
            if !words.isEmpty { text += "  \(Self.escaped(words))\n" }
        }
        return text
    }

    /// Returns the sentence about an issue. Its first letter is a capital.
    static func sentence(_ issue: StoredIssue, _ language: Language) -> String {
        let text = IssueSentence.text(issue, language)
        return issue.isReported || language != .english ? text : text.capitalizedFirst
    }

    /// Returns a text on one line, with a backslash before each character that Markdown or HTML may read as markup.
    ///
    /// - Source: CommonMark 0.31.2, 2.4: any ASCII punctuation character may be backslash-escaped. A character that is
    ///   markup only at the start of a line is escaped only there.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in DisplayText.singleLine(text) {
            if "\\`*_{}[]<>#|~&!$".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}

extension ListingSchema where Row == IssueReport.Line {
    /// The lines of a report as a table, with the sentences in `language`.
    package static func issueReport(_ language: Language) -> ListingSchema<IssueReport.Line> {
        ListingSchema(
            columns: [
                Column("feed", en: "feed", ko: "피드") { .code($0.place.feed) },
                Column("feed_id", en: "feed id", ko: "피드 번호") { .text($0.place.place.feedID) },
                Column("name", en: "name", ko: "이름") { .text($0.place.place.name) },
                Column("district", en: "district", ko: "자치구", orNull: true) { .text($0.place.place.district) },
                Column("address", en: "address", ko: "주소", orNull: true) { .text($0.place.place.address) },
                Column("field", en: "field", ko: "항목", orNull: true) {
                    .code($0.issue.field.isEmpty ? nil : $0.issue.field)
                },
                Column("severity", en: "severity", ko: "심각도", orNull: true) { .code($0.issue.severity?.rawValue) },
                Column("text", en: "what", ko: "내용") { .text(IssueReport.sentence($0.issue, language)) },
                Column("note", en: "note", ko: "덧붙임", orNull: true) { .text($0.text) },
                Column("number", en: "number", ko: "번호", type: .integer) { .integer($0.issue.number) },
            ] + Column.position { $0.place.coordinate }, tableKeys: [])
    }
}

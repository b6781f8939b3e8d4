internal import GeocliExport
package import GeocliPlaces
package import GeocliText

/// `changes`: what changed since a run or a day, ordered by run and place.
package struct ChangesQuestion: Question {
    package static let name = "changes"
    package static let title = Words(
        en: "The changes of each run, ordered by run and place", ko: "실행별 변경 내역(실행, 장소 순)")

    package static let since = Parameter(
        "since", .text,
        en:
            "Only changes after this run or event id, or from this day on. \"last\" (default) means only the changes of the last good run of each feed.",
        ko: "이 실행 번호나 이벤트 ID 이후의 변경, 또는 이 날짜부터의 변경만. last(기본값)를 쓰면 피드마다 마지막으로 성공한 실행의 변경만 보여 줍니다.")
    package static let what = Parameter(
        "what", .word(CatalogChange.What.allCases.map(\.rawValue)),
        en: "Only changes of this kind: added, changed, moved, removed, closed or returned.",
        ko: "이 변경만: added(신규), changed(변경), moved(이전), removed(피드에 없음), closed(폐점), returned(재등록)", several: .any)

    /// The filters. Places that are not listed are always included.
    package static let filters = FilterArguments.parameters.map { filter in
        guard filter.name == FilterArguments.includeClosed.name else { return filter }
        return Parameter(
            filter.name, .flag, en: "Has no effect, because places that are no longer in the feed are always included.",
            ko: "피드에 더 이상 없는 장소는 항상 포함되므로 효과가 없습니다.")
    }

    package static let parameters = [since, what] + filters + [.unboundedLimit]

    /// The changes that are wanted; nil for those of the last runs. A reader's position replaces them.
    package var span: ChangeSpan?
    package let what: Set<CatalogChange.What>
    package let filters: FilterArguments
    private let limit: Int?
    /// Ids of the only places that are wanted; nil for all.
    package var only: Set<Int64>?

    package init(_ given: Given) throws {
        span = try given.one(Self.since).map { try ChangeSpan(argument: $0, given.style) }
        let what = try ValueArgument.choices(
            given.all(Self.what), option: given.style(Self.what), of: CatalogChange.What.self)
        self.what = what.isEmpty ? Set(CatalogChange.What.allCases) : Set(what)
        (filters, limit) = (try FilterArguments(given), try given.count(.unboundedLimit))
    }

    package func places(in source: some PlaceSource, for answer: some Answer) throws -> PlaceFilter {
        var filter = try answer.filter(filters, in: source)
        if let only { filter.only = filter.only.map { $0.filter(only.contains) } ?? only.sorted() }
        return filter
    }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        guard let catalog = source as? any PlaceArchive else {
            preconditionFailure("only a catalog's file has changes")
        }
        answer.note(try list(from: catalog, into: answer).words)
    }

    /// Writes the changes up to the limit, and returns a summary of all.
    package func list(from catalog: some PlaceArchive, into answer: some Answer) throws -> Listed {
        var filter = ChangeFilter()
        (filter.span, filter.what) = (span ?? .last, what)
        // Programs get the raw text and the value derived from it as two changes; a table for people shows them as one.
        filter.joinsRawText = answer.format == .table
        filter.places = try places(in: catalog, for: answer)
        var (summary, count) = (ChangeSummary(), 0)
        try answer.write(.changes, of: catalog) { writer in
            // Only a service tells the number of all changes, so a command does not read those above the limit.
            summary = try catalog.forEachChange(filter, limit: answer.isLimited ? nil : limit) { change in
                count += 1
                if count <= limit ?? .max { try writer.write(change) }
            }
        }
        return Listed(
            summary: summary, words: ChangeSummaryView(summary: summary, filter: filter).words, count: count)
    }

    package struct Listed {
        package let summary: ChangeSummary
        package let words: Words
        /// The number of all changes, for a service; a command's is limited by `--limit`.
        package let count: Int
    }
}

extension ChangeSpan {
    /// Reads the value of `--since`: `12`, `2026-09-21`, `last`, or the id of a change such as `12.3.2764819`. A command
    /// has already replaced a word for a day (`DayWord`).
    package init(argument: String, _ style: ArgumentStyle) throws {
        let word = argument.trimmingBlanks().lowercased()
        if word == "last" {
            self = .last
        } else if !word.isEmpty, word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            self = .after(run: Int64(word) ?? .max)
        } else if SeoulTime.isDate(word) {
            self = .since(date: word)
        } else if let mark = ChangeMark(word) {
            self = .past(mark)
        } else {
            // A service can't know the day on which a person asks.
            let days = style == .option ? Words(en: ", yesterday or 7d", ko: ", 어제, 7d") : Words(en: "", ko: "")
            throw ValueArgument.wrong(
                style(ChangesQuestion.since), argument,
                en: "write a run's number such as 12, a day such as 2026-09-21\(days.en), the id of an event, or last",
                ko: "실행 번호(12), 날짜(2026-09-21\(days.ko)), 이벤트 ID, last 가운데 하나를 쓰세요")
        }
    }
}

/// A summary of changes in one line for people.
package struct ChangeSummaryView {
    let summary: ChangeSummary
    let filter: ChangeFilter

    package init(summary: ChangeSummary, filter: ChangeFilter) { (self.summary, self.filter) = (summary, filter) }

    /// The line: `runs 13 to 15: added 3, changed 2 (moved 1), …`. It counts each place once per run, as the
    /// reports of the runs do.
    package var words: Words {
        guard !summary.runs.isEmpty else { return nothing }
        let counts = counts
        let runs = runs
        return Words(
            en: "\(runs.en): " + counts.map(\.en).joined(separator: ", "),
            ko: "\(runs.ko): " + counts.map(\.ko).joined(separator: ", "))
    }

    /// The counts of the wanted kinds. In a report, a moved place counts as changed.
    private var counts: [Words] {
        let isJoined = filter.what.isSuperset(of: [.changed, .moved])
        return CatalogChange.What.allCases.filter(filter.what.contains).compactMap { what in
            let count = summary.placeCounts[what] ?? 0
            guard isJoined, what == .changed || what == .moved else {
                return Words(en: "\(what.rawValue) \(count)", ko: "\(Self.korean(what)) \(count)")
            }
            guard what == .changed else { return nil }
            let moved = summary.placeCounts[.moved] ?? 0
            return Words(
                en: "changed \(summary.editedCount) (moved \(moved))", ko: "변경 \(summary.editedCount)(이전 \(moved))")
        }
    }

    private var nothing: Words {
        filter.span == .last
            ? NoRunWords.words(hasLandmarks: false)
            : Words(en: "no good run since then", ko: "그 이후 성공한 실행이 없습니다")
    }

    private var runs: Words {
        let ids = summary.runs.map { String($0.id) }
        if ids.count == 1 { return Words(en: "run \(ids[0])", ko: "실행 #\(ids[0])") }
        if filter.span == .last {
            return Words(
                en: "runs " + ids.joined(separator: ", "), ko: "실행 " + ids.map { "#" + $0 }.joined(separator: ", "))
        }
        return Words(
            en: "runs \(ids[0]) to \(ids[ids.count - 1])", ko: "실행 #\(ids[0])~#\(ids[ids.count - 1])")
    }

    private static func korean(_ what: CatalogChange.What) -> String {
        switch what {
        case .added: "신규"
        case .changed: "변경"
        case .moved: "이전"
        case .removed: "피드에 없음"
        case .closed: "폐점"
        case .returned: "재등록"
        }
    }
}

package import GeocliPlaces
package import GeocliText

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
        case .removed: "누락"
        case .closed: "폐점"
        case .returned: "재등록"
        }
    }
}

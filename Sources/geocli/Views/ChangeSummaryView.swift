internal import GeocliPlaces
internal import GeocliText

/// A summary of changes in one line for people.
struct ChangeSummaryView {
    let summary: ChangeSummary
    let filter: ChangeFilter

    /// The line: `runs 13 to 15: added 3, changed 2, …`; it counts each bookstore once per run.
    var words: Words {
        guard !summary.runs.isEmpty else { return nothing }
        let kinds = CatalogChange.What.allCases.filter(filter.what.contains)
        let counts = kinds.map { ($0, summary.bookstoreCounts[$0] ?? 0) }
        let runs = runs
        return Words(
            en: "\(runs.en): " + counts.map { "\($0.rawValue) \($1)" }.joined(separator: ", "),
            ko: "\(runs.ko): " + counts.map { "\(Self.korean($0)) \($1)" }.joined(separator: ", "))
    }

    private var nothing: Words {
        filter.span == .last
            ? Words(en: "no run has been good yet; run 'geocli ingest'", ko: "아직 성공한 실행이 없습니다; 'geocli ingest'를 실행하세요")
            : Words(en: "no good run since then", ko: "그 뒤로 성공한 실행이 없습니다")
    }

    private var runs: Words {
        let ids = summary.runs.map { String($0.id) }
        if ids.count == 1 { return Words(en: "run \(ids[0])", ko: "\(ids[0])번 실행") }
        if filter.span == .last {
            return Words(
                en: "runs " + ids.joined(separator: ", "), ko: ids.map { $0 + "번" }.joined(separator: ", ") + " 실행")
        }
        return Words(
            en: "runs \(ids[0]) to \(ids[ids.count - 1])", ko: "\(ids[0])~\(ids[ids.count - 1])번 실행")
    }

    private static func korean(_ what: CatalogChange.What) -> String {
        switch what {
        case .added: "추가"
        case .changed: "변경"
        case .moved: "이동"
        case .removed: "빠짐"
        case .closed: "폐점"
        case .returned: "돌아옴"
        }
    }
}

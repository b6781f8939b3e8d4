internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// A catalog's status, as JSON and for people.
struct StatusView {
    let path: String
    let status: CatalogStatus
    /// The seconds since the start of the last good run; nil if there is none.
    let ageSeconds: Int64?

    func json(_ json: inout JSONWriter) { json.value(Self.schema.object(of: self)) }

    /// Returns lines of a title and a value.
    func sheet(_ language: Language) -> [(title: String, value: String)] {
        func title(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }
        var lines = [(title("catalog", "카탈로그"), path)]
        for run in status.lastGoodRuns {
            let isSample = run.source == SampleNames.source
            let source = isSample ? title("the bundled sample", "내장 샘플") : run.source
            lines.append((title("last good run", "마지막 성공"), "\(Self.moment(of: run, language)) (\(source))"))
        }
        lines.append((title("age", "경과"), DataAge.words(ageSeconds).text(language)))
        for run in status.lastRefusals {
            let title = Self.title(of: run.failure).text(language)
            let reason = run.reasonData.flatMap(StoredReason.words)?.text(language) ?? run.reason ?? ""
            lines.append((title, "\(Self.moment(of: run, language)): \(reason)"))
        }
        lines.append((title("next step", "다음 할 일"), NextStep(status: status, path: path).words.text(language)))
        let words = status.words
        lines.append((title(words.plural, words.noun.ko), String(status.total)))
        for kind in shownKinds {
            lines.append(("  " + words.title(of: kind).text(language), String(status.kinds[kind] ?? 0)))
        }
        lines.append((title("without a point", "좌표 없음"), String(status.withoutPoint)))
        lines.append((title("missing or closed", "누락 또는 폐점"), String(status.missing)))
        if status.landmarks > 0 { lines.append((title("landmarks", "기준점"), String(status.landmarks))) }
        if let issues = status.issues {
            let words = Words(
                en: "new \(issues.new), fixed \(issues.fixed), open \(issues.open)",
                ko: "신규 \(issues.new), 해결 \(issues.fixed), 열림 \(issues.open)")
            lines.append((title("issues", "이슈"), words.text(language)))
        }
        if !status.ground.isEmpty {
            let roles = status.ground.map { $0.words.text(language).lowercased() }
            lines.append((title("base map", "바탕 지도"), roles.joined(separator: ", ")))
        }
        let none = title("no district", "자치구 없음")
        lines.append((title("by district", "자치구별"), ""))
        lines += status.districts.map { ("  " + ($0.name.isEmpty ? none : $0.name), String($0.count)) }
        return lines.map { (title: $0.0, value: $0.1) }
    }

    /// The kinds of the bookstore feed, or the catalog's own kinds if it has others.
    private var shownKinds: [Kind] {
        let found = Kind.inOrder(status.kinds.keys)
        return found.allSatisfy(\.isUsual) ? Kind.bookstoreKinds : found
    }

    /// The feed, number and time of a run. KST is the time in Korea, UTC+9.
    private static func moment(of run: CatalogStatus.Run, _ language: Language) -> String {
        let minute = SeoulTime(timestamp: run.startedAt)?.minute
        let time = minute.map { Words(en: "\($0) KST", ko: $0).text(language) } ?? run.startedAt
        return "\(run.feed) #\(run.id), \(time)"
    }

    /// The title for a run that brought no new data because a guard refused it or a failure ended it.
    private static func title(of failure: RunFailure?) -> Words {
        switch failure {
        case nil: Words(en: "last refusal", ko: "마지막 거부")
        case .network: Words(en: "last network failure", ko: "마지막 네트워크 실패")
        case .key: Words(en: "last key failure", ko: "마지막 인증키 실패")
        case .page: Words(en: "last unreadable page", ko: "마지막 페이지 오류")
        }
    }
}

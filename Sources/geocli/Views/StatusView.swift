internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// A catalog's status, as JSON and for people.
struct StatusView {
    let path: String
    let status: CatalogStatus
    /// The seconds since the start of the last good run; nil without one.
    let ageSeconds: Int64?

    func json(_ json: inout JSONWriter) { json.value(Self.schema.object(of: self)) }

    /// Returns lines of a title and a value.
    func sheet(_ language: Language) -> [(title: String, value: String)] {
        func title(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }
        var lines = [(title("catalog", "카탈로그"), path)]
        for run in status.lastGoodRuns {
            lines.append((title("last good run", "마지막 성공"), "\(run.feed) #\(run.id), \(run.startedAt) (\(run.source))"))
        }
        lines.append((title("age", "경과"), ageText(language)))
        for run in status.lastRefusals {
            lines.append(
                (title("last refusal", "마지막 거부"), "\(run.feed) #\(run.id), \(run.startedAt): \(run.reason ?? "")"))
        }
        lines.append((title("next step", "다음 할 일"), nextStep.text(language)))
        lines.append((title("bookstores", "서점"), String(status.total)))
        for kind in Kind.allCases { lines.append(("  " + kind.rawValue, String(status.kinds[kind] ?? 0))) }
        lines.append((title("without a point", "좌표 없음"), String(status.withoutPoint)))
        lines.append((title("missing or closed", "빠졌거나 폐점"), String(status.missing)))
        let none = title("no district", "자치구 없음")
        lines += status.districts.map { ("  " + ($0.name.isEmpty ? none : $0.name), String($0.count)) }
        return lines.map { (title: $0.0, value: $0.1) }
    }

    /// The next step for the user, for each feed whose last run was refused.
    var nextStep: Words {
        let steps = status.lastRefusals.map(step)
        if let first = steps.first { return steps.dropFirst().reduce(first) { $0.followed(by: $1) } }
        return ageSeconds == nil
            ? Words(en: "run 'geocli ingest'", ko: "'geocli ingest'를 실행하세요") : Words(en: "none", ko: "없음")
    }

    private func step(after refused: CatalogStatus.Run) -> Words {
        let command = NextCommand(feed: refused.feed, catalog: path)
        let again = command.again(refused.source, resuming: refused.hasPages)
        return switch refused.failure {
        case .network: Words(en: "try again: \(again)", ko: "다시 시도하세요: \(again)")
        case .key:
            Words(
                en: "mend the key (SEOUL_OPENAPI_KEY or the configuration file), then: \(again)",
                ko: "인증키(SEOUL_OPENAPI_KEY나 설정 파일)를 바로잡은 뒤: \(again)")
        case .page:
            Words(
                en: "look at what the source sends (the reason above), then ingest again",
                ko: "위 이유를 보고 자료를 확인한 뒤 다시 수집하세요")
        case nil: acceptance(of: refused, command)
        }
    }

    /// Returns the command for a snapshot that a guard stopped; the user must judge it.
    private func acceptance(of run: CatalogStatus.Run, _ command: NextCommand) -> Words {
        let accept = run.hasPages ? command.accepting(run: run.id) : command.accepting(source: run.source)
        return Words(
            en: "look at 'geocli rejects --run \(run.id)' and at the feed; if it is right: \(accept)",
            ko: "'geocli rejects --run \(run.id)'와 피드를 확인하고, 옳다면: \(accept)")
    }

    func ageText(_ language: Language) -> String {
        guard let ageSeconds else { return Words(en: "never", ko: "없음").text(language) }
        let hours = ageSeconds / 3600
        if hours < 1 { return Words(en: "\(ageSeconds / 60) min", ko: "\(ageSeconds / 60)분").text(language) }
        return hours < 48
            ? Words(en: "\(hours) h", ko: "\(hours)시간").text(language)
            : Words(en: "\(hours / 24) days", ko: "\(hours / 24)일").text(language)
    }
}

internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The user's next step, with the command for it.
struct NextStep {
    let status: CatalogStatus
    let path: String

    /// The sentence for the next step: what to do after the last failed run of each feed. If no run failed, it says
    /// what to do about something that the catalog lacks, or "none".
    var words: Words {
        let steps = status.lastRefusals.map(step)
        if let first = steps.first { return steps.dropFirst().reduce(first) { $0.followed(by: $1) } }
        let real = "geocli ingest"
        if status.lastPlaceRuns.isEmpty {
            return Words(
                en: "run '\(real)' (free key: https://data.seoul.go.kr), or '\(real) --sample' for made-up bookstores",
                ko:
                    "실제 책방 데이터를 받으려면 '\(real)'(무료 인증키: https://data.seoul.go.kr)를, 가상의 책방을 보려면 '\(real) --sample'을 실행하세요"
            )
        }
        guard status.lastPlaceRuns.allSatisfy(\.isMadeUp) else { return Words(en: "none", ko: "없음") }
        return Words(
            en: "these bookstores are made up; for the real ones, run: \(real) (free key: https://data.seoul.go.kr)",
            ko: "가상의 책방입니다. 실제 책방 데이터를 받으려면 실행하세요: \(real) (무료 인증키: https://data.seoul.go.kr)")
    }

    private func step(after run: CatalogStatus.Run) -> Words {
        let command = NextCommand(feed: run.feed, catalog: path, declaration: run.words?.declaration)
        let again = command.again(run.source, resuming: run.hasPages)
        return switch run.failure {
        case .network: Words(en: "try again: \(again)", ko: "다시 시도하세요: \(again)")
        case .key: key(of: run, again)
        case .page:
            Words(
                en: "check the source (see the reason above), then: \(again)",
                ko: "위의 이유를 참고해 원본 데이터를 확인한 뒤 실행하세요: \(again)")
        case nil: acceptance(of: run, command)
        }
    }

    /// Returns the step after a run that the service refused because of its key.
    private func key(of run: CatalogStatus.Run, _ again: String) -> Words {
        // A declaration that is gone names no variable; the usual one is Seoul's.
        let declared =
            (try? FeedShelf.feed(run.feed, argument: "--feed"))
            ?? run.words?.declaration.flatMap { try? FeedShelf.feed($0, argument: "--feed") }
        let variable = declared?.service?.keyVariable ?? Settings.seoulKeyVariable
        guard variable == Settings.seoulKeyVariable else {
            return Words(
                en: "put a valid key from the feed's portal into \(variable), then: \(again)",
                ko: "포털에서 받은 올바른 인증키를 환경 변수 \(variable)에 넣은 뒤 실행하세요: \(again)")
        }
        return Words(
            en:
                "put a valid key (free: https://data.seoul.go.kr) into SEOUL_OPENAPI_KEY or ~/.config/geocli/config, then: \(again)",
            ko:
                "올바른 인증키(무료: https://data.seoul.go.kr)를 SEOUL_OPENAPI_KEY나 ~/.config/geocli/config에 넣은 뒤 실행하세요: \(again)"
        )
    }

    /// Returns the command for a snapshot that a guard stopped, which the user must judge.
    private func acceptance(of run: CatalogStatus.Run, _ command: NextCommand) -> Words {
        let accept = run.hasPages ? command.accepting(run: run.id) : command.accepting(source: run.source)
        guard run.listedRejects > 0 else {
            return Words(
                en: "check the feed; if it is correct: \(accept)", ko: "피드를 확인하고, 문제가 없으면 실행하세요: \(accept)")
        }
        return Words(
            en: "check 'geocli runs \(run.id)' and the feed; if the feed is correct: \(accept)",
            ko: "'geocli runs \(run.id)'\(.with) 피드를 확인하고, 문제가 없으면 실행하세요: \(accept)")
    }
}

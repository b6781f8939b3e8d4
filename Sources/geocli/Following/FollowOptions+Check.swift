internal import GeocliAsking
internal import GeocliText

extension FollowOptions {
    /// Refuses options that contradict each other.
    ///
    /// - Throws: `UsageError`.
    func check(_ command: ChangesCommand) throws {
        guard follow || exec == nil else {
            throw UsageError(en: "--exec needs --follow", ko: "--exec는 --follow와 함께 쓰세요")
        }
        guard follow || server != nil else { return }
        if follow {
            let reason = Words(en: "--follow never ends", ko: "--follow는 끝나지 않습니다")
            for (option, isGiven) in [
                ("--limit", command.output.limit != nil), ("-o", command.output.path != nil),
                ("--fail-empty", command.output.rows.failEmpty),
            ] where isGiven { throw Self.clash(option, reason) }
            if command.reading.markRead {
                throw Self.clash(
                    "--mark-read",
                    Words(en: "--follow already marks changes as read", ko: "--follow를 쓰면 자동으로 읽음 표시를 합니다"))
            }
        } else if command.reading.reader != nil {
            throw UsageError(
                en: "with --server, --reader needs --follow", ko: "--server를 쓸 때 --reader는 --follow와 함께 쓰세요")
        } else {
            // The same refusals as without a server.
            _ = try command.reading.readerName(limit: command.output.limit)
        }
        guard server != nil else { return }
        let reason = Words(en: "the service does not have your records", ko: "--server로 연결한 서비스에는 내 기록이 없습니다")
        for (option, isGiven) in [
            ("--mine", command.mine), ("--marked", command.filters.marked != nil),
            ("--uncorrected", command.values.uncorrected), ("--db", command.common.db != nil),
        ] where isGiven {
            throw ["--uncorrected", "--db"].contains(option)
                ? Self.clash(
                    option,
                    Words(
                        en: "--server asks a service, not a catalog file",
                        ko: "--server를 쓰면 카탈로그 파일을 읽지 않습니다"))
                : Self.clash(option, reason)
        }
    }

    private static func clash(_ option: String, _ reason: Words) -> UsageError {
        UsageError(
            en: "\(option) can't be used here: \(reason.en); leave out \(option)",
            ko: "\(option)\(.object) 쓸 수 없습니다: \(reason.ko). \(option)\(.object) 빼세요"
        )
    }
}

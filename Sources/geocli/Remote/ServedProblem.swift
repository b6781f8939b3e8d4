internal import GeocliFetching
internal import GeocliText

/// The error for a service that sent no rows. Its message is the service's own, in the language of the request.
struct ServedProblem: ExplainedError {
    let words: Words
    /// The exit code of a command that ends with this error.
    let exit: ExitStatus

    /// Reads the problem details of an answer.
    init(_ answer: ServedAnswer, service: String) {
        let body = try? JSONValue(parsing: answer.body, name: service)
        guard let detail = body?["detail"]?.stringValue else {
            self.init(notGeocli: service)
            return
        }
        let sentence = DisplayText.truncated(DisplayText.singleLine(detail), columns: 1000)
        let exit: ExitStatus =
            switch answer.status {
            case 400: .usage
            // 410: the catalog has been created again, and no longer has the change that --since names.
            case 404, 410: .noInput
            default: .unavailable
            }
        self.init(Words(en: "the service says: \(sentence)", ko: "서비스 응답: \(sentence)"), exit)
    }

    /// Creates the error for an answer that is not from a geocli service.
    init(notGeocli service: String) {
        self.init(
            Words(
                en: "\(service) isn't a geocli service; check the address given with --server",
                ko: "\(service)\(.topic) geocli 서비스가 아닙니다. --server에 쓴 주소를 확인하세요"), .unavailable)
    }

    /// Creates the error for an answer that can't be used.
    init(unusable service: String, because reason: Words) {
        self.init(
            Words(
                en: "the answer of \(service) was refused: \(reason.en); try again later",
                ko: "\(service)의 응답을 쓰지 않았습니다. \(reason.ko). 나중에 다시 시도하세요"), .unavailable)
    }

    private init(_ words: Words, _ exit: ExitStatus) { (self.words, self.exit) = (words, exit) }
}

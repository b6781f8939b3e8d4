internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliFetching
internal import GeocliText

/// A listing that comes from a running service ('geocli serve') instead of a catalog. The command's arguments become
/// the parameters of a web address, and the bytes of the answer go to the command's output.
struct ServedListing {
    static var help: ArgumentHelp {
        ArgumentHelp(
            "Ask the service ('geocli serve') at this address, such as http://127.0.0.1:8080, instead of a catalog.",
            ko: "카탈로그 대신 이 주소의 서비스('geocli serve')에서 조회합니다. 예: http://127.0.0.1:8080", value: .address)
    }

    private let service: ServiceURL

    init(_ address: String, _ common: CommonOptions) throws {
        guard common.db == nil else {
            throw UsageError(en: "give either --server or --db, not both", ko: "--server와 --db 가운데 하나만 쓰세요")
        }
        try Self.refuse("--no-ground", if: common.noGround)
        service = try Self.service(address)
    }

    static func service(_ address: String) throws -> ServiceURL {
        do throws(ServiceURLError) {
            return try ServiceURL(address)
        } catch {
            // The text is not repeated, because it may hold a password.
            throw UsageError(
                en: "--server: write the address of a service, such as http://127.0.0.1:8080",
                ko: "--server에는 http://127.0.0.1:8080처럼 서비스 주소를 쓰세요")
        }
    }

    /// Refuses an option that works only with a catalog's file.
    static func refuse(_ option: String, if isGiven: Bool) throws {
        guard isGiven else { return }
        throw UsageError(
            en: "\(option) can't be combined with --server; run the command on the machine that has the catalog",
            ko: "\(option)\(.topic) --server와 함께 쓸 수 없습니다. 카탈로그가 있는 컴퓨터에서 실행하세요")
    }

    /// Asks the service and writes its answer to the output, after all of it has come and was checked.
    ///
    /// The request has the question's parameters and those of the output's form (`ListingOptions.given`: format,
    /// fields, links and so on). So the body already has the format, and its bytes go to the output as they are.
    /// `ServedRows` checks that it is whole, and has the announced number of rows, their keys and types.
    ///
    /// - Parameter path: the parts of the path; the first one is the command's name.
    /// - Throws: `FetchError`; `ServedProblem` for a request that the service refuses, and for an answer that is not
    ///   whole; `OutputError`.
    func write(_ path: [String], _ query: [(name: String, value: String)], to output: ListingOutput) throws {
        let answer = try ServedAnswer.get(
            service, path, query + output.options.given.items, language: Console.language,
            userAgent: Program.userAgent)
        guard answer.status == 200 else { throw ServedProblem(answer, service: "\(service)") }
        // Only a geocli service sends the number of rows.
        guard let rows = answer.rows else { throw ServedProblem(notGeocli: "\(service)") }
        let check = ServedRows(path[0], output.options, rows: rows, withoutPoint: answer.withoutPoint)
        do throws(ServedRows.Fault) {
            try check.check(answer.body, answer.mediaType)
        } catch {
            throw ServedProblem(unusable: "\(service)", because: error.words)
        }
        try Listing.open(output) { _, put in
            if rows > 0 || output.options.format != .table || !output.options.isQuiet { try put(answer.body) }
        }
        for note in answer.notes { Console.note(Words(en: note, ko: note), isQuiet: output.options.isQuiet) }
        try Listing.tell(rows, without: 0, output)
    }
}

/// The error for a service that sent no rows. Its message is the service's own, in the language of the request.
struct ServedProblem: ExplainedError {
    let words: Words
    let exit: ExitStatus

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

    init(notGeocli service: String) {
        self.init(
            Words(
                en: "\(service) isn't a geocli service; check the address given with --server",
                ko: "\(service)\(.topic) geocli 서비스가 아닙니다. --server에 쓴 주소를 확인하세요"), .unavailable)
    }

    init(unusable service: String, because reason: Words) {
        self.init(
            Words(
                en: "the answer of \(service) was refused: \(reason.en); try again later",
                ko: "\(service)의 응답을 쓰지 않았습니다. \(reason.ko). 나중에 다시 시도하세요"), .unavailable)
    }

    private init(_ words: Words, _ exit: ExitStatus) { (self.words, self.exit) = (words, exit) }
}

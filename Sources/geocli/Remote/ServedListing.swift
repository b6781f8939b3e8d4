internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliFetching
internal import GeocliText

/// A listing that comes from a running service ('geocli serve') instead of a catalog. The command's arguments become
/// the parameters of a web address, and the bytes of the answer go to the command's output.
struct ServedListing {
    /// The help of `--server`.
    static var help: ArgumentHelp {
        ArgumentHelp(
            "Ask the service ('geocli serve') at this address, such as http://127.0.0.1:8080, instead of a catalog.",
            ko: "카탈로그 대신 이 주소의 서비스('geocli serve')에서 조회합니다. 예: http://127.0.0.1:8080", value: .address)
    }

    private let service: ServiceURL
    private var parameters: [(name: String, value: String)] = []

    /// - Throws: `UsageError` for a text that isn't the address of a service, and if `--db` is given together with
    ///   `--server`.
    init(_ address: String, _ common: CommonOptions) throws {
        guard common.db == nil else {
            throw UsageError(en: "give either --server or --db, not both", ko: "--server와 --db 가운데 하나만 쓰세요")
        }
        service = try Self.service(address)
    }

    /// Returns the address of a service.
    ///
    /// - Throws: `UsageError` for any other text.
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

    /// Adds a parameter; nil is ignored.
    mutating func add(_ name: String, _ value: String?) {
        if let value { parameters.append((name, value)) }
    }

    /// Adds a parameter for each value.
    mutating func add(_ name: String, each values: [String]) {
        for value in values { add(name, value) }
    }

    /// Adds a flag if it is on.
    mutating func add(_ name: String, flag: Bool) { add(name, flag ? "true" : nil) }

    /// Refuses an option that works only with a catalog's file.
    ///
    /// - Throws: `UsageError` if it was given.
    static func refuse(_ option: String, if isGiven: Bool) throws {
        guard isGiven else { return }
        throw UsageError(
            en: "\(option) can't be combined with --server; run the command on the machine that has the catalog",
            ko: "\(option)\(.topic) --server와 함께 쓸 수 없습니다. 카탈로그가 있는 컴퓨터에서 실행하세요")
    }

    /// Asks the service and writes its answer to the output, after all of it has come and was checked.
    ///
    /// - Parameters:
    ///   - path: the parts of the path; the first one is the command's name.
    ///   - isSingle: whether the command has one row, which is not in a list.
    /// - Throws: `FetchError`; `ServedProblem` for a request that the service refuses, and for an answer that is not
    ///   whole; `OutputError`.
    func write(_ path: [String], isSingle: Bool = false, to output: ListingOutput) throws {
        let answer = try ServedAnswer.get(
            service, path, parameters + Self.form(output.options), language: Console.language,
            userAgent: Program.userAgent)
        guard answer.status == 200 else { throw ServedProblem(answer, service: "\(service)") }
        // Only a geocli service sends the number of rows.
        guard let rows = answer.rows else { throw ServedProblem(notGeocli: "\(service)") }
        var options = output.options
        options.isSingle = isSingle
        let check = ServedRows(path[0], options, rows: rows, withoutPoint: answer.withoutPoint)
        do throws(ServedRows.Fault) {
            try check.check(answer.body, answer.mediaType)
        } catch {
            throw ServedProblem(unusable: "\(service)", because: error.words)
        }
        let file = try OutputFile.create(at: output.place)
        file.keepsStyles = output.options.isStyled
        let paged = PagedOutput(file, isAllowed: output.usesPager)
        defer { paged.abandon() }
        if rows > 0 || output.options.format != .table || !output.options.isQuiet { try paged.write(answer.body) }
        try paged.finish()
        try file.commit()
        for note in answer.notes { Console.note(Words(en: note, ko: note), isQuiet: output.options.isQuiet) }
        try Listing.tell(rows, without: 0, output)
    }

    /// Returns the parameters for the form of the rows.
    private static func form(_ options: ListingOptions) -> [(name: String, value: String)] {
        var items: [(name: String, value: String?)] = [
            ("format", options.format.rawValue), ("fields", options.fields?.joined(separator: ",")),
        ]
        let flags = [
            ("links", options.hasLinks), ("raw", options.isRaw), ("excel", options.isForExcel),
            ("color", options.isStyled),
        ]
        items += flags.filter(\.1).map { ($0.0, "true") }
        if options.format == .table {
            items.append(("columns", options.terminalColumns.map { String(min($0, 10_000)) }))
        }
        return items.compactMap { item in item.value.map { (item.name, $0) } }
    }
}

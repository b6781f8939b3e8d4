internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliQuery
internal import GeocliText

/// The points of `--from`, and the columns of their file that each row has.
struct JoinQuestions {
    let from: String
    let keep: String?
    let options: PointFileOptions
    let common: CommonOptions
    /// Whether the file is one of two, so that messages name it.
    var isOneOfTwo = true

    /// Refuses standard input for both files.
    func check(beside other: String, option: String) throws {
        guard other == "-", from == "-" else { return }
        throw UsageError(
            en: "only one of \(option) and --from can be standard input; give the other a file",
            ko: "\(option)\(.with) --from 가운데 하나만 표준 입력(-)으로 쓸 수 있습니다. 다른 하나는 파일로 지정하세요")
    }

    /// Opens the points, and returns the kept columns under the names that rows have.
    func open() throws -> (points: PointBlocks, kept: [String]) {
        let kept = try keptColumns()
        let points = try PointBlocks(try options.open(from, db: common.db), names: options.names()) { names in
            var reading = options.reading
            reading.kept = names == nil ? kept : kept.map { $0.lowercased() }
            if let names, let missing = reading.kept.first(where: { !names.contains($0) }) {
                let (file, shown) = (DisplayText.singleLine(from), DisplayText.shown(missing, columns: 60))
                let all = DisplayText.singleLine(names.joined(separator: ", "))
                throw UsageError(
                    en: "--keep: \(file) has no column \"\(shown)\"; choose from \(all)",
                    ko: "--keep: \(file)에 \"\(shown)\" 열이 없습니다. 쓸 수 있는 열: \(all)")
            }
            return reading
        }
        Listing.tell(points, isOneOfTwo: isOneOfTwo, common)
        return (points, points.columnNames == nil ? kept : kept.map { $0.lowercased() })
    }

    private func keptColumns() throws -> [String] {
        try keep.map { text in
            let kept = ValueArgument.list([text])
            guard !kept.isEmpty else {
                throw UsageError(
                    en: "--keep is empty; name columns of the --from file, such as --keep name",
                    ko: "--keep 값이 비어 있습니다. --keep name처럼 --from 파일의 열 이름을 쓰세요")
            }
            var seen: Set<String> = []
            return kept.filter { seen.insert($0).inserted }
        } ?? []
    }
}

extension SortOptions {
    /// Refuses the options that only work with the catalog, for a join of two files.
    /// - Parameter option: the option that names one of the files.
    func refuseForFiles(
        _ filters: FilterOptions, with option: String, _ others: [(option: String, isGiven: Bool)] = []
    ) throws {
        guard filters.isEmpty else {
            throw UsageError(
                en: "filters only work with the catalog; leave them out with \(option)",
                ko: "필터는 카탈로그에만 쓸 수 있습니다. \(option)\(.with) 함께 쓰지 마세요")
        }
        let all =
            [("--unique", unique), ("--links", links), ("--sort", sort != nil), ("--reverse", reverse)]
            + [("--server", server != nil)] + others
        guard let given = all.first(where: \.1)?.0 else { return }
        throw UsageError(
            en: "\(given) only works with the catalog; leave it out with \(option)",
            ko: "\(given) 옵션은 카탈로그에만 쓸 수 있습니다. \(option)\(.with) 함께 쓰지 마세요")
    }
}

extension Listing {
    /// Opens the output, lets `body` write the answers of a join, and closes it, as `write` does.
    static func writeJoin<Answer>(
        _ schema: ListingSchema<Answer>, _ output: ListingOutput, body: (JoinOutput<Answer>) throws -> Void
    ) throws {
        var rowCount = 0
        try open(output) { file, put in
            let options = output.options.reaching(file)
            let sink = ByteSink(put: put)
            let writer = try ListingWriter(schema, options, into: sink)
            try body(JoinOutput(schema: schema, options: options, writer: writer))
            try writer.finish()
            try sink.flush()
            rowCount = writer.rowCount
        }
        try tell(rowCount, without: 0, output)
    }
}

/// The output of a join, which several threads encode if the format allows it.
struct JoinOutput<Answer> {
    fileprivate let schema: ListingSchema<Answer>
    fileprivate let options: ListingOptions
    fileprivate let writer: ListingWriter<Answer>

    var isParallel: Bool { options.format.comesInPieces }

    func rows() throws -> JoinListing<Answer> {
        try isParallel ? JoinListing(schema, options) : JoinListing(writer: writer)
    }

    func put(_ piece: JoinListing<Answer>.Piece) throws { if let piece { try writer.write(piece) } }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

/// Options for writing a listing. All listings of the same kind of rows have the same options.
struct OutputOptions<Rows: ListedRows>: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "\(ValueArgument.choiceWords(Rows.formats)) (default: by the extension of -o, else table on a terminal, ndjson otherwise).",
            ko:
                "\(Rows.formats.map(\.rawValue).joined(separator: ", ")) 중 하나 (기본값: -o의 확장자에 따름, 없으면 터미널에서는 table, 그 밖에는 ndjson)",
            value: .format),
        completion: .words(Rows.formats.map(\.rawValue)))
    var namedFormat: String?

    @Flag var shortFormats: [Rows.Short] = []

    @OptionGroup var rows: RowOptions<Rows>

    /// The text of `--limit`.
    var limit: String? { rows.limit }

    /// The path of the output file; nil for standard output.
    var path: String? { rows.path }

    /// Returns the number that `--limit` gives; nil for all rows.
    func limitCount() throws -> Int? { try rows.limitCount() }

    /// Checks the output options. A command calls this first, before it opens or reads anything.
    ///
    /// - Parameters:
    ///   - mine: the option for the folder of records; nil if the command does not have it. No output may lead into
    ///     this folder.
    ///   - inputs: the files that the command reads besides the catalog; `-` is standard input.
    ///   - isPrivate: whether the rows tell of a person's own records, so that only this person may read the file.
    /// - Throws: `UsageError`; `OutputClash` for a file that must not be overwritten.
    func checked(
        _ common: CommonOptions, mine: MineOptions? = nil, reading inputs: [String?], isPrivate: Bool = false
    ) throws -> ListingOutput {
        let place = try rows.place(common, mine: mine, reading: inputs, isPrivate: isPrivate)
        var options = rows.options()
        let word = try Rows.Short.word(namedFormat, shortFormats)
        options.format = try chosenFormat(word)
        try rows.checkTextOptions(options.format)
        options.isQuiet = common.quiet
        if options.format != .table { options.isStyled = false }
        return ListingOutput(
            place: place, formats: Rows.formats, options: options, failEmpty: rows.failEmpty,
            usesPager: !common.noPager && path == nil)
    }

    /// - Parameter word: the format that `--format` or its short form names; nil if neither was given.
    private func chosenFormat(_ word: String?) throws -> ListingFormat {
        if let word {
            return try checked(try ValueArgument.choice(word, option: "--format", among: Rows.formats), word)
        }
        guard let path else {
            return try Console.outputIsTerminal ? Settings.terminalFormat(among: Rows.formats) : .ndjson
        }
        if path.hasPrefix("/dev/") { return .ndjson }
        try rows.checkEnding(Rows.endings)
        return try checked(rows.pathFormat ?? .ndjson, nil)
    }

    private func checked(_ format: ListingFormat, _ word: String?) throws -> ListingFormat {
        if Rows.formats.contains(format) { return format }
        let (words, name) = (rows.formatWords(word, format), format.rawValue)
        guard ListingFormat.listings.contains(format), let last = Rows.endings.last else {
            throw UsageError(
                en:
                    "\(words): only 'geocli export' writes \(name); run: geocli export --format \(name) -o FILE.\(name)",
                ko:
                    "\(words): \(name) 형식은 'geocli export'로만 만들 수 있습니다. 이렇게 실행하세요: geocli export --format \(name) -o FILE.\(name)"
            )
        }
        let reason = Words(en: "these rows have no position on a map", ko: "지도에 놓을 위치가 없는 행입니다")
        let formats = Rows.formats.map(\.rawValue).joined(separator: ", ")
        let endings = Rows.endings.dropLast().joined(separator: ", ")
        throw word == nil
            ? UsageError(
                en: "\(words): \(reason.en); end the file name in \(endings) or \(last)",
                ko: "\(words): \(reason.ko). 파일 이름을 \(endings), \(last) 가운데 하나로 끝내세요")
            : UsageError(
                en: "\(words): \(reason.en); choose one of \(formats)",
                ko: "\(words): \(reason.ko). \(formats) 가운데 하나를 쓰세요")
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

struct ResultOptions: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "table, json, ndjson or prometheus (default: by the extension of -o, else table on a terminal, ndjson otherwise).",
            ko: "table, json, ndjson, prometheus 중 하나 (기본값: -o의 확장자에 따름, 없으면 터미널에서는 table, 그 밖에는 ndjson)",
            value: .format),
        completion: .words(Output.Format.allCases.map(\.rawValue)))
    var name: String?

    @Flag(help: ShortFormat.help(.json, among: [.json])) var json = false

    @Option(
        name: .customShort("o"), help: .outputFile,
        completion: .file(extensions: Output.Format.allCases.map { String($0.ending.dropFirst()) }))
    var output: String?

    var path: String? { output == "-" ? nil : output }

    /// Returns the format that `--format` or its short form names; nil if neither was given.
    func word() throws -> String? { try ShortFormat.word(name, [(.json, json)]) }
}

/// The output of a command with one result: a JSON object for programs, or lines of titles and values for people.
struct Output {
    enum Format: String, CaseIterable {
        case table, json, ndjson, prometheus

        static let usual: [Format] = [.table, .json, .ndjson]

        var ending: String {
            switch self {
            case .table: ".txt"
            case .json: ".json"
            case .ndjson: ".ndjson"
            case .prometheus: ".prom"
            }
        }
    }

    /// The values are aligned after titles of at most this width. A longer title, such as a district's, moves only its
    /// own value.
    private static let widestTitle = 40

    private let place: OutputDestination
    private let format: Format

    /// Selects `format`, or by default the format that fits the destination. A command calls this first.
    init(
        _ format: String?, among formats: [Format] = Format.usual, at path: String? = nil, _ common: CommonOptions,
        reading inputs: [String?]
    ) throws {
        place = try OutputDestination(path, db: common.db, reading: inputs)
        self.format = try format.map { try Self.named($0, formats) } ?? Self.format(of: place.path, formats)
    }

    private static func named(_ word: String, _ formats: [Format]) throws -> Format {
        let format = try ValueArgument.choice(word, option: "--format", among: formats)
        guard formats.contains(format) else {
            throw ValueArgument.unknown("--format", word, among: formats.map(\.rawValue))
        }
        return format
    }

    private static func format(of path: String?, _ formats: [Format]) throws -> Format {
        guard let path, !path.hasPrefix("/dev/") else {
            guard path == nil, Console.outputIsTerminal else { return .ndjson }
            return try Settings.terminalFormat(among: [.table, .json, .ndjson]).result
        }
        if let format = formats.first(where: { path.lowercased().hasSuffix($0.ending) }) { return format }
        let endings = formats.map(\.ending).joined(separator: ", ")
        let shown = DisplayText.singleLine(path)
        throw UsageError(
            en: "-o \(shown): unknown file extension; use one of \(endings), or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다. 파일 이름을 \(endings) 가운데 하나로 끝내거나 --format을 쓰세요")
    }

    /// Writes the result. Titles and values may contain any text; metrics must already be harmless to a terminal.
    func write(
        json: (inout JSONWriter) -> Void, table: [(title: String, value: String)],
        metrics: () throws -> String = { "" }
    ) throws {
        var writer = JSONWriter()
        if format == .prometheus {
            writer.raw(try metrics())
        } else if format == .table {
            let lines = table.map { (DisplayText.singleLine($0.title), DisplayText.singleLine($0.value)) }
            let width = min(lines.map { DisplayText.width($0.0) }.max() ?? 0, Self.widestTitle)
            for (title, value) in lines {
                let padding = String(repeating: " ", count: max(0, width - DisplayText.width(title)))
                writer.raw(value.isEmpty ? "\(title)\n" : "\(title)\(padding)  \(value)\n")
            }
        } else {
            json(&writer)
            writer.newline()
        }
        try place.write(writer.bytes)
    }
}

extension ListingFormat {
    /// The same format for a single result; a table if a single result does not have that format.
    fileprivate var result: Output.Format { Output.Format(rawValue: rawValue) ?? .table }
}

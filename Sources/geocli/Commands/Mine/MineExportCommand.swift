internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// `geocli mine export`: all records as a folder or a file.
struct MineExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "export",
        en:
            "Write all your records as a folder, Markdown, JSON, CSV, GPX or KML. 'geocli mine import' reads all of these formats.",
        ko: "내 기록을 폴더, Markdown, JSON, CSV, GPX, KML로 내보냅니다. 모두 'geocli mine import'로 다시 가져올 수 있습니다.",
        about: Words(
            en:
                "The folder format has all lines of the logs, and the photos; the other formats have only the current values. GPX and KML have only the records with a point. With --format markdown, -o FOLDER writes one file for each year.",
            ko:
                "폴더에는 기록 파일의 모든 줄과 사진이 들어가고, 나머지 형식에는 지금 유효한 값만 들어갑니다. GPX와 KML에는 좌표가 있는 기록만 들어갑니다. markdown 형식에서 -o에 폴더를 쓰면 연도별로 파일을 하나씩 만듭니다."
        ),
        examples: """
            $ geocli mine export -o records.json
            $ geocli mine export --format folder -o records
            $ geocli mine export -o records.gpx --lang ko
            """)

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "folder, markdown, json, csv, gpx or kml (default: by the extension of -o, else json).",
            ko: "folder, markdown, json, csv, gpx, kml 중 하나 (기본값: -o의 확장자에 따름, 없으면 json)", value: .format),
        completion: .words(MineDocument.Format.allCases.map(\.rawValue)))
    var namedFormat: String?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write to this file, or to this new folder.", ko: "이 파일이나 새 폴더에 저장합니다.", value: .file),
        completion: .file())
    var output: String?

    @OptionGroup var own: MineArguments

    func run() throws {
        let path = output == "-" ? nil : output
        let folder = try own.mine.folder()
        let place = try OutputDestination(path, db: own.common.db, mine: folder.path, reading: [], isPrivate: true)
        let format = try format(path)
        if format == .folder { return try MineFolderExport(folder, to: path ?? "").write(own.common) }
        let document = MineDocument(try own.mine.read(), Console.language)
        if format == .markdown, let path, !path.lowercased().hasSuffix(".md") {
            return try MineFolderExport(folder, to: path).write(document.markdown)
        }
        let file = try OutputFile.create(at: place)
        let text =
            switch format {
            case .markdown: document.markdown.map(\.text).joined(separator: "\n")
            case .csv: document.csv(isForTerminal: file.isTerminal)
            case .gpx: document.gpx
            case .kml: document.kml
            case .json, .folder: document.json
            }
        try file.write(Array(text.utf8))
        try file.commit()
        let without = document.records.count - document.onMap.count
        guard [.gpx, .kml].contains(format), without > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(without) \(without == 1 ? "record has" : "records have") no point and \(without == 1 ? "is" : "are") not in the \(format.rawValue) file",
                ko: "기록 \(without)개는 좌표가 없어 \(format.rawValue)에서 뺐습니다"), isQuiet: own.common.quiet)
    }

    private func format(_ path: String?) throws -> MineDocument.Format {
        if let namedFormat {
            let format = try ValueArgument.choice(namedFormat, option: "--format", of: MineDocument.Format.self)
            guard format != .folder || path != nil else {
                throw UsageError(en: "--format folder needs -o FOLDER", ko: "--format folder에는 -o 폴더가 필요합니다")
            }
            return format
        }
        guard let path, !path.hasPrefix("/dev/") else { return .json }
        let endings: [(String, MineDocument.Format)] = [
            (".md", .markdown), (".json", .json), (".csv", .csv), (".gpx", .gpx), (".kml", .kml),
        ]
        if let found = endings.first(where: { path.lowercased().hasSuffix($0.0) }) { return found.1 }
        let (shown, list) = (DisplayText.singleLine(path), endings.map(\.0).joined(separator: ", "))
        throw UsageError(
            en: "-o \(shown): unknown file extension; use \(list), or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다. 파일 이름을 \(list) 가운데 하나로 끝내거나 --format을 쓰세요")
    }
}

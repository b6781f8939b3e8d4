internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc

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
        own.common.note(
            en:
                "\(without) \(without == 1 ? "record has" : "records have") no point and \(without == 1 ? "is" : "are") not in the \(format.rawValue) file",
            ko: "기록 \(without)개는 좌표가 없어 \(format.rawValue)에서 뺐습니다")
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

/// Writes records into a new or an empty folder.
struct MineFolderExport {
    private let folder: MineFolder
    private let target: String

    init(_ folder: MineFolder, to target: String) throws {
        self.folder = folder
        self.target = target
        guard let facts = FileSystem.ownFacts(target) else { return }
        let isEmptyFolder = facts.isFolder && rmdir(target) == 0
        guard isEmptyFolder else {
            let shown = DisplayText.singleLine(target)
            throw PlainError(
                .usage, en: "\(shown) already exists; give the name of a new folder",
                ko: "\(shown)\(.subject) 이미 있습니다. 새 폴더의 이름을 쓰세요")
        }
    }

    func write(_ common: CommonOptions) throws {
        let merged = try copied()
        MineOptions.tell(merged?.findings ?? [])
        MineOptions.tell(leftOut: merged?.leftOut ?? [])
        let (acts, photos) = (merged?.acts ?? 0, merged?.photos ?? 0)
        try put(Self.readme, as: "README.md")
        common.note(
            en:
                "exported \(acts) \(acts == 1 ? "line" : "lines") of records and \(photos) \(photos == 1 ? "photo" : "photos") to \(DisplayText.singleLine(target))",
            ko: "기록 \(acts)줄과 사진 \(photos)장을 \(DisplayText.singleLine(target)) 폴더로 내보냈습니다")
    }

    /// Copies the acts and photos. Without acts, makes only the folder and returns nil.
    private func copied() throws -> MineFolder.Merged? {
        do {
            if FileSystem.facts(folder.path) != nil || errno != ENOENT {
                return try MineFolder(target, devices: "", machine: "").merge(folder.path)
            }
        } catch let error as PlainError where error.exit == .noInput {
            // A folder in which no act can be read, because its logs are damaged, is not an empty folder.
            guard try folder.read().findings.isEmpty else { throw error }
        }
        try makeTarget()
        return nil
    }

    private func makeTarget() throws {
        guard mkdir(target, 0o700) == 0 else {
            let (shown, reason) = (DisplayText.singleLine(target), SystemError.words(errno))
            throw PlainError(
                .inputOutput, en: "cannot create the folder \(shown): \(reason.en)",
                ko: "폴더 \(shown)\(.object) 만들 수 없습니다: \(reason.ko)")
        }
    }

    func write(_ years: [(year: String, text: String)]) throws {
        try makeTarget()
        for (year, text) in years { try put(text, as: "\(year).md") }
        let copy = MinePhotos(of: MineFolder(target, devices: "", machine: ""))
        MineOptions.tell(leftOut: try copy.merge(MinePhotos(of: folder)).leftOut)
    }

    private func put(_ text: String, as name: String) throws {
        try OutputDestination("\(target)/\(name)", sparing: [], isPrivate: true).write(text)
    }

    private static let readme = """
        \(MineDocument.title)Each line of a `*.jsonl` file is one act. An act sets fields (`set`) of one record (`id`) at one time (`clock`) on one device (`device`). The clock has 12 hexadecimal digits of milliseconds since 1970, then 4 hexadecimal digits of a counter. For each field of a record, the current value is the one with the greatest clock; if clocks are equal, the greatest device wins, then the greatest value. The `photos` lists of a record add up; an empty list removes all earlier photos. A record whose `removed` is true was removed.

        The photos are in `photos`. Each file is named by the SHA-256 of its bytes. The photos are as they came from the camera, so they may contain the location where they were taken. `trash` has the photos of removed notes.

        `geocli mine import FOLDER` reads this folder. A second import adds nothing.

        """
}

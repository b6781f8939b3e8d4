internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// How a file of points is read, the same for every command that reads one.
struct PointFileOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Skip and count rows of the file that are no points (default: stop at the first).",
            ko: "파일에서 점이 아닌 행은 건너뛰고 셉니다. (기본값: 첫 행에서 멈춤)"))
    var skipBad = false

    @Option(
        help: ArgumentHelp(
            "Column of the latitude in the file (default: by its name); the same for --lon if it has both numbers.",
            ko: "파일의 위도 열 (기본값: 열 이름으로 찾음). 한 열에 위도와 경도가 다 있으면 --lon과 같은 열", value: .column))
    var lat: String?
    @Option(help: ArgumentHelp("Column of the longitude in the file.", ko: "파일의 경도 열", value: .column))
    var lon: String?

    @Option(
        help: ArgumentHelp(
            "Encoding of the file: UTF-8 (default) or CP949.", ko: "파일의 인코딩: UTF-8(기본값) 또는 CP949", value: .encoding),
        completion: .words(["UTF-8", "CP949"]))
    var encoding: String?

    /// All options, and whether each was given.
    var local: [(option: String, isGiven: Bool)] {
        [
            ("--skip-bad", skipBad), ("--lat", lat != nil), ("--lon", lon != nil), ("--encoding", encoding != nil),
        ]
    }

    var reading: PointReading {
        var reading = PointReading()
        reading.skipsBad = skipBad
        return reading
    }

    func names(id: String? = nil) -> PointNames { PointNames(latitude: lat, longitude: lon, id: id) }

    func check() throws {
        try Self.checkPair(lat, lon, prefix: "")
    }

    static func checkPair(_ north: String?, _ east: String?, prefix: String) throws {
        guard (north == nil) == (east == nil) else {
            throw UsageError(
                en: "--\(prefix)lat and --\(prefix)lon belong together; give both",
                ko: "--\(prefix)lat와 --\(prefix)lon은 함께 쓰세요")
        }
    }

    /// Refuses options that only work with `--from`, if that is missing.
    static func checkFrom(_ from: String?, _ others: [(option: String, isGiven: Bool)]) throws {
        guard from == nil, let given = others.first(where: \.isGiven) else { return }
        throw UsageError(
            en: "\(given.option) only works with --from FILE", ko: "\(given.option) 옵션은 --from과 함께 쓰세요")
    }

    static func threadCount(_ threads: String?) throws -> Int? {
        try threads.map { min(try ValueArgument.count($0, option: "--threads", minimum: 1), 64) }
    }

    /// Opens a file, as UTF-8.
    func open(_ word: String, db: String?) throws -> ByteSource {
        let source = try InputFile.open(word, db: db)
        guard let encoding else { return source }
        guard let known = TextEncoding(rawValue: encoding.uppercased()) else {
            let shown = DisplayText.shown(encoding, columns: 40)
            throw UsageError(
                en: "--encoding: \"\(shown)\" is unknown; write UTF-8 or CP949, or convert the file with iconv",
                ko: "--encoding: \"\(shown)\"\(.topic) 지원하지 않습니다. UTF-8이나 CP949를 쓰거나 iconv로 변환하세요")
        }
        return try known.decoding(source, marksWrongBytes: skipBad)
    }
}

extension Listing {
    /// Tells the user how a table was read, if its columns or its place in the file are not the usual ones.
    /// - Parameter isOneOfTwo: whether the file is one of two, so that its name is needed.
    static func tell(_ points: PointBlocks, isOneOfTwo: Bool = false, _ common: CommonOptions) {
        if let note = points.note { Console.note(note, isQuiet: common.quiet) }
        guard let note = points.columns?.note else { return }
        let name = isOneOfTwo ? DisplayText.singleLine(points.name) + ": " : ""
        Console.note(Words(en: name + note.en, ko: name + note.ko), isQuiet: common.quiet)
    }
}

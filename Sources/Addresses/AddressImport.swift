internal import GeocliDatabase
internal import GeocliText

/// An import of juso files into the database of addresses. It imports all of the files, or none. Memory does not grow
/// with the number of addresses: rows wait in a temporary table, and SQLite sorts them on disk.
package struct AddressImport {

    private let path: String
    private let day: String
    private let makesFolder: Bool
    private let onProgress: (Int) -> Void

    /// `path` is the database, which is created if it does not exist; `day` is today, `YYYY-MM-DD`. Without
    /// `makesFolder`, the folder of the database must exist. `onProgress` takes the number of lines of the file that
    /// have been read so far.
    package init(
        into path: String, day: String, makesFolder: Bool = false, onProgress: @escaping (Int) -> Void = { _ in }
    ) {
        self.path = path
        self.day = day
        self.makesFolder = makesFolder
        self.onProgress = onProgress
    }

    /// Imports files. If a file has a province, all addresses of the province are replaced.
    ///
    /// - Throws: `PlainError` (`.usage` for a month later than next month), `ByteSourceError`, `TextEncodingError`.
    ///   In each case the database is unchanged.
    /// - Complexity: O(n log n), n lines.
    package func run(_ files: [AddressFile]) throws -> [AddressImportSummary] {
        // Check first, because a typing error in a path must not create a database.
        for file in files {
            try file.requireMonth(asOf: day)
            try file.requireFile()
        }
        if makesFolder { try AddressDatabase.makeFolder(for: path) }
        guard let db = try AddressDatabase.open(path, .writing) else { return [] }
        return try AddressDatabase.explaining(path) {
            // With a write-ahead log, readers keep reading the former addresses. A killed import leaves only a log
            // without a commit, which has no effect.
            try db.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768;
                PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -16384;
                """)
            let summaries = try db.transaction(.immediate) { db in
                if try db.integer("PRAGMA application_id") != AddressDatabase.applicationID {
                    try db.execute(
                        "\(AddressDatabase.schema) PRAGMA application_id = \(AddressDatabase.applicationID); PRAGMA user_version = \(AddressDatabase.version)"
                    )
                }
                var owners: [String: String] = [:]
                return try files.map { file in
                    let part = try FileImport(db, file, day: day, onProgress)
                    let summary = try part.run()
                    for region in summary.regions {
                        if let other = owners.updateValue(file.path, forKey: region) {
                            throw Self.twice(region, other, file.path)
                        }
                    }
                    return summary
                }
            }
            // Moves the data into the file itself. If another process is reading, a part may stay in the log until the
            // next import.
            try? db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return summaries
        }
    }

    private static func twice(_ region: String, _ first: String, _ second: String) -> PlainError {
        let (first, second) = (DisplayText.singleLine(first), DisplayText.singleLine(second))
        return PlainError(
            .usage, en: "\(first) and \(second) both contain data for \(region); import one of them",
            ko: "\(first)\(.with) \(second) 모두 \(region) 데이터입니다. 하나만 가져오세요")
    }
}

package struct AddressImportSummary: Sendable {
    package let path: String
    package let regions: [String]
    package let month: String
    package internal(set) var addressCount = 0
    package internal(set) var withoutPointCount = 0
    /// The number of lines that are not entrances.
    package internal(set) var unusableCount = 0
    /// The number of the first line that could not be read, from 1; 0 if there is none.
    package internal(set) var firstUnusable = 0
}

/// Imports one file, inside a transaction.
final class FileImport {
    /// The number of wrong lines that any file may have. A large file may have more: up to one line in a hundred. Wrong
    /// lines are left out.
    private static let tolerated = 10
    /// The maximum number of road names, and the maximum number of areas. The whole country has about 170,000 roads and
    /// 260 areas.
    private static let maximumRoads = 500_000
    private static let maximumAreas = 2000
    /// The minimum number of addresses of a province in a file, as a percentage of their former number. A file with
    /// fewer addresses is probably cut off.
    private static let minimumPercent = 80

    private let db: Database
    private let file: AddressFile
    private let day: String
    private let onProgress: (Int) -> Void
    private let insert: Statement
    private var roads: [[UInt8]: Int64] = [:]
    private var areas: [[UInt8]: Int64] = [:]
    private var regions: [String] = []
    private var lastRoad: (bytes: [UInt8], id: Int64) = ([], 0)
    private var lastArea: (bytes: [UInt8], id: Int64) = ([], 0)
    private var kind: AddressFileKind?
    private var lineCount = 0
    private var entranceCount = 0
    private var withoutPointCount = 0
    private var wrongCount = 0
    private var firstWrong = 0
    private var lastIsWrong = false
    private var wrongIsUTF8 = false
    private var bars: [Int] = []

    init(_ db: Database, _ file: AddressFile, day: String, _ onProgress: @escaping (Int) -> Void) throws {
        self.db = db
        self.file = file
        self.day = day
        self.onProgress = onProgress
        try db.execute(
            """
            DROP TABLE IF EXISTS temp.fresh;
            CREATE TEMP TABLE fresh (area INTEGER, road INTEGER, number INTEGER, rank INTEGER, serial INTEGER, x REAL, y REAL);
            """)
        insert = try Statement(db, "INSERT INTO temp.fresh VALUES (?, ?, ?, ?, ?, ?, ?)")
    }

    func run() throws -> AddressImportSummary {
        var lines = AddressLines()
        try lines.read(try .file(path: file.path)) { line in
            lineCount += 1
            if lineCount % 8192 == 0 { onProgress(lineCount) }
            try read(line)
        }
        try check(endsWithBreak: lines.endsWithBreak)
        let addressCount = try publish(sha256: lines.sha256)
        var summary = AddressImportSummary(path: file.path, regions: regions, month: file.month)
        summary.addressCount = addressCount
        summary.withoutPointCount = withoutPointCount
        summary.unusableCount = wrongCount
        summary.firstUnusable = firstWrong
        return summary
    }

    // MARK: Lines

    private func read(_ line: UnsafeBufferPointer<UInt8>) throws {
        if kind == nil {
            guard !Self.isPacked(line), let found = AddressFileKind.ofColumns(AddressRow.columnCount(line)) else {
                throw wrongFile(line)
            }
            kind = found
        }
        guard let kind else { return }
        lastIsWrong = false
        switch AddressRow.read(line, kind, &bars) {
        case .withoutPoint: withoutPointCount += 1
        case .wrong: note(wrong: line)
        case .entrance(let row):
            guard let area = try area(row), let road = try road(row) else { return note(wrong: line) }
            entranceCount += 1
            insert.bind(1, area)
            insert.bind(2, road)
            insert.bind(3, row.number)
            insert.bind(4, row.rank)
            insert.bind(5, row.serial)
            insert.bind(6, row.x)
            insert.bind(7, row.y)
            try insert.run()
        }
    }

    /// Whether the line is the start of a zip file.
    private static func isPacked(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    private func note(wrong line: UnsafeBufferPointer<UInt8>) {
        if wrongCount == 0 {
            firstWrong = lineCount
            wrongIsUTF8 = Self.isUTF8(line)
        }
        wrongCount += 1
        lastIsWrong = true
    }

    private static func isUTF8(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.contains { $0 >= 0x80 } && String(validating: line, as: UTF8.self) != nil
    }

    /// Returns the number of the row's area; nil if its names are not CP949.
    private func area(_ row: AddressRow) throws -> Int64? {
        if lastArea.bytes.count == row.region.count + row.district.count + 1,
            lastArea.bytes.starts(with: row.region),
            lastArea.bytes[(row.region.count + 1)...].elementsEqual(row.district)
        {
            return lastArea.id
        }
        let key = Array(row.region) + [0x7C] + Array(row.district)
        if let known = areas[key] {
            lastArea = (key, known)
            return known
        }
        guard let region = Self.text(row.region), region != AddressBook.everything,
            let district = Self.text(row.district)
        else { return nil }
        guard areas.count < Self.maximumAreas else { throw tooManyNames() }
        if !regions.contains(region) { regions.append(region) }
        try db.execute("INSERT INTO area (region, district) VALUES (?, ?) ON CONFLICT DO NOTHING", [region, district])
        let id = try db.integer(
            "SELECT id FROM area WHERE region = ? AND district = ?", [.text(region), .text(district)])
        areas[key] = id
        lastArea = (key, id ?? 0)
        return id
    }

    /// Returns the number of the row's road; nil if its name is not CP949.
    private func road(_ row: AddressRow) throws -> Int64? {
        if lastRoad.bytes.elementsEqual(row.road) { return lastRoad.id }
        let key = Array(row.road)
        if let known = roads[key] {
            lastRoad = (key, known)
            return known
        }
        guard let name = Self.text(row.road).map({ $0.filter { $0 != " " } }), !name.isEmpty else { return nil }
        guard roads.count < Self.maximumRoads else { throw tooManyNames() }
        try db.execute("INSERT INTO road (name) VALUES (?) ON CONFLICT DO NOTHING", [name])
        let id = try db.integer("SELECT id FROM road WHERE name = ?", [.text(name)])
        roads[key] = id
        lastRoad = (key, id ?? 0)
        return id
    }

    /// Returns CP949 bytes as text; nil if they are not valid CP949.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !bytes.isEmpty else { return "" }
        do {
            let source = try TextEncoding.cp949.decoding(ByteSource(name: "", bytes: Array(bytes)))
            return try source.readAll(limit: 4096).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            // The caller counts the line as wrong.
            return nil
        }
    }

    // MARK: The whole file

    private func check(endsWithBreak: Bool) throws {
        let shown = DisplayText.singleLine(file.path)
        guard lineCount > 0 else {
            throw PlainError(
                .data, en: "\(shown) is empty; download or unpack it again",
                ko: "\(shown)\(.topic) 빈 파일입니다. 다시 받거나 압축을 다시 푸세요")
        }
        if lastIsWrong, !endsWithBreak {
            throw PlainError(
                .data, en: "\(shown) ends in the middle of line \(lineCount); download or unpack it again",
                ko: "\(shown)\(.topic) \(lineCount)행 중간에서 끊겼습니다. 다시 받거나 압축을 다시 푸세요")
        }
        if wrongIsUTF8, entranceCount == 0 {
            throw PlainError(
                .data, en: "\(shown) is in UTF-8, but files from juso.go.kr are in CP949; import the original file",
                ko: "\(shown)\(.topic) UTF-8입니다. juso.go.kr의 파일은 CP949로 되어 있으니 받은 파일을 그대로 가져오세요")
        }
        guard wrongCount <= Self.tolerated || wrongCount * 100 <= lineCount, entranceCount > 0 else {
            throw PlainError(
                .data,
                en:
                    "\(shown): \(wrongCount) of \(lineCount) lines \(wrongCount == 1 ? "does" : "do") not describe an entrance in the format of juso.go.kr (the first such line is \(firstWrong)), and \(EnglishNoun.counted(withoutPointCount, "line has", "lines have")) no point; nothing was imported",
                ko:
                    "\(shown): 행 \(lineCount)개 가운데 \(wrongCount)개는 출입구 데이터가 아니고(처음 나온 곳: \(firstWrong)행) \(withoutPointCount)개에는 좌표가 없습니다. 아무것도 가져오지 않았습니다"
            )
        }
    }

    /// Throws an error if the imported addresses are from a later month than the file.
    private func requireNewer() throws {
        for region in regions {
            let former = try db.text("SELECT month FROM import WHERE region = ?", [.text(region)])
            guard let former, file.month < former else { continue }
            let (shown, name) = (DisplayText.singleLine(file.path), Self.commandName(region))
            throw PlainError(
                .data,
                en:
                    "\(shown) is from \(file.month), but the imported addresses of \(name) are from \(former); to import the older file, run 'geocli addresses remove \"\(name)\"' first",
                ko:
                    "\(shown)의 연월은 \(file.month)인데, 이미 가져온 \(name) 주소의 연월은 \(former)입니다. 예전 파일로 되돌리려면 'geocli addresses remove \"\(name)\"'\(.object) 먼저 실행하세요"
            )
        }
    }

    /// Returns a province's name with letters and digits only, so that it can be copied into a shell safely.
    private static func commandName(_ region: String) -> String { region.filter { $0.isLetter || $0.isNumber } }

    private func publish(sha256: String) throws -> Int {
        try requireNewer()
        var former: [String: Int] = [:]
        for region in regions {
            former[region] = try db.count("SELECT addresses FROM import WHERE region = ?", [.text(region)])
            try db.execute(
                "DELETE FROM entrance WHERE area IN (SELECT id FROM area WHERE region = ?)", [region])
            try db.execute(
                "DELETE FROM area WHERE region = ? AND id NOT IN (SELECT area FROM temp.fresh)", [region])
        }
        // Only the first row of each address is kept. The rows are ordered with main entrances first, and then by the
        // entrance's number.
        try db.execute(
            """
            INSERT OR IGNORE INTO entrance (area, road, number, x, y)
            SELECT area, road, number, x, y FROM temp.fresh ORDER BY area, road, number, rank, serial, x, y
            """)
        try db.execute("DROP TABLE temp.fresh")
        var counts: [String: Int] = [:]
        for region in regions {
            let count = try db.count(
                "SELECT count(*) FROM entrance WHERE area IN (SELECT id FROM area WHERE region = ?)", [.text(region)])
            counts[region] = count
            try db.execute(
                """
                INSERT OR REPLACE INTO import (region, month, kind, file, sha256, imported_on, addresses, without_point, unusable)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    region, file.month, kind?.rawValue, file.path.split(separator: "/").last.map(String.init) ?? "",
                    sha256, day, count, withoutPointCount, wrongCount,
                ])
        }
        try requireWhole(counts, former: former)
        return counts.values.reduce(0, +)
    }

    /// Throws an error if any province has lost many addresses. The file may be cut off in its last province.
    private func requireWhole(_ counts: [String: Int], former: [String: Int]) throws {
        let short = regions.filter { (counts[$0] ?? 0) * 100 < (former[$0] ?? 0) * Self.minimumPercent }
        guard !short.isEmpty else { return }
        let shown = DisplayText.singleLine(file.path)
        let losses = short.map { region in
            let name = DisplayText.singleLine(region)
            let (count, before) = (counts[region] ?? 0, former[region] ?? 0)
            return Words(en: "\(count) for \(name) (\(before) before)", ko: "\(name) \(count)개(전에는 \(before)개)")
        }
        let names = short.map { "\"\(Self.commandName($0))\"" }.joined(separator: " ")
        let list = Words(en: losses.map(\.en).joined(separator: ", "), ko: losses.map(\.ko).joined(separator: ", "))
        throw PlainError(
            .data,
            en:
                "\(shown) has too few addresses: \(list.en); if the file is complete, run 'geocli addresses remove \(names)' first",
            ko:
                "\(shown)의 주소가 너무 적습니다: \(list.ko). 온전한 파일이라면 'geocli addresses remove \(names)'\(.object) 먼저 실행하세요"
        )
    }

    private func wrongFile(_ line: UnsafeBufferPointer<UInt8>) -> PlainError {
        let shown = DisplayText.singleLine(file.path)
        if Self.isPacked(line) {
            return PlainError(
                .data, en: "\(shown) is a zip file; unpack it and import the .txt files in it",
                ko: "\(shown)\(.topic) zip 파일입니다. 압축을 풀고 안의 .txt 파일을 가져오세요")
        }
        return PlainError(
            .data,
            en:
                "\(shown) is not an address file from juso.go.kr: line 1 has \(EnglishNoun.counted(AddressRow.columnCount(line), "column", "columns")), separated by |, but 위치정보요약DB has 18 and 출입구 정보 has 19",
            ko:
                "\(shown)\(.topic) juso.go.kr의 주소 파일이 아닙니다: |로 나눈 첫 줄이 \(AddressRow.columnCount(line))열입니다. 위치정보요약DB는 18열, 출입구 정보는 19열입니다"
        )
    }

    private func tooManyNames() -> PlainError {
        let shown = DisplayText.singleLine(file.path)
        return PlainError(
            .data, en: "\(shown) has more road names or district names than Korea has; nothing was imported",
            ko: "\(shown)에 도로나 시군구 이름이 너무 많습니다. 아무것도 가져오지 않았습니다")
    }
}

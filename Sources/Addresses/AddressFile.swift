internal import GeocliText
internal import Glibc

/// A juso file that a person has downloaded.
package struct AddressFile: Sendable {
    package let path: String
    /// The year and the month of the file's content: `2606` for June 2026.
    package let month: String

    /// Uses the month that the user states, or else the month in the file's name, such as `RNENTDATA_2606_11.txt`.
    ///
    /// - Throws: `PlainError(.usage)` if the month is missing, ambiguous or invalid.
    package init(path: String, month stated: String?) throws {
        self.path = path
        if let stated {
            guard let month = Self.month(stated) else {
                throw PlainError(
                    .usage, en: "--month \"\(stated)\": write the year and the month, such as 2606 or 202606",
                    ko: "--month \"\(stated)\": 2606이나 202606처럼 연월을 쓰세요")
            }
            self.month = month
            return
        }
        let name = path.split(separator: "/").last ?? ""
        let months = Set(name.split { !("0"..."9" ~= $0) }.compactMap { Self.month(String($0)) })
        guard months.count == 1, let month = months.first else {
            let shown = DisplayText.singleLine(path)
            throw PlainError(
                .usage,
                en: "the name of \(shown) does not state the month of the data; add --month, such as --month 2606",
                ko: "\(shown) 파일 이름에 연월이 없습니다. --month 2606처럼 적으세요")
        }
        self.month = month
    }

    /// Checks that the month of the file is at most one month after the month of `day`, `YYYY-MM-DD`. After an import
    /// of a later month, the files of real months would be refused.
    func requireMonth(asOf day: String) throws {
        let today = day.split(separator: "-").compactMap { Int($0) }
        guard let stated = Int(month), today.count == 3 else { return }
        guard (2000 + stated / 100) * 12 + stated % 100 > today[0] * 12 + today[1] + 1 else { return }
        let shown = DisplayText.singleLine(path)
        throw PlainError(
            .usage,
            en:
                "\(shown): the month \(month) is in the future; write the year and the month of the data, such as --month 2606",
            ko: "\(shown): 연월 \(month)\(.topic) 아직 오지 않은 달입니다. --month 2606처럼 데이터의 연월을 쓰세요")
    }

    func requireFile() throws {
        guard let facts = FileSystem.facts(path) else { throw ByteSourceError(path: path, number: errno) }
        guard facts.isFile else { throw PlainError.notAFile(path, mode: facts.st_mode) }
    }

    /// Returns the month in the form `2606`, from `2606`, `202606` or `2026-06`; nil for any other text.
    private static func month(_ text: String) -> String? {
        var digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        if digits.count == 6 {
            guard digits.starts(with: "20".utf8) else { return nil }
            digits.removeFirst(2)
        }
        let short = String(decoding: digits, as: UTF8.self)
        // Road addresses began in 2014.
        guard digits.count == 4, let number = Int(short), number / 100 >= 14, 1...12 ~= number % 100 else { return nil }
        return short
    }
}

/// A reader of the lines of a file. Memory does not grow with the file.
struct AddressLines {
    /// The maximum length of a line in bytes. Real lines have about 200 bytes.
    static let longest = 1 << 16

    /// The SHA-256 of all bytes, set after the last line.
    private(set) var sha256 = ""
    private(set) var endsWithBreak = true

    /// Calls `body` with each line, without its line break and without a carriage return.
    ///
    /// - Throws: `PlainError` for a line that is too long; any error that `source` or `body` throws.
    mutating func read(_ source: ByteSource, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        var hash = SHA256()
        var rest: [UInt8] = []
        while case let chunk = try source.next(), !chunk.isEmpty {
            hash.update(chunk)
            rest += chunk
            var used = 0
            try rest.withUnsafeBufferPointer { bytes in
                while let end = bytes[used...].firstIndex(of: 0x0A) {
                    try body(Self.line(bytes[used..<end]))
                    used = end + 1
                }
            }
            rest.removeSubrange(..<used)
            guard rest.count <= Self.longest else {
                let shown = DisplayText.singleLine(source.name)
                throw PlainError(
                    .data,
                    en: "\(shown) has a line of more than \(Self.longest) bytes; it is not a file from juso.go.kr",
                    ko: "\(shown)에 \(Self.longest)바이트보다 긴 줄이 있습니다. juso.go.kr에서 받은 파일이 아닙니다")
            }
        }
        endsWithBreak = rest.isEmpty
        if !rest.isEmpty { try rest.withUnsafeBufferPointer { try body(Self.line($0[...])) } }
        sha256 = hash.hexDigest()
    }

    private static func line(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes.last == 0x0D ? bytes.dropLast() : bytes)
    }
}

/// The two kinds of juso files with the entrances of buildings.
///
/// - Source: juso.go.kr, 주소기반산업지원서비스: 위치정보요약DB and 도로명주소 출입구 정보. Both are in CP949, with bars between columns and
///   without a header. Points are in EPSG:5179.
enum AddressFileKind: String, Sendable, CaseIterable {
    /// 위치정보요약DB; files are named `entrc_<sido>.txt`.
    case summary
    /// 도로명주소 출입구 정보; files are named `RNENTDATA_YYMM_<code>.txt`.
    case entrances

    /// The positions of the columns, counted from 0.
    struct Columns: Sendable {
        let count: Int
        let region: Int
        let district: Int
        let roadCode: Int
        let road: Int
        let level: Int
        let main: Int
        let sub: Int
        /// The columns of the entrance: its kind, its number within the district (`serial`), and its point.
        let kind: Int
        let serial: Int
        let x: Int
        let y: Int
    }

    var columns: Columns {
        switch self {
        case .summary:
            Columns(
                count: 18, region: 3, district: 4, roadCode: 6, road: 7, level: 8, main: 9, sub: 10, kind: 14,
                serial: 1,
                x: 16, y: 17)
        case .entrances:
            Columns(
                count: 19, region: 2, district: 3, roadCode: 6, road: 7, level: 8, main: 9, sub: 10, kind: 15,
                serial: 14, x: 17, y: 18)
        }
    }

    /// The value of `kind` for a main entrance.
    var mainEntrance: [UInt8] { Array((self == .summary ? "0" : "RM").utf8) }

    static func ofColumns(_ count: Int) -> AddressFileKind? { allCases.first { $0.columns.count == count } }
}

/// A line of a file, as ranges of its bytes.
struct AddressRow {
    enum Reading {
        case entrance(AddressRow)
        /// The entrance has no point: its point is blank or 0, 0.
        case withoutPoint
        /// The line is not an entrance of this kind of file.
        case wrong
    }

    let region: UnsafeBufferPointer<UInt8>
    let district: UnsafeBufferPointer<UInt8>
    let road: UnsafeBufferPointer<UInt8>
    /// The level, the main number and the sub number in one number (`AddressNumber`).
    let number: Int64
    /// 0 for a main entrance, 1 for others.
    let rank: Int64
    /// The entrance's number in the district, for a fixed order.
    let serial: Int64
    /// The point in EPSG:5179, in meters.
    let x: Double
    let y: Double

    /// The range of eastings and northings of Korea in EPSG:5179, in meters, rounded outward: from Baengnyeong to
    /// Dokdo, and from Marado to Goseong. The two ranges do not overlap, so swapped values are outside.
    static let eastings = 700_000.0...1_420_000.0
    static let northings = 1_430_000.0...2_090_000.0
    /// The maximum length of a name in bytes. Real names have at most 80.
    private static let maximumName = 200

    /// `line` has no line break. `bars` is a buffer for the positions of the bars.
    static func read(
        _ line: UnsafeBufferPointer<UInt8>, _ kind: AddressFileKind, _ bars: inout [Int]
    ) -> Reading {
        let columns = kind.columns
        find(line, &bars)
        guard bars.count == columns.count - 1 else { return .wrong }
        func field(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            let start = index == 0 ? 0 : bars[index - 1] + 1
            let end = index < bars.count ? bars[index] : line.count
            return UnsafeBufferPointer(rebasing: line[start..<end])
        }
        let code = field(columns.roadCode)
        guard code.count == 12, whole(code) != nil,
            let number = AddressNumber(
                level: whole(field(columns.level)), main: whole(field(columns.main)), sub: whole(field(columns.sub)))
        else { return .wrong }
        let (region, district, road) = (field(columns.region), field(columns.district), field(columns.road))
        guard isName(region), district.isEmpty || isName(district), isName(road) else { return .wrong }
        let (easting, northing) = (field(columns.x), field(columns.y))
        guard !easting.isEmpty, !northing.isEmpty else { return .withoutPoint }
        guard let x = DecimalText.number(bytes: easting), let y = DecimalText.number(bytes: northing) else {
            return .wrong
        }
        if x == 0, y == 0 { return .withoutPoint }
        guard eastings ~= x, northings ~= y else { return .wrong }
        return .entrance(
            AddressRow(
                region: region, district: district, road: road, number: number.packed,
                rank: field(columns.kind).elementsEqual(kind.mainEntrance) ? 0 : 1,
                serial: whole(field(columns.serial)) ?? .max, x: x, y: y))
    }

    static func columnCount(_ line: UnsafeBufferPointer<UInt8>) -> Int { 1 + line.count { $0 == bar } }

    /// The bar between columns. It is never part of a character: the second byte of a CP949 character is a letter or at
    /// least 0x81.
    private static let bar = UInt8(ascii: "|")

    private static func find(_ line: UnsafeBufferPointer<UInt8>, _ bars: inout [Int]) {
        bars.removeAll(keepingCapacity: true)
        for index in line.indices where line[index] == bar {
            bars.append(index)
            if bars.count > 20 { return }
        }
    }

    private static func isName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        1...maximumName ~= bytes.count && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// Returns a whole number of at most 18 digits; nil for anything else.
    private static func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard 1...18 ~= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard 0x30...0x39 ~= byte else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }
}

/// The level, the main number and the sub number of an address, packed into one number that keeps their order.
struct AddressNumber: Equatable {
    let packed: Int64

    /// Packs the three numbers. Fails for a value that no address has.
    init?(level: Int64?, main: Int64?, sub: Int64?) {
        guard let level, let main, let sub, 0...2 ~= level, 1...99_999 ~= main, 0...99_999 ~= sub else { return nil }
        packed = level << 40 | main << 20 | sub
    }

    init?(_ address: RoadAddress) {
        self.init(level: Int64(address.level.rawValue), main: Int64(address.main), sub: Int64(address.sub))
    }
}

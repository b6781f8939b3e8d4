internal import GeocliText

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

    /// Returns the kind of file with this number of columns; nil if neither kind has it.
    static func ofColumns(_ count: Int) -> AddressFileKind? { allCases.first { $0.columns.count == count } }
}

/// A line of a file, as ranges of its bytes.
struct AddressRow {
    /// The result of reading a line.
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

    /// Reads a line without its line break.
    ///
    /// - Parameter bars: a buffer for the positions of the bars.
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

    /// Returns the number of columns of a line.
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

import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable import GeocliExport
@testable internal import GeocliPlaces

/// The fast path for plain values, compared with the slow path that the other tests of listings check.
@Suite struct PlainValueTests {
    private static let texts = [
        "", "책방", "책방, 둘", "a", ",", "=1", "+82", "-", "@a", "'", "two words", "12345678,12345678", "é", "😀", "a\"b",
        "\\", "\t",
        "\n", "\u{202E}", "\u{2028}", "\u{7F}", "꿈꾸는 우체통서림 2층", "ㄱ",
    ]
    private static let lists: [[String]] = [
        [""], ["a"], ["a", "b"], ["", ""], ["=a", "b,c"], ["책방", "]"], ["é"], ["[", "\u{202E}"], [",", ","],
    ]
    private static let numbers = [
        0, -0.0, 127.009740962144, 37.5864823690662, 126.9236, -180, 90, 1e-7, 4.9e-8, 5e-8, 1.5e-9, -1e-12,
        .leastNonzeroMagnitude,
        89.99999995,
        123.456, 0.1 + 0.2, 33.333333333333336,
    ]

    private func json(_ list: [String]) -> [UInt8] {
        var json = JSONWriter()
        json.beginArray()
        for text in list { json.string(text) }
        json.endArray()
        return json.bytes
    }

    /// A random value, and the same value in the form of a row that is being read.
    private func draw(_ random: inout SeededGenerator) -> (kept: OutputValue, lent: OutputValue, bytes: [UInt8]) {
        let text = Self.texts.randomElement(using: &random) ?? ""
        let list = Self.lists.randomElement(using: &random) ?? []
        let number = Self.numbers.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return (.null, .null, [])
        case 1: return (.bool(number > 1), .bool(number > 1), [])
        case 2: return (.integer(Int64(number * 1e6)), .integer(Int64(number * 1e6)), [])
        case 3: return (.degrees(number), .degrees(number), [])
        case 4: return (.meters(number * 1e5), .meters(number * 1e5), [])
        case 5:
            return (.code(text), .lentCode(BorrowedText(UnsafeBufferPointer(start: nil, count: 0))), Array(text.utf8))
        case 6: return (.list(list), .lentList(BorrowedText(UnsafeBufferPointer(start: nil, count: 0))), json(list))
        default:
            return (.text(text), .lentText(BorrowedText(UnsafeBufferPointer(start: nil, count: 0))), Array(text.utf8))
        }
    }

    /// Calls `body` with the values; the lent ones point to their bytes.
    private func withLent(
        _ draws: [(kept: OutputValue, lent: OutputValue, bytes: [UInt8])], _ body: ([OutputValue]) -> Void
    ) {
        let all = draws.flatMap(\.bytes)
        all.withUnsafeBufferPointer { buffer in
            var start = 0
            let values = draws.map { draw -> OutputValue in
                let lent = BorrowedText(UnsafeBufferPointer(rebasing: buffer[start..<start + draw.bytes.count]))
                start += draw.bytes.count
                return switch draw.lent {
                case .lentText: OutputValue.lentText(lent)
                case .lentCode: OutputValue.lentCode(lent)
                case .lentList: JSONStrings.isPlain(lent.bytes) ? OutputValue.lentList(lent) : draw.kept
                default: draw.lent
                }
            }
            body(values)
        }
    }

    private func encoders(_ keys: [String]) -> [any RowEncoder] {
        var excel = options(.csv)
        excel.isForExcel = true
        var raw = options(.csv)
        raw.isRaw = true
        var terminal = options(.csv)
        terminal.isTerminal = true
        return [
            JSONRows(keys: keys, form: .array), JSONRows(keys: keys, form: .lines), JSONRows(keys: keys, form: .single),
            DelimitedRows(keys: keys, csv: options(.csv)), DelimitedRows(keys: keys, csv: excel),
            DelimitedRows(keys: keys, csv: raw), DelimitedRows(keys: keys, csv: terminal),
            DelimitedRows(keys: keys, tsv: options(.tsv)), DelimitedRows(keys: keys, tsv: excel),
            GeoJSONRows(keys: keys, form: .collection), GeoJSONRows(keys: keys, form: .sequence),
            GeoJSONRows(keys: keys, form: .sequence, hasRecordSeparators: true),
        ]
    }

    /// A number of an input file always takes the slow path, a whole number the fast one; the results look the same.
    @Test func bothWaysWriteTheSameBytes() {
        var shortRows = 0
        for seed in UInt64(1)...1500 {
            var random = SeededGenerator(seed: seed)
            let draws = (0..<Int.random(in: 1...5, using: &random)).map { _ in draw(&random) }
            let keys = ["id"] + (0..<draws.count).map { "key\($0)" }
            let number = Self.numbers.randomElement(using: &random) ?? 0
            let feature = FeatureParts(
                id: [JSONValue.number("7"), .string("a\"b"), nil].randomElement(using: &random) ?? nil,
                coordinate: Coordinate(uncheckedLongitude: number, latitude: max(-90, min(number, 90))))
            withLent(draws) { lent in
                for (place, encoder) in encoders(keys).enumerated() {
                    var (short, long) = (encoder, encoder)
                    var (shortBytes, longBytes) = ([], []) as ([UInt8], [UInt8])
                    for _ in 0..<2 {
                        short.row([.integer(7)] + lent, feature, into: &shortBytes)
                        long.row([.json(.number("7"))] + draws.map(\.kept), feature, into: &longBytes)
                    }
                    #expect(
                        shortBytes == longBytes,
                        "seed \(seed), encoder \(place): \(String(decoding: shortBytes, as: UTF8.self))")
                }
                shortRows += lent.allSatisfy { $0.plainCellRoom != nil } ? 1 : 0
            }
        }
        #expect(shortRows > 100)
    }
}

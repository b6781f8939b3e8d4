import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable import GeocliExport
@testable internal import GeocliPlaces
@testable import GeocliQuery

struct SampleRow {
    var id: Int64 = 1
    var name: String? = "책방"
    var note: String?
    var phone: String?
    var links: [String]?
    var coordinate: Coordinate? = Coordinate(uncheckedLongitude: 126.92360004, latitude: 37.5563)
    var meters: Double?
    var minZoom: Int?
}

extension ListingSchema where Row == SampleRow {
    static var sample: ListingSchema {
        ListingSchema(
            columns: [
                Column("id", en: "id", ko: "번호") { .integer($0.id) },
                Column("name", en: "name", ko: "이름") { .text($0.name) },
                Column("note", en: "note", ko: "메모") { .text($0.note) },
                Column("phone", en: "phone", ko: "전화") { .code($0.phone) },
                Column("links", en: "links", ko: "링크") { $0.links.map(OutputValue.list) ?? .null },
                Column("latitude", en: "latitude", ko: "위도") { $0.coordinate.map { .degrees($0.latitude) } ?? .null },
                Column("longitude", en: "longitude", ko: "경도") {
                    $0.coordinate.map { .degrees($0.longitude) } ?? .null
                },
                Column("distance_m", en: "distance", ko: "거리") { $0.meters.map { .meters($0) } ?? .null },
            ], tableKeys: ["id", "name", "note", "distance_m"],
            feature: { FeatureParts(id: .number(String($0.id)), coordinate: $0.coordinate, minZoom: $0.minZoom) })
    }
}

/// Options for `format`; `change` sets the others.
func options(_ format: ListingFormat, _ change: (inout ListingOptions) -> Void = { _ in }) -> ListingOptions {
    var options = ListingOptions()
    options.format = format
    change(&options)
    return options
}

/// All bytes of a listing, and the number of rows that it left out because they have no point.
func listed<Row>(
    _ rows: [Row], _ schema: ListingSchema<Row>, _ options: ListingOptions
) throws -> (text: String, withoutPoint: Int) {
    var bytes: [UInt8] = []
    let sink = ByteSink { bytes += $0 }
    let writer = try ListingWriter(schema, options, into: sink)
    for row in rows { try writer.write(row) }
    try writer.finish()
    try sink.flush()
    #expect(writer.rowCount == rows.count)
    return (String(decoding: bytes, as: UTF8.self), writer.withoutPointCount)
}

func sampleText(_ rows: [SampleRow], _ options: ListingOptions) throws -> String {
    try listed(rows, .sample, options).text
}

/// The value of a document, which must be valid.
func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8), name: "test") }

/// The records of a CSV text.
func records(_ text: String) throws -> [[String]] {
    var reader = CSVReader(ByteSource(name: "test", bytes: Array(text.utf8)))
    var records: [[String]] = []
    while let record = try reader.next() { records.append(record) }
    return records
}

/// Names that would harm a program that trusts them.
let hostileNames = [
    "a\"b", "a,b", "line\nend", "line\r\nend", "tab\there", "\u{202E}evil", "\u{1B}[31mred", "=1+1", "@x", "+82 2",
    "-5", "\t=1", "",
    " ", "\u{0}", "\\", "'quoted'", "책,방\"", "\u{2028}", "\u{85}", "</script>", "\u{FEFF}x", "😀", "e\u{301}", "\r",
    "\"",
]

func entry(
    _ id: Int64, name: String = "책방",
    at coordinate: Coordinate? = Coordinate(uncheckedLongitude: 126.9236, latitude: 37.5563)
) -> CatalogEntry {
    var contact = Place.Contact()
    contact.address = "서울 마포구"
    contact.phone = "+8223334444"
    contact.phoneRaw = "02-333-4444~5"
    contact.website = "http://example.kr"
    contact.websiteRaw = "example.kr"
    contact.sns = ["@a", "b"]
    let place = Place(
        uncheckedFeedID: String(id + 100), name: name, kind: .used, district: "마포구", contact: contact,
        coordinate: coordinate)
    var entry = CatalogEntry(
        id: id, feed: "seoul-bookstores", place: place, firstSeen: "2026-01-02", lastSeen: "2026-03-04",
        missingRuns: 3, removedOn: "2026-02-01",
        closedOn: "2026-02-03")
    entry.pointSource = "juso 2606"
    return entry
}

/// A place with only a name and a kind.
func bareEntry(_ id: Int64) -> CatalogEntry {
    CatalogEntry(
        id: id, feed: "f",
        place: Place(
            uncheckedFeedID: "x", name: "n", kind: .other, district: nil, contact: Place.Contact(), coordinate: nil),
        firstSeen: "2026-01-02", lastSeen: "2026-01-02", missingRuns: 0, removedOn: nil, closedOn: nil)
}

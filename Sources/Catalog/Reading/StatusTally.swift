internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The counts of a status. One pass over the places finds all of them.
struct StatusTally {
    /// The columns that `add` reads.
    static let columns = "kind, district, latitude, missing_run"

    /// The number of listed places.
    private(set) var total = 0
    /// The number of listed places without a point.
    private(set) var withoutPoint = 0
    private var listedKinds = ValueCounts(slots: 64)
    private var missingKinds = ValueCounts(slots: 64)
    private var districts = ValueCounts(slots: 1024)

    /// Counts the place of a row.
    mutating func add(_ row: Statement) {
        guard row.isNull(3) else { return row.withText(0) { missingKinds.count($0) } }
        total += 1
        if row.isNull(2) { withoutPoint += 1 }
        row.withText(0) { listedKinds.count($0) }
        row.withText(1) { districts.count($0) }
    }

    /// Adds the counts to a status.
    ///
    /// - Throws: `CatalogDamage` for a kind that no place can have.
    mutating func report(to status: inout CatalogStatus) throws {
        status.total = total
        status.withoutPoint = withoutPoint
        status.kinds = try Self.kinds(listedKinds.all())
        status.missingKinds = try Self.kinds(missingKinds.all())
        status.missing = status.missingKinds.values.reduce(0, +)
        status.districts = districts.all().map { (name: $0.text, count: $0.count) }
    }

    private static func kinds(_ counts: [(text: String, count: Int)]) throws -> [Kind: Int] {
        var kinds: [Kind: Int] = [:]
        for (text, count) in counts {
            guard let kind = Kind(rawValue: text) else {
                throw CatalogDamage.row(
                    Words(
                        en: EnglishNoun.counted(count, "place has no kind", "places have no kind"),
                        ko: "장소 \(count)곳에 종류가 없습니다"))
            }
            kinds[kind] = count
        }
        return kinds
    }
}

/// How often each value comes. The values are compared byte by byte, as SQLite does.
private struct ValueCounts {
    private var recent: RecentValues
    private var counts: [TextKey: Int] = [:]

    /// - Parameter slots: a power of 2, larger than the usual number of values.
    init(slots: Int) { recent = RecentValues(count: slots) }

    mutating func count(_ value: UnsafeBufferPointer<UInt8>) {
        if let former = recent.count(UnsafeRawBufferPointer(value)) { add(former) }
    }

    /// Returns all values, in the order of their bytes.
    mutating func all() -> [(text: String, count: Int)] {
        for value in recent.takeAll() { add(value) }
        return counts.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
            .map { (text: $0.key.text, count: $0.value) }
    }

    private mutating func add(_ value: RecentValues.Counted) {
        counts[TextKey(text: value.text), default: 0] += value.count
    }
}

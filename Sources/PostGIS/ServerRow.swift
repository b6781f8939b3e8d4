#if PostGIS
package import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// A place that the server sent. Each value is read only on request.
package struct ServerRow: ListedPlace {
    private let result: QueryResult
    private let row: Int
    package let kind: Kind
    package let coordinate: Coordinate?

    /// The columns to select, in the order of `Column`.
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website, b.website_raw, \
        b.sns, b.latitude, b.longitude, b.first_seen, b.last_seen, b.missing_runs, b.removed_on, b.closed_on, b.point_source, \
        b.corrected
        """

    enum Column {
        static let id: Int32 = 0
        static let feed: Int32 = 1
        static let feedID: Int32 = 2
        static let name: Int32 = 3
        static let kind: Int32 = 4
        static let district: Int32 = 5
        static let address: Int32 = 6
        static let phone: Int32 = 7
        static let phoneRaw: Int32 = 8
        static let website: Int32 = 9
        static let websiteRaw: Int32 = 10
        static let sns: Int32 = 11
        static let latitude: Int32 = 12
        static let longitude: Int32 = 13
        static let firstSeen: Int32 = 14
        static let lastSeen: Int32 = 15
        static let missingRuns: Int32 = 16
        static let removedOn: Int32 = 17
        static let closedOn: Int32 = 18
        static let pointSource: Int32 = 19
        static let corrected: Int32 = 20
        /// The column after `columns`, in statements that also select it.
        static let folded: Int32 = 21
    }

    /// Creates a place from a row with `columns`.
    /// - Throws: `Damage` for a value that no push writes. Such a value means that another program has changed the
    ///   value or removed a constraint.
    init(_ result: QueryResult, _ row: Int) throws(Damage) {
        self.result = result
        self.row = row
        guard let id = result.checkedInteger(row, Column.id), DocumentNumber.ids.contains(id) else {
            throw Damage(what: Words(en: "a place has an impossible id", ko: "번호가 잘못된 장소가 있음"))
        }
        guard let kind = result.text(row, Column.kind).flatMap(Kind.init(rawValue:)) else {
            throw Damage(what: Words(en: "place \(id) has an unknown kind", ko: "장소 \(id)의 종류를 알 수 없음"))
        }
        self.kind = kind
        let required = [Column.feed, Column.feedID, Column.name].allSatisfy { !result.bytes(row, $0).isEmpty }
        let days = [Column.firstSeen, Column.lastSeen].allSatisfy { result.checkedInteger(row, $0) != nil }
        let misses = result.checkedInteger(row, Column.missingRuns) ?? -1
        guard required, days, Self.daysOfYears.contains(result.integer(row, Column.firstSeen)),
            Self.daysOfYears.contains(result.integer(row, Column.lastSeen)),
            [Column.removedOn, Column.closedOn].allSatisfy({
                result.isNull(row, $0) || Self.daysOfYears.contains(result.integer(row, $0))
            }),
            CatalogNumbers.counts.contains(misses)
        else {
            throw Damage(
                what: Words(en: "place \(id) lacks a required value", ko: "장소 \(id)의 필수 값이 없음"))
        }
        coordinate = try result.point(row, longitude: Column.longitude, latitude: Column.latitude, id: id)
    }

    struct Damage: Error {
        let what: Words
    }

    /// The days of the years 1 to 9999, counted as in `ServerDay`. An infinite date is outside of this range.
    private static let daysOfYears: ClosedRange<Int64> = -730_119...2_921_939

    package var id: Int64 { result.integer(row, Column.id) }
    package var ref: String { "\(required(Column.feed))/\(required(Column.feedID))" }
    package var name: String { required(Column.name) }
    package var district: String? { result.text(row, Column.district) }
    package var address: String? { result.text(row, Column.address) }
    package var phone: String? { result.text(row, Column.phone) }
    package var phoneRaw: String? { result.text(row, Column.phoneRaw) }
    package var website: String? { result.text(row, Column.website) }
    package var sns: [String]? { result.texts(row, Column.sns) }
    package var listedSNS: ListedStrings? { sns.map(ListedStrings.strings) }

    package func listed(_ field: ListedField) -> ListedText? {
        let text =
            switch field {
            case .ref: ref
            case .name: name
            case .district: district
            case .address: address
            case .phone: phone
            case .phoneRaw: phoneRaw
            case .website: website
            case .kind: kind.rawValue
            case .firstSeen: firstSeen
            case .lastSeen: lastSeen
            }
        return text.map(ListedText.string)
    }

    package var firstSeen: String { day(Column.firstSeen) ?? "" }
    package var lastSeen: String { day(Column.lastSeen) ?? "" }
    package var missingRuns: Int { Int(result.integer(row, Column.missingRuns)) }
    package var removedOn: String? { day(Column.removedOn) }
    package var closedOn: String? { day(Column.closedOn) }
    package var pointSource: String? {
        coordinate == nil ? nil : result.text(row, Column.pointSource) ?? CatalogEntry.ownPoint
    }
    package var listedPointSource: ListedText? { pointSource.map(ListedText.string) }
    package var corrected: [String]? { result.texts(row, Column.corrected) }
    package var listedCorrected: ListedStrings? { corrected.map(ListedStrings.strings) }

    /// A copy of the place, which stays valid when the next row is read.
    package var entry: CatalogEntry {
        var contact = Place.Contact()
        contact.address = address
        contact.phone = phone
        contact.phoneRaw = phoneRaw
        contact.website = website
        contact.websiteRaw = result.text(row, Column.websiteRaw)
        contact.sns = sns
        let place = Place(
            uncheckedFeedID: required(Column.feedID), name: name, kind: kind, district: district, contact: contact,
            coordinate: coordinate)
        var entry = CatalogEntry(
            id: id, feed: required(Column.feed), place: place, firstSeen: firstSeen, lastSeen: lastSeen,
            missingRuns: missingRuns, removedOn: removedOn, closedOn: closedOn)
        entry.pointSource = pointSource
        entry.corrected = corrected
        return entry
    }

    /// Returns a text. The table's constraints ensure that it is not null.
    private func required(_ column: Int32) -> String { result.text(row, column) ?? "" }

    private func day(_ column: Int32) -> String? {
        result.isNull(row, column) ? nil : ServerDay.text(result.integer(row, column))
    }
}

extension QueryResult {
    /// Returns the point of a place; nil if both columns are null.
    /// - Throws: `ServerRow.Damage` for columns that are not the coordinates of a point on Earth.
    func point(_ row: Int, longitude: Int32, latitude: Int32, id: Int64) throws(ServerRow.Damage) -> Coordinate? {
        if isNull(row, longitude), isNull(row, latitude) { return nil }
        guard !isNull(row, longitude), !isNull(row, latitude) else {
            let isLatitude = isNull(row, longitude)
            throw ServerRow.Damage(
                what: isLatitude
                    ? Words(
                        en: "place \(id) has only a latitude; its longitude is missing", ko: "장소 \(id)에 위도만 있고 경도가 없음")
                    : Words(
                        en: "place \(id) has only a longitude; its latitude is missing", ko: "장소 \(id)에 경도만 있고 위도가 없음"))
        }
        // The comparisons also exclude NaN.
        let (x, y) = (real(row, longitude), real(row, latitude))
        guard (-180...180).contains(x), (-90...90).contains(y) else {
            throw ServerRow.Damage(
                what: Words(
                    en: "the latitude or longitude of place \(id) is out of range", ko: "장소 \(id)의 위도나 경도가 범위를 벗어남"))
        }
        return Coordinate(uncheckedLongitude: x, latitude: y)
    }
}

/// A date as PostgreSQL stores it: the number of days since 2000-01-01.
enum ServerDay {
    /// The number of days from 1970-01-01 to 2000-01-01.
    private static let epoch: Int64 = 10957

    /// Returns the date as `YYYY-MM-DD`.
    static func text(_ days: Int64) -> String { SeoulTime(unixSeconds: (days + epoch) * 86400).date }

    /// Returns the number of days for a date that `SeoulTime` wrote; nil for any other text.
    static func days(_ text: String) -> Int32? {
        SeoulTime(timestamp: text + "T00:00:00Z").map { Int32($0.unixSeconds / 86400 - epoch) }
    }
}

/// A filter as an SQL condition on `place b`, and the part of the filter that geocli checks itself.
struct ServerFilter {
    /// The SQL condition for everything except the text.
    private(set) var sql = "true"
    /// The values of `$1`, `$2` and so on in the condition.
    private(set) var values: [ServerValue] = []
    /// The SQL condition for listed places.
    static let isListed = "b.missing_runs = 0 AND b.closed_on IS NULL"
    /// The text that the folded fields must match. If it is nil, the condition is the whole filter.
    var text: SearchReading?

    init(_ filter: PlaceFilter) {
        for condition in filter.conditions {
            switch condition {
            case .isListed: add(Self.isListed)
            case .isOne(let texts, let column): add("b.\(column.rawValue) = ANY (\(bind(.texts(texts))))")
            case .isOfFeed(let ids): add("b.feed = ANY (\(bind(.texts(ids))))")
            case .isWithin(let condition): add(condition.sql(bind(.text(condition.district))))
            case .isNotNull(let column): add("b.\(column.rawValue) IS NOT NULL")
            case .hasID(let ids): add("b.id = ANY (\(bind(.integers(ids))))")
            case .matches(let reading, _): text = reading
            case .isNotGone(let day):
                add("coalesce(coalesce(b.closed_on, b.removed_on) >= \(bind(.text(day)))::date, true)")
            case .isSeen(let day): add("b.first_seen <= \(bind(.text(day)))::date")
            case .isNotOne(let rows): add("b.id <> ALL (\(bind(.integers(rows.ids.sorted()))))")
            }
        }
    }

    /// Adds a value, and returns the parameter that stands for it, such as `$1`.
    mutating func bind(_ value: ServerValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    mutating func add(_ condition: String) { sql += " AND \(condition)" }

    func columns(_ columns: String) -> String { text == nil ? columns : columns + ", b.folded" }

    /// Whether a row that the SQL condition admits also matches the text.
    func admits(_ rows: QueryResult, _ row: Int, folded: Int32) -> Bool {
        guard let text else { return true }
        return rows.withText(row, folded) { text.kind(FoldedFields($0)) != nil }
    }
}

extension ProvinceCondition {
    /// The SQL condition over `place b`; `district` stands for the district.
    fileprivate func sql(_ district: String) -> String {
        """
        (b.district IS DISTINCT FROM \(district) OR CASE WHEN \(Self.begins(beginnings.own)) THEN true
            WHEN \(Self.begins(beginnings.others)) THEN false
            ELSE b.longitude IS NULL OR \(Self.isIn(boxes.own)) OR NOT \(Self.isIn(boxes.others)) END)
        """
    }

    /// The condition for addresses that begin with one of these texts. KCISA writes the postcode before them.
    private static func begins(_ texts: [String]) -> String {
        let likes = texts.flatMap { ["b.address LIKE '\($0)%'", "b.address LIKE '(_____) \($0)%'"] }
        return "(\((likes + ["false"]).joined(separator: " OR ")))"
    }

    private static func isIn(_ boxes: [ProvinceBox]) -> String {
        let inside = boxes.map {
            "b.longitude BETWEEN \($0.west) AND \($0.east) AND b.latitude BETWEEN \($0.south) AND \($0.north)"
        }
        return "(\((inside + ["false"]).joined(separator: " OR ")))"
    }
}
#endif

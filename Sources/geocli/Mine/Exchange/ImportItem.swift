internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// One item in a file from another program: a saved place, or a record about a place.
struct ImportItem: Equatable {
    var name: String
    var coordinate: Coordinate?
    /// The item's link to a map. Items with the same name and different links are different places.
    private(set) var link: String?
    /// Whether the point is only the middle of the map that the link shows.
    private(set) var isMiddleOfMap = false
    var list: String?
    var text: String?
    var day: String?
    /// Whether the item is a record about the place, not a bookmark of it.
    var isNote = false

    init(name: String) { self.name = name }

    /// Takes the item's link, and the point from it if the item has no other.
    mutating func take(link: String?) {
        self.link = link
        // Most links of bookmarks have only a name or an id, and no position.
        guard coordinate == nil, let link, let written = try? WrittenPosition.read(link) else { return }
        coordinate = written.coordinate
        if case .link(_, .view) = written.form { isMiddleOfMap = true }
    }

    /// The place that is recorded if the catalog has none. Without a point, its link tells it from others of its name.
    var unlistedPlace: MinePlace {
        MinePlace(
            ref: nil, name: name, address: nil, district: nil, coordinate: coordinate,
            link: coordinate == nil ? link : nil)
    }

    /// The same item with text where its values have HTML. A text with an address in a tag keeps its tags, because the
    /// address would be lost.
    var withoutHTML: ImportItem {
        var item = self
        item.name = HTMLText.plain(name).trimmingBlanks()
        item.list = list.map { HTMLText.plain($0).trimmingBlanks() }
        item.text = text.map { text in
            let (decoded, plain) = (HTMLText.decoded(references: text), HTMLText.plain(text).trimmingBlanks())
            return decoded.ranges(of: "://").count == plain.ranges(of: "://").count ? plain : decoded
        }
        return item
    }

    /// Returns the item once for each of its points; the item itself if it has none.
    func placed(at points: [Coordinate]) -> [ImportItem] {
        guard !points.isEmpty else { return [self] }
        return points.map { point in
            var item = self
            item.coordinate = point
            return item
        }
    }

    /// Reads a day from a time in any of the usual spellings that begin with the day.
    static func day(_ text: String?) -> String? {
        guard let text else { return nil }
        let day = String(text.trimmingBlanks().prefix(10)).replacing(".", with: "-").replacing("/", with: "-")
        return SeoulTime.isDate(day) ? day : nil
    }
}

/// What a file has that does not become a place.
struct ImportLeftOut: Equatable {
    var lines = 0
    var areas = 0
    var routes = 0
    var tracks = 0
    var nameless = 0
    /// Rows that were skipped because their position is wrong.
    var bad = 0

    /// Counts a geometry without a point.
    mutating func add(_ geometry: Geometry) {
        if geometry.polygons.isEmpty { lines += 1 } else { areas += 1 }
    }

    /// The counts; nil if there are none.
    var words: Words? {
        let counts: [(count: Int, one: String, many: String, ko: String)] = [
            (lines, "line", "lines", "선"), (areas, "area", "areas", "면"), (routes, "route", "routes", "경로"),
            (tracks, "track", "tracks", "이동 기록"),
            (nameless, "place without a name", "places without a name", "이름 없는 곳"),
            (bad, "bad row", "bad rows", "잘못된 행"),
        ]
        let found = counts.filter { $0.count > 0 }
        guard !found.isEmpty else { return nil }
        return Words(
            en: found.map { EnglishNoun.counted($0.count, $0.one, $0.many) }.joined(separator: ", "),
            ko: found.map { "\($0.ko) \($0.count)" }.joined(separator: ", "))
    }
}

/// The names that columns and properties of a saved place usually have, as `key` gives them; the best ones first.
enum ImportKeys {
    static let name = ["name", "title", "businessname", "placename", "이름", "제목", "장소명", "장소", "상호명", "상호"]
    static let store = ["storename", "store", "가게이름", "책방이름"]
    static let text = ["note", "comment", "description", "desc", "memo", "text", "displayname", "메모", "설명"]
    static let list = ["category", "list", "tags", "분류"]
    static let day = ["published", "created", "createdat", "date", "time", "usetime", "날짜"]
    static let link = ["url", "link", "googlemapsurl", "링크", "주소링크"]

    /// Returns a name in lower case without blanks, `_`, `-` and a note in brackets: `위도(WGS84)` becomes `위도`.
    static func key(_ name: String) -> String {
        let words = name.trimmingBlanks().prefix { $0 != "(" && $0 != "[" }
        return (words.isEmpty ? name[...] : words).lowercased().filter { !" _-".contains($0) }
    }
}

extension Coordinate {
    /// Reads the position of a saved place from two numbers in degrees; nil if both are blank.
    ///
    /// - Parameter separator: what separates the columns of a table.
    /// - Throws: `GeoError` for a text that is not a number, and for numbers that are not a position.
    static func saved(
        latitude: String, longitude: String, separator: UInt8 = UInt8(ascii: ",")
    ) throws(GeoError) -> Coordinate? {
        let plain = SpreadsheetCells.plainNumbers(
            latitude.trimmingBlanks(), longitude.trimmingBlanks(), separator: separator, areDegrees: true)
        if plain == ("", "") { return nil }
        if let written = WrittenPosition.ofColumns(latitude: plain.0, longitude: plain.1) { return written.coordinate }
        func number(_ text: String, _ name: Words) throws(GeoError) -> Double {
            guard let number = DecimalText.number(text) else {
                let shown = DisplayText.shown(text, columns: 40)
                throw GeoError(
                    .position,
                    en: "the \(name.en) \"\(shown)\" is not a number; write both numbers like 37.5563, or none",
                    ko: "\(name.ko) \"\(shown)\"\(.topic) 숫자가 아닙니다. 37.5563처럼 둘 다 쓰거나 모두 비우세요")
            }
            return number
        }
        let (y, x) = (
            try number(plain.0, Words(en: "latitude", ko: "위도")), try number(plain.1, Words(en: "longitude", ko: "경도"))
        )
        guard max(abs(y), abs(x)) <= 360 else {
            throw GeoError(
                .position,
                en: "\(String.shortest(y)), \(String.shortest(x)) are not degrees; convert them to EPSG:4326",
                ko: "\(String.shortest(y)), \(String.shortest(x))\(.topic) 도 단위가 아닙니다. EPSG:4326으로 변환하세요")
        }
        try Coordinate.checkDegrees(latitude: y, longitude: x)
        return try Coordinate(longitude: x, latitude: y)
    }
}

/// How a file to import is read: what the user names instead of the usual columns.
struct ImportReading {
    var names = PointNames()
    /// The column or member with the names of the places.
    var name: String?
    var skipsBad = false

    /// Reads a row with `read`. Throws the error of a wrong position with the number of the row, or counts it.
    func row(_ number: Int, of file: String, isFeature: Bool, _ bad: inout Int, _ read: () throws -> Void) throws {
        do {
            try PointFileError.located(file, row: number, isFeature: isFeature, read)
        } catch _ as PointFileError where skipsBad {
            bad += 1
        }
    }
}

extension PointColumns {
    /// Returns the columns of saved places; nil if they have no position. Throws `GeoError` if two columns fit.
    static func saved(_ names: [String], _ chosen: PointNames) throws(GeoError) -> PointColumns? {
        do throws(Fault) {
            return try PointColumns(PointColumns.names(names), chosen: chosen)
        } catch {
            guard case .two(let one, let other, let role) = error else { return nil }
            let words = PointColumns.words(two: one, other, role: role)
            throw GeoError(.position, en: words.en, ko: words.ko)
        }
    }
}

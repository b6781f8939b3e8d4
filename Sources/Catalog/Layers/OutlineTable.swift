internal import GeocliDatabase
package import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

enum OutlineTable {
    /// Returns all outlines, ordered by name.
    static func outlines(_ db: Database) throws -> [DistrictOutline] {
        let statement = try Statement(db, "SELECT name, area FROM district_outline ORDER BY name")
        var outlines: [DistrictOutline] = []
        while try statement.step() {
            let name = statement.text(0) ?? ""
            guard let area = area(of: statement.bytes(1)) else {
                throw CatalogDamage.outlines(
                    Words(
                        en: "the outline of \(DisplayText.singleLine(name)) is not an area",
                        ko: "\(DisplayText.singleLine(name)) 경계가 면을 이루지 않습니다"))
            }
            outlines.append(DistrictOutline(name: name, area: area))
        }
        return outlines
    }

    /// Returns the outlines that can't be read, that differ from the import, or that have no source.
    static func findings(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        let statement = try Statement(db, "SELECT id, name, area, sha256 FROM district_outline ORDER BY id")
        var count = 0
        while try statement.step() {
            count += 1
            let name = DisplayText.singleLine(statement.text(1) ?? "")
            if name.isEmpty { findings.append(Finding.words("outline-name", ("id", "\(statement.integer(0))"))) }
            let text = statement.bytes(2)
            if hash(text) != statement.text(3) { findings.append(Finding.words("outline-changed", ("name", name))) }
            if area(of: text) == nil { findings.append(Finding.words("outline-area", ("name", name))) }
        }
        var sources = 0
        try db.forEachRow("SELECT title, license, sha256, imported_on FROM outline_source") { row in
            sources += 1
            if source(row) == nil { findings.append(Finding.words("outline-source")) }
        }
        if (sources == 0) != (count == 0) || sources > 1 {
            findings.append(Finding.words("outline-sources", ("count", "\(count)"), ("sources", "\(sources)")))
        }
        return findings
    }

    /// Returns the source that a row describes; nil if the row has a value that an import can't have written.
    static func source(_ row: Statement) -> OutlineSource? {
        guard let title = row.text(0), let license = row.text(1), let sha256 = row.text(2), let day = row.text(3),
            !title.isEmpty, !license.isEmpty, SeoulTime.isDate(day), sha256.utf8.count == 64,
            sha256.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        return OutlineSource(title: title, license: license, sha256: sha256, importedOn: day)
    }

    private static let tables = ["district_outline", "outline_source"]

    static func source(_ db: Database) throws -> OutlineSource? {
        let row = try Statement(db, "SELECT title, license, sha256, imported_on FROM outline_source")
        guard try row.step() else { return nil }
        guard let source = source(row) else {
            throw CatalogDamage.outlines(
                Words(en: "their source is incomplete", ko: "출처 정보에 빠진 값이 있습니다"))
        }
        return source
    }

    /// Returns the layer of the outlines without their areas; nil if there are no outlines.
    static func summary(_ db: Database) throws -> LayerSummary? {
        guard let source = try source(db) else { return nil }
        let row = try Statement(
            db, "SELECT count(*), coalesce(sum(length(CAST(area AS BLOB))), 0) FROM district_outline")
        guard try row.step() else { return nil }
        return LayerSummary(
            role: .districts, source: source, featureCount: try row.count(0), byteCount: try row.count(1))
    }

    static func replace(_ db: Database, with outlines: [DistrictOutline], from source: OutlineSource) throws {
        try empty(db)
        try db.execute(
            "INSERT INTO outline_source (id, title, license, sha256, imported_on) VALUES (1, ?, ?, ?, ?)",
            [source.title, source.license, source.sha256, source.importedOn])
        let statement = try Statement(db, "INSERT INTO district_outline (name, area, sha256) VALUES (?, ?, ?)")
        for outline in outlines {
            let text = text(of: outline.area)
            statement.bind(1, outline.name)
            statement.bind(2, String(decoding: text, as: UTF8.self))
            statement.bind(3, hash(text))
            try statement.run()
        }
    }

    static func isEmpty(_ db: Database) throws -> Bool {
        try tables.allSatisfy { try !db.flag("SELECT EXISTS (SELECT 1 FROM \($0))") }
    }

    /// Removes all outlines, even if they are damaged. Returns how many there were.
    @discardableResult
    static func empty(_ db: Database) throws -> Int {
        // The next run must judge all rows again, because the outlines are different or missing then.
        try IssueRuleTable.forget(.districtPoint, db)
        try db.execute("DELETE FROM district_outline")
        let count = db.changedRows
        try db.execute("DELETE FROM outline_source")
        try Seals.forgetEmptyParts(of: tables, db)
        return count
    }

    static func hash(_ text: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(text)
        return hash.hexDigest()
    }

    /// Returns an area as the coordinates of a GeoJSON MultiPolygon. Each number is the shortest text that reads back
    /// as the same number.
    static func text(of area: MultiPolygon) -> [UInt8] {
        var json = JSONWriter()
        area.writeCoordinates(to: &json)
        return json.bytes
    }

    /// Returns the area that `text` writes; nil if the text is not valid.
    static func area(of text: [UInt8]) -> MultiPolygon? {
        // The caller reports the error, because it knows the name of the outline.
        return try? MultiPolygon(coordinates: text)
    }
}

/// The outlines of districts, to compare the position of a place with the district that the place states.
///
/// A class because it keeps the districts that it has read. Only one thread may use an instance.
package final class DistrictMap {
    private let outlines: [DistrictOutline]
    private let names: [DistrictName]
    /// The outline of each text that is exactly its name and can't mean a district of another province. Most places
    /// state such a text.
    private let certain: [String: Int]
    /// The districts that were read last, by their text, and the outlines that each can mean.
    private var read: [String: DistrictName] = [:]
    private var meant: [DistrictName: [Int]] = [:]
    private static let maximumRead = 4096

    /// Whether the outlines are those of the program's ground. A point that is near the border of its district, at sea
    /// or on a small island is then not called wrong.
    private let areGeneralised: Bool
    /// The error of generalised outlines, and of the points beside a border.
    private static let marginMeters = 250.0

    /// Creates a map of `outlines`, which must be ordered by name.
    package init(_ outlines: [DistrictOutline], areGeneralised: Bool = false) {
        self.outlines = outlines
        self.areGeneralised = areGeneralised
        names = outlines.map(\.meaning)
        certain = Dictionary(
            outlines.enumerated().filter { !DistrictName($1.name).isShared }.map { ($1.name, $0) }
        ) { first, _ in first }
    }

    package var isEmpty: Bool { outlines.isEmpty }

    /// The result of comparing a place's position with its stated district.
    package enum Verdict: Sendable, Equatable {
        /// The position is in the stated district, or the two can't be compared. They can't be compared if no district
        /// is stated, or if the stated district has no outline and the position is in no district.
        case agrees
        /// The position is in this district instead; nil if it is in none. If several districts contain the position,
        /// this is the first by name.
        case lies(in: String?)
    }

    /// Compares a position with the district that a place states.
    ///
    /// - Parameter address: the address of the place. It is read only if several provinces have a district of the
    ///   stated name. If it doesn't name the province either, the position decides which district is meant.
    /// - Edges: a position on the common edge of two districts is in both.
    /// - Complexity: O(log v) if the position is in the stated district, v vertices of its outline; otherwise, the
    ///   outlines of up to d other districts are checked, too.
    package func verdict(
        on coordinate: Coordinate, stated: String?, address: @autoclosure () -> String? = nil
    ) -> Verdict {
        guard let stated else { return .agrees }
        if let index = certain[stated], outlines[index].area.holds(coordinate) { return .agrees }
        return verdict(on: coordinate, stated: name(stated, address: address(), at: coordinate))
    }

    func name(_ stated: String, address: @autoclosure () -> String?, at coordinate: Coordinate) -> DistrictName {
        let name = read[stated] ?? DistrictName(stated)
        if read.count < Self.maximumRead { read[stated] = name }
        return name.within(address: address())
            .around(longitude: coordinate.longitude, latitude: coordinate.latitude)
    }

    func verdict(on coordinate: Coordinate, stated: DistrictName) -> Verdict {
        guard !stated.words.isEmpty else { return .agrees }
        let meant = indices(stated)
        if meant.contains(where: { outlines[$0].area.holds(coordinate) }) { return .agrees }
        let found = outlines.first { $0.area.holds(coordinate) }
        guard found != nil || meant.contains(where: { names[$0].covers(stated) }) else { return .agrees }
        if areGeneralised {
            let isNear = meant.contains { outlines[$0].area.comesWithin(Self.marginMeters, of: coordinate) }
            if found == nil || meant.isEmpty || isNear { return .agrees }
        }
        return .lies(in: found?.name)
    }

    /// Returns the outlines that can be the stated district, or a part of it.
    private func indices(_ stated: DistrictName) -> [Int] {
        if let known = meant[stated] { return known }
        let found = names.indices.filter { !names[$0].differs(from: stated) }
        if meant.count < Self.maximumRead { meant[stated] = found }
        return found
    }

    /// Returns the areas that can be the district that a place states.
    package func areas(stated: String, address: String?) -> [MultiPolygon] {
        indices(DistrictName(stated).within(address: address)).map { outlines[$0].area }
    }

    /// Returns the name of the first district, by name, that contains a position, edges included; nil if none does.
    package func district(at coordinate: Coordinate) -> String? {
        outlines.first { $0.area.holds(coordinate) }?.name
    }

    func covers(_ coordinate: Coordinate) -> Bool {
        outlines.contains { $0.area.box.contains(coordinate) }
    }

    /// Returns a lower bound of the distance from a position to a district, computed with the boxes around the
    /// outlines that can be the district.
    /// - Units: meters; 0 for a district without an outline.
    func minimumMeters(from coordinate: Coordinate, to stated: DistrictName) -> Double {
        let bound = BoxDistanceBound(origin: coordinate, unitsPerDegree: 1)
        let parts = indices(stated).flatMap { outlines[$0].area.box.partsWithoutCrossing }
        return parts.map { bound.meters(west: $0.west, south: $0.south, east: $0.east, north: $0.north) }.min() ?? 0
    }
}

extension MultiPolygon {
    /// Returns the same result as `contains`, but faster, because it checks the box first.
    fileprivate func holds(_ coordinate: Coordinate) -> Bool {
        box.contains(coordinate) && contains(coordinate)
    }

    /// Whether the border is at most about `meters` away. The ground is flat here, which is exact enough for a
    /// margin of a few hundred meters.
    fileprivate func comesWithin(_ meters: Double, of origin: Coordinate) -> Bool {
        let (perLatitude, perLongitude) = (110_950.0, 111_320 * cos(origin.latitude * .pi / 180))
        return polygons.lazy.flatMap(\.rings).contains { ring in
            let points = ring.map {
                (x: ($0.longitude - origin.longitude) * perLongitude, y: ($0.latitude - origin.latitude) * perLatitude)
            }
            return zip(points, points.dropFirst()).contains { from, to in
                let along = (x: to.x - from.x, y: to.y - from.y)
                let length = along.x * along.x + along.y * along.y
                let share = length > 0 ? min(max(-(from.x * along.x + from.y * along.y) / length, 0), 1) : 0
                let (x, y) = (from.x + share * along.x, from.y + share * along.y)
                return x * x + y * y <= meters * meters
            }
        }
    }
}

internal import CGeocliSQLite
internal import GeocliDatabase
package import GeocliGeo
internal import GeocliProjection
internal import GeocliSearch
package import GeocliText

/// The imported addresses. Finds the point of an address by an exact match of district, road, level, main number and
/// sub number. It never guesses. Only one thread uses an instance.
package final class AddressBook {
    package let path: String
    private let db: Database
    /// The areas by the first word of the district's name; the newest month is first.
    private let areas: [String: [AddressArea]]
    private let findRoad: Statement
    private let findEntrance: Statement
    /// Created for the first address that is found, so that PROJ is not loaded earlier.
    private var transform: CoordinateTransform?

    package static func missing(_ path: String) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(
            .noInput, en: "there are no addresses at \(shown); import them with 'geocli addresses import FILE'",
            ko: "\(shown)에 주소 데이터가 없습니다. 'geocli addresses import FILE'로 가져오세요")
    }

    /// Opens the file at `path`; nil if there is none.
    ///
    /// - Throws: `PlainError`.
    package init?(path: String) throws {
        guard let db = try AddressDatabase.open(path, .reading) else { return nil }
        self.path = path
        self.db = db
        (areas, findRoad, findEntrance) = try AddressDatabase.explaining(path) {
            // All reads see the same snapshot of the file.
            try db.execute("BEGIN")
            var areas: [AddressArea] = []
            let sql = """
                SELECT a.id, a.region, a.district, i.month FROM area a JOIN import i ON i.region = a.region
                ORDER BY i.month DESC, a.id
                """
            try db.forEachRow(sql) { row in
                areas.append(
                    AddressArea(
                        id: row.integer(0), region: row.text(1) ?? "", district: row.text(2) ?? "",
                        month: row.text(3) ?? ""))
            }
            return (
                Dictionary(grouping: areas) { $0.parts.first ?? "" },
                try Statement(db, "SELECT id FROM road WHERE name = ?"),
                try Statement(db, "SELECT x, y FROM entrance WHERE area = ? AND road = ? AND number = ?")
            )
        }
    }

    /// Returns the imported provinces, ordered by name.
    package func regions() throws -> [AddressRegion] {
        try AddressDatabase.explaining(path) {
            var regions: [AddressRegion] = []
            let sql = """
                SELECT region, month, kind, file, sha256, imported_on, addresses, without_point, unusable,
                    (SELECT count(*) FROM area a WHERE a.region = i.region) FROM import i ORDER BY region
                """
            try db.forEachRow(sql) { row in
                regions.append(
                    AddressRegion(
                        region: row.text(0) ?? "", month: row.text(1) ?? "", kind: row.text(2) ?? "",
                        file: row.text(3) ?? "", sha256: row.text(4) ?? "", importedOn: row.text(5) ?? "",
                        districtCount: Int(row.integer(9)), addressCount: Int(row.integer(6)),
                        withoutPointCount: Int(row.integer(7)), unusableCount: Int(row.integer(8))))
            }
            return regions
        }
    }

    /// Returns a hash of what was imported. It changes when another file is imported.
    package func identity() throws -> String {
        var hash = SHA256()
        for region in try regions() { hash.update(Array("\(region.region)\0\(region.month)\0\(region.sha256)\n".utf8)) }
        return hash.hexDigest()
    }

    /// Returns the name that messages use for the imported files: `juso 2606`, or `juso 2605, 2606` for several months.
    package func title() throws -> String {
        "juso " + Set(try regions().map(\.month)).sorted().joined(separator: ", ")
    }

    /// Finds the point of an address.
    ///
    /// The province is the one that the text names, or else the one in the row's district column. If neither names a
    /// province, several provinces may have a district with this name. In that case, the address is in the province
    /// whose box contains the feed's area. If none of these boxes contains the area, or if several do, the address gets
    /// no answer.
    ///
    /// - Parameters:
    ///   - text: the address as the feed has it.
    ///   - district: the district that the row states.
    ///   - within: the area of the feed.
    /// - Throws: `PlainError`; `ProjectionError` if PROJ is missing.
    package func find(_ text: String, district: String? = nil, within box: BoundingBox? = nil) throws -> AddressAnswer {
        guard !text.allSatisfy(\.isWhitespace) else { return .none(.noAddress) }
        guard let address = RoadAddress(text), let number = AddressNumber(address) else { return .none(.noRoad) }
        let region = RegionWords(address.region, district: district)
        guard region.namesDistrict else { return .none(.noDistrict) }
        let candidates: [AddressArea]
        switch narrowed(region, box) {
        case .success(let found): candidates = found
        case .failure(let miss): return .none(miss)
        }
        return try AddressDatabase.explaining(path) { try find(address, number, candidates) }
    }

    /// Returns the point of an address; nil if the book doesn't have it.
    package func hit(_ text: String) throws -> AddressHit? {
        if case .found(let hit) = try find(text) { hit } else { nil }
    }

    private func narrowed(_ region: RegionWords, _ box: BoundingBox?) -> Result<[AddressArea], AddressMiss> {
        // Sejong has no districts, so its area is under the empty word.
        var meant = [region.words.first ?? "", ""].reduce(into: [AddressArea]()) { found, word in
            if found.isEmpty { found = areas[word, default: []].filter(region.mean) }
        }
        guard let first = meant.first else {
            let isShared =
                region.province == nil && region.words.first.map { Province.sharing($0) != nil } ?? false
            return .failure(isShared ? .districtAmbiguous : .districtUnknown)
        }
        if region.province == nil, let provinces = Province.sharing(first.district) {
            let fitting = box.map { Self.containing($0, among: provinces) } ?? []
            guard fitting.count == 1 else { return .failure(.districtAmbiguous) }
            meant = meant.filter { !$0.province.isDisjoint(with: fitting) }
        }
        guard let newest = meant.first else { return .failure(.districtUnknown) }
        // Several areas may remain only if they are one district before and after a merger. The newest file says which
        // addresses the district has; an address that is not in this file no longer exists.
        guard meant.allSatisfy(newest.isSame) else { return .failure(.districtAmbiguous) }
        return .success(meant.filter { $0.month == newest.month })
    }

    private static func containing(_ area: BoundingBox, among provinces: Set<String>) -> Set<String> {
        guard !area.crossesAntimeridian else { return [] }
        return provinces.filter { name in
            Province.boxes([name]).contains {
                $0.contains(longitude: area.west, latitude: area.south)
                    && $0.contains(longitude: area.east, latitude: area.north)
            }
        }
    }

    private func find(_ address: RoadAddress, _ number: AddressNumber, _ areas: [AddressArea]) throws -> AddressAnswer {
        findRoad.bind(1, address.road)
        defer { findRoad.reset() }
        guard try findRoad.step() else { return .none(.roadUnknown) }
        let road = findRoad.integer(0)
        for area in areas {
            findEntrance.bind(1, area.id)
            findEntrance.bind(2, road)
            findEntrance.bind(3, number.packed)
            defer { findEntrance.reset() }
            guard try findEntrance.step() else { continue }
            let (x, y) = (findEntrance.real(0), findEntrance.real(1))
            guard AddressRow.eastings ~= x, AddressRow.northings ~= y else { throw PlainError.damaged(path) }
            let transform = try self.transform ?? CoordinateTransform(from: .epsg5179)
            self.transform = transform
            return .found(
                AddressHit(
                    coordinate: try transform.coordinate(x: x, y: y),
                    address: [area.region, area.district, address.text].filter { !$0.isEmpty }.joined(separator: " "),
                    month: area.month))
        }
        return .none(try isOnRoad(road, areas) ? .numberUnknown : .roadUnknown)
    }

    private func isOnRoad(_ road: Int64, _ areas: [AddressArea]) throws -> Bool {
        try areas.contains { area in
            try db.flag(
                "SELECT EXISTS (SELECT 1 FROM entrance WHERE area = ? AND road = ?)",
                [.integer(area.id), .integer(road)])
        }
    }

    /// The word that means all provinces. `FileImport` accepts no province with this name.
    static let everything = "all"

    /// Removes provinces, by full or short name, in one transaction. Returns the names of the removed provinces, and
    /// the `names` that no imported province has.
    ///
    /// - Throws: `PlainError`.
    package static func remove(_ names: [String], from path: String) throws -> (removed: [String], unknown: [String]) {
        guard try AddressDatabase.open(path, .reading) != nil, let db = try AddressDatabase.open(path, .writing) else {
            return ([], names.filter { $0 != everything })
        }
        func means(_ name: String, _ region: String) -> Bool {
            name == region || name == everything
                || Province(name).map { $0 == Province(region) } ?? false
        }
        return try AddressDatabase.explaining(path) {
            try db.transaction(.immediate) { db in
                let imported = try db.texts("SELECT region FROM import ORDER BY 1")
                let removed = imported.filter { region in names.contains { means($0, region) } }
                for region in removed {
                    try db.execute(
                        "DELETE FROM entrance WHERE area IN (SELECT id FROM area WHERE region = ?)", [region])
                    try db.execute("DELETE FROM area WHERE region = ?", [region])
                    try db.execute("DELETE FROM import WHERE region = ?", [region])
                }
                let unknown = names.filter { name in
                    name != everything && !imported.contains { means(name, $0) }
                }
                return (removed, unknown)
            }
        }
    }
}

/// The answer for an address: its point, or the reason why it has none.
package enum AddressAnswer: Equatable, Sendable {
    case found(AddressHit)
    case none(AddressMiss)
}

package struct AddressHit: Equatable, Sendable {
    /// The point, converted from EPSG:5179.
    package let coordinate: Coordinate
    /// The province, the city or district as the file names them, and the address.
    package let address: String
    /// The month of the file, `2606` for June 2026.
    package let month: String

    /// The source of the point, as listings show it: `juso 2606`.
    package var source: String { "juso \(month)" }
}

/// The reason why an address has no point. Listings use the raw values.
package enum AddressMiss: String, Error, Sendable, CaseIterable {
    case noAddress = "no-address"
    /// The text has no road with a number. It may be an address by land lot.
    case noRoad = "no-road-address"
    case noDistrict = "no-district"
    case districtUnknown = "district-unknown"
    /// Several provinces have a district with this name, and nothing says which one is meant.
    case districtAmbiguous = "district-ambiguous"
    case roadUnknown = "road-unknown"
    case numberUnknown = "number-unknown"

    /// Whether the imported files have the district. If they do, an address that is not in them does not exist.
    package var isCovered: Bool { self == .roadUnknown || self == .numberUnknown }

    package var words: Words {
        switch self {
        case .noAddress: Words(en: "no address", ko: "주소 없음")
        case .noRoad: Words(en: "no road with a number in the text", ko: "도로명과 건물번호를 찾을 수 없음")
        case .noDistrict: Words(en: "no city, county or district in the text", ko: "시군구가 없음")
        case .districtUnknown: Words(en: "no imported file has this district", ko: "가져온 파일에 없는 시군구")
        case .districtAmbiguous:
            Words(en: "several provinces have a district of this name", ko: "같은 이름의 시군구가 여러 시·도에 있음")
        case .roadUnknown: Words(en: "the district has no such road", ko: "시군구에 없는 도로명")
        case .numberUnknown: Words(en: "the road has no such number", ko: "도로에 없는 건물번호")
        }
    }
}

/// A province whose addresses were imported.
package struct AddressRegion: Sendable, Equatable {
    package let region: String
    /// The year and the month of the file, such as `2606`.
    package let month: String
    /// The kind of the file: `summary` (위치정보요약DB) or `entrances` (출입구 정보).
    package let kind: String
    /// The name of the file, without its folder.
    package let file: String
    package let sha256: String
    package let importedOn: String
    /// The number of cities, counties and districts.
    package let districtCount: Int
    package let addressCount: Int
    package let withoutPointCount: Int
    package let unusableCount: Int
}

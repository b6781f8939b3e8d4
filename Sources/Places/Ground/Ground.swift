internal import CGeocliAssets
package import GeocliGeo
internal import GeocliSearch
package import GeocliText

/// The ground that is part of the program: the districts of Korea, the Han within Seoul, and the stations that people
/// name most. It is never written into a catalog, and what a person imports replaces it. `data/korea` has the files,
/// with their sources.
package enum Ground {
    /// A city, county or district of Korea.
    package struct District: Sendable {
        /// The short name of the province: 서울.
        package let province: String
        package let outline: DistrictOutline
        /// The name without the province: 중구.
        fileprivate let plainName: String

        /// The name as an address gives it: without the province in Seoul, and elsewhere with it if several provinces
        /// have a district of this name.
        package var statedName: String { province == Ground.seoulName ? plainName : outline.name }
    }

    /// All districts, ordered by name. Those whose name several provinces have are called 부산 중구.
    package static let districts: [District] = {
        let all = GroundFile.districts()
        let counts = Dictionary(all.map { ($0.names[1], 1) }, uniquingKeysWith: +)
        return all.map { one in
            let (province, name) = (one.names[0], one.names[1])
            let isShared = counts[name, default: 0] > 1
            return District(
                province: province,
                outline: DistrictOutline(
                    name: isShared ? "\(province) \(name)" : name, area: one.area,
                    englishName: isShared ? "\(one.names[3]), \(one.names[2])" : one.names[3], code: "\(one.code)"),
                plainName: name)
        }.sorted { $0.outline.name < $1.outline.name }
    }()

    /// Returns the district that contains a position; on a border, the first by name. Nil in the sea, on a small island
    /// and outside of Korea.
    package static func district(at position: Coordinate) -> District? {
        districts.first { $0.outline.area.box.contains(position) && $0.outline.area.contains(position) }
    }

    /// Returns the outlines of the districts of these provinces, ordered by name. A name that only one of these
    /// districts has stands without its province.
    package static func outlines(of provinces: Set<String>) -> [DistrictOutline] {
        let chosen = districts.filter { provinces.contains($0.province) }
        let counts = Dictionary(chosen.map { ($0.plainName, 1) }, uniquingKeysWith: +)
        return chosen.map { district in
            guard counts[district.plainName] == 1 else { return district.outline }
            let outline = district.outline
            return DistrictOutline(
                name: district.plainName, area: outline.area,
                englishName: outline.englishName.map { $0.hasSuffix("-si") ? $0 : String($0.prefix { $0 != "," }) },
                code: outline.code)
        }.sorted { $0.name < $1.name }
    }

    /// The box around all districts.
    package static let korea = BoundingBox(checkedWest: 124.5, south: 33.0, east: 132.0, north: 38.7)
    package static let seoul = BoundingBox(checkedWest: 126.76, south: 37.42, east: 127.19, north: 37.71)
    package static let seoulName = "서울"

    package static let districtSource = OutlineSource(
        title: "Administrative boundaries 2023-09-15, © National Geographic Information Institute (NGII), generalised",
        license: "no restriction on use (이용허락범위: 제한 없음), attribution",
        korean: (title: "시군구 경계 2023-09-15, © 국토지리정보원, 간략화함", license: "이용허락범위 제한 없음, 출처표시"),
        sha256: sha256(korea_outlines_bin), importedOn: "2026-11-30")

    // MARK: The Han

    /// The Han within Seoul without its islands. It shows where the river is; no bank of it is surveyed.
    package static let river: MultiPolygon = {
        var parts: [(name: Substring, positions: [Coordinate])] = []
        for row in rows(korea_han_tsv) {
            let position = position(longitude: row[1], latitude: row[2])
            if parts.last?.name == row[0] {
                parts[parts.count - 1].positions.append(position)
            } else {
                parts.append((row[0], [position]))
            }
        }
        // Both banks are written from west to east.
        let banks = parts[0].positions + parts[1].positions.reversed()
        let islands = parts.dropFirst(2).map { $0.positions + $0.positions.prefix(1) }
        guard let area = try? MultiPolygon([Polygon(exterior: banks + banks.prefix(1), holes: islands)]) else {
            preconditionFailure("data/korea/han.tsv is not an area")
        }
        return area
    }()

    /// The river as a layer of the base map.
    package static let water: BaseLayer = {
        var shape = DrawnShape()
        for polygon in river.polygons { shape.add(area: polygon.rings.map { GridLine(of: $0, isRing: true) }) }
        return BaseLayer(
            role: .water,
            source: OutlineSource(
                title: "The Han, schematic: drawn for geocli from where its bridges end", license: "MIT",
                korean: (title: "한강 약도(다리 끝의 위치로 geocli가 그림)", license: "MIT"),
                sha256: sha256(korea_han_tsv), importedOn: "2026-11-30"),
            features: [BaseFeature(name: "한강", englishName: "Han River", shape: shape)])
    }()

    // MARK: Stations

    /// The feed's id of the stations. No feed of a person has it, because ids of feeds are longer words.
    package static let stationFeed = "korea"

    package static let stationNote = Words(
        en: "Stations: facts, part of geocli; positions as Seoul publishes them (KOGL Type 1)",
        ko: "역: geocli에 들어 있는 사실 정보. 위치는 서울시 공개 좌표와 일치(공공누리 제1유형)")

    /// The stations, one record for each line, with the keys by which they are found.
    package static let stations: [(landmark: Landmark, keys: [String])] = rows(korea_stations_tsv).flatMap { row in
        let names = ([row[0], row[1]] + row[2].split(separator: ",")).map(String.init)
        let coordinate = position(longitude: row[5], latitude: row[4])
        return row[3].split(separator: ",").map { line in
            let landmark = Landmark(
                feed: stationFeed, feedID: "\(row[0]) \(line)", name: String(row[0]), kind: .station,
                line: String(line),
                coordinate: coordinate)
            let keys = names.flatMap { name in
                name.unicodeScalars.contains(where: Hangul.isSyllable)
                    ? LandmarkKeys.keys(of: name, line: String(line), isStation: true)
                    : LandmarkKeys.keys(ofRomanized: name) + LandmarkKeys.keys(of: name, line: nil, isStation: true)
            }
            return (landmark: landmark, keys: Set(keys).sorted())
        }
    }

    /// The English names of the stations, by their Korean names without 역.
    private static let englishNames: [Substring: String] = Dictionary(
        rows(korea_stations_tsv).map { (withoutSuffix($0[0]), String($0[1])) }, uniquingKeysWith: { first, _ in first })

    /// Returns the English name of a station, or nil if the program doesn't have it.
    package static func englishName(ofStation name: String) -> String? { englishNames[withoutSuffix(name[...])] }

    private static func withoutSuffix(_ name: Substring) -> Substring {
        name.hasSuffix("역") && name.count > 2 ? name.dropLast() : name
    }

    /// The key of each station's name by its other keys.
    package static let stationNames: [String: String] = {
        var names: [String: String] = [:]
        for station in stations {
            for key in station.keys { names[key] = LandmarkKeys.key(of: station.landmark.name) }
        }
        return names
    }()

    // MARK: Files

    /// The rows of a table, without its head.
    private static func rows(_ asset: geocli_asset) -> [[Substring]] {
        asset.text.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
    }

    private static func position(longitude: Substring, latitude: Substring) -> Coordinate {
        Coordinate(uncheckedLongitude: Double(longitude) ?? 0, latitude: Double(latitude) ?? 0)
    }

    private static func sha256(_ asset: geocli_asset) -> String {
        var hash = SHA256()
        hash.update(UnsafeRawBufferPointer(start: asset.start, count: asset.count))
        return hash.hexDigest()
    }
}

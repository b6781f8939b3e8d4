internal import GeocliProjection
internal import GeocliText

/// Finds coordinate systems by the names of columns. Portals use some names for one system only.
enum KnownSystem {
    /// A part of a column's name, and the coordinate systems that such a column may use. LOCALDATA's documents name the
    /// first system.
    private static let names: [(part: String, systems: [CRS])] = [
        ("좌표정보(x)", [.epsg5174]), ("좌표정보(y)", [.epsg5174]), ("crd_info_", [.epsg5174]),
        ("grs80tm", [.epsg5181, .epsg5186]), ("wgs84", [.wgs84]), ("위도", [.wgs84]), ("경도", [.wgs84]),
        ("latitude", [.wgs84]), ("longitude", [.wgs84]),
    ]

    /// Whether a column's name identifies the system of the feed's points.
    static func isTold(of feed: Feed) -> Bool {
        let columns = (feed.mapping?.names[.x] ?? []) + [feed.fields[.x] ?? ""]
        return columns.contains { column in names.contains { column.lowercased().contains($0.part) } }
    }

    /// Returns a column whose declared axis contradicts LOCALDATA's documents; nil if there is none.
    static func wrongAxis(of feed: Feed) -> String? {
        func names(_ field: FeedField) -> [String] {
            (feed.mapping?.names[field] ?? [feed.fields[field] ?? ""]).map { $0.lowercased() }
        }
        let wrong = { (columns: [String], parts: [String]) in
            columns.first { column in parts.contains(where: column.contains) }
        }
        return wrong(names(.x), ["좌표정보(y)", "crd_info_y"]) ?? wrong(names(.y), ["좌표정보(x)", "crd_info_x"])
    }

    /// Returns the sentence about a column that is declared as the wrong axis.
    static func words(axis name: String) -> Words {
        let column = DisplayText.shown(name)
        return Words(
            en:
                "the column \(column) is declared as the wrong axis; in LOCALDATA, X is the easting and Y the northing; check x and y",
            ko: "\(column) 열의 축을 잘못 선언했습니다. LOCALDATA에서 X는 동쪽, Y는 북쪽 좌표입니다. x와 y를 확인하세요")
    }

    /// Returns a column of the feed's points whose name contradicts the declared system, and the system that the name
    /// means. Returns nil if there is none.
    static func contradiction(of feed: Feed) -> (column: String, known: CRS)? {
        let mapped = feed.mapping.map { ($0.names[.x] ?? []) + ($0.names[.y] ?? []) } ?? []
        return contradiction(mapped + [FeedField.x, .y].compactMap { feed.fields[$0] }, feed.crs)
    }

    /// Returns the sentence about a column whose name contradicts the declared system.
    static func words(_ name: String, _ known: CRS, declared: CRS) -> Words {
        let column = DisplayText.shown(name)
        return Words(
            en:
                "on Korea's portals, columns called \(column) are in \(known.description), but \(declared.description) is declared, so points may be off by a few hundred meters; check crs",
            ko:
                "국내 포털의 \(column) 열은 \(known.description) 좌표인데 선언에는 \(declared.description)\(.by) 되어 있어 좌표가 수백 m 어긋날 수 있습니다. crs를 확인하세요"
        )
    }

    /// Returns the sentence about points whose own text states another system than the declared one; nil if it is the
    /// same.
    static func words(stated system: Int, _ count: Int, of all: Int, declared: CRS) -> Words? {
        guard system != declared.epsgCode else { return nil }
        return Words(
            en:
                "\(count) of \(all) points can't be used: such points state SRID=\(system), but \(declared.description) is declared; correct crs, or convert the points",
            ko:
                "좌표 \(all)개 가운데 \(count)개를 쓸 수 없습니다. 좌표에 SRID=\(system)\(.subject) 적혀 있는데 선언에는 \(declared.description)\(.by) 되어 있습니다. crs를 고치거나 좌표를 변환하세요"
        )
    }

    /// Returns a column whose name contradicts the declared system, and the system that the name means. Returns nil if
    /// there is none.
    static func contradiction(_ columns: [String], _ declared: CRS) -> (column: String, known: CRS)? {
        for column in columns {
            let lower = column.lowercased()
            guard let known = names.first(where: { lower.contains($0.part) }), let usual = known.systems.first,
                !known.systems.contains(where: { $0.description == declared.description })
            else { continue }
            return (column, usual)
        }
        return nil
    }
}

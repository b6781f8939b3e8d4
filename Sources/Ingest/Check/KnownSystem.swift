internal import GeocliGeo
internal import GeocliProjection
internal import GeocliSearch
internal import GeocliText

/// The coordinate systems of Korean feeds. Some are known by the names of columns: portals use these names for one
/// system only.
enum KnownSystem {
    /// The systems in meters that Korean feeds use.
    static let korean: [CRS] = [.epsg5174, .epsg2097, .epsg5179, .epsg5181, .epsg5186, .katec]

    /// A part of a column's name, and the coordinate systems that such a column may use. LOCALDATA's documents name the
    /// first system.
    private static let names: [(part: String, systems: [CRS])] = [
        ("좌표정보(x)", [.epsg5174]), ("좌표정보(y)", [.epsg5174]), ("crd_info_", [.epsg5174]),
        ("grs80tm", [.epsg5181, .epsg5186]), ("wgs84", [.wgs84]), ("위도", [.wgs84]), ("경도", [.wgs84]),
        ("latitude", [.wgs84]), ("longitude", [.wgs84]),
    ]

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
                "\(count) of \(all) points can't be used: such points state EPSG:\(system), but \(declared.description) is declared; correct crs, or convert the points",
            ko:
                "좌표 \(all)개 가운데 \(count)개를 쓸 수 없습니다. 좌표에 EPSG:\(system)\(.subject) 적혀 있는데 선언에는 \(declared.description)\(.by) 되어 있습니다. crs를 고치거나 좌표를 변환하세요"
        )
    }

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

/// Compares each point with a generous box around the province with which its address begins. The comparison shows
/// swapped axes and wrong systems in meters, even if the misread points are still in Korea. It can't show a wrong
/// system whose points are off by only a few hundred meters.
struct ProvinceFit {
    /// The words with which addresses begin, and the box of their province.
    private static let boxes = Province.shortNames.flatMap { name in
        Province.boxes([name]).map { (names: Province.beginnings([name]), box: $0) }
    }
    /// The smallest number of points outside their boxes that is evidence of an error. Real feeds have one or two rows
    /// with the address of another branch, or a point that was typed by hand.
    private static let fewest = 3
    /// The largest allowed share of points outside their boxes, in percent. Single errors never affect most points of a
    /// feed. The wrong axis or a wrong system in meters moves nearly all points out of these boxes. The limit for
    /// points outside the area is the same (`SnapshotGuards.maximumMisreadPercent`).
    static let maximumPercent = 50.0

    private(set) var pointCount = 0
    private(set) var comparedCount = 0
    /// The number of compared points that are outside the box of their province.
    private(set) var outsideCount = 0
    private(set) var example = ""

    /// Returns whether more points are outside their boxes than single errors can explain, so that the declaration
    /// reads them wrongly. `all` counts the rows with a point. Rows that have not changed since the last good run are
    /// not read again and count as inside, so that a few wrong points do not stop a nightly run with few changes.
    func isMisread(among all: Int) -> Bool {
        let compared = comparedCount + max(0, all - pointCount)
        return outsideCount >= Self.fewest && Percent.share(outsideCount, of: compared) > Self.maximumPercent
    }

    mutating func add(_ position: Coordinate, _ address: String?) {
        pointCount += 1
        guard let address else { return }
        var start = address[...]
        // KCISA writes the postcode at the start: "(41946) 대구광역시 …".
        if start.first == "(", let end = start.firstIndex(of: ")") { start = start[end...].dropFirst() }
        while start.first == " " { start = start.dropFirst() }
        guard let box = Self.boxes.first(where: { $0.names.contains(where: start.hasPrefix) })?.box else { return }
        comparedCount += 1
        guard !box.contains(longitude: position.longitude, latitude: position.latitude) else { return }
        outsideCount += 1
        if example.isEmpty { example = address.head(bytes: 200) }
    }

    var words: Words {
        let shown = DisplayText.shown(example, columns: 50)
        return Words(
            en:
                "\(outsideCount) of \(comparedCount) points \(outsideCount == 1 ? "is far outside the province that its" : "are far outside the province that their") address names, such as \(shown); check x, y, crs and scale in the declaration",
            ko:
                "좌표 \(comparedCount)개 가운데 \(outsideCount)개가 주소의 시·도에서 멀리 벗어나 있습니다(예: \(shown)). 선언의 x, y, crs, scale을 확인하세요"
        )
    }
}

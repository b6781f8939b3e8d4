internal import GeocliText

/// Guesses where a page without a declaration has its points. The coordinate system and the area are never guessed.
enum DraftPoint {
    /// Two columns, the longitude or easting first.
    case columns(x: DraftColumn, y: DraftColumn, Sense)
    /// One column that has both numbers.
    case text(DraftColumn, isLatitudeFirst: Bool)

    enum Sense {
        /// Degrees around Korea. Their values distinguish the longitude from the latitude.
        case degrees
        /// Degrees as whole numbers, multiplied by ten million.
        case scaledDegrees
        /// The values are not degrees; only the names of the columns suggest a point.
        case names
    }

    private static let longitudes = 124.0...132.0
    private static let latitudes = 32.0...39.5
    private static let scale = 1e7

    private static let xNames = [
        "좌표정보(x)", "crdinfox", "x좌표", "x좌표(grs80tm)", "xcrd", "xcoord", "coordx", "entx", "posx", "x", "경도",
        "longitude", "lon", "lot",
        "lng", "mapx", "ydnts", "logt", "refinewgs84logt",
    ]
    private static let yNames = [
        "좌표정보(y)", "crdinfoy", "y좌표", "y좌표(grs80tm)", "ycrd", "ycoord", "coordy", "enty", "posy", "y", "위도", "latitude",
        "lat", "mapy",
        "xcnts", "refinewgs84lat",
    ]
    private static let parts = [
        "위도", "경도", "좌표", "lat", "lon", "lot", "logt", "lng", "coord", "crd", "cnts", "dnts", "wgs", "map", "ent",
        "pos", "_la",
        "_lo", "center",
    ]

    static func find(in rows: DraftRows) -> DraftPoint? {
        if let column = rows.columns.first(where: { $0.pairCount > 0 && $0.pairCount * 2 > $0.filledCount }),
            let (first, second) = column.firstPair
        {
            // WKT has the longitude first, wherever the point is.
            if column.example.lowercased().hasPrefix("point") { return .text(column, isLatitudeFirst: false) }
            if latitudes.contains(first), longitudes.contains(second) { return .text(column, isLatitudeFirst: true) }
            if longitudes.contains(first), latitudes.contains(second) { return .text(column, isLatitudeFirst: false) }
        }
        if let found = pair(rows, 1, .degrees) ?? pair(rows, scale, .scaledDegrees) { return found }
        let plain = { (names: [String]) in
            names.lazy.compactMap { name in
                rows.columns.first { ($0.key == name || $0.innerKey == name) && $0.numberCount > 0 }
            }.first
        }
        if let x = plain(xNames), let y = plain(yNames), x.name != y.name { return .columns(x: x, y: y, .names) }
        // A file without names: exactly two columns with large decimal numbers.
        let large = rows.columns.filter {
            $0.numberCount > 0 && $0.numberCount * 10 >= $0.filledCount * 9 && $0.areDecimals
                && abs($0.greatest) >= 1000
        }
        return large.count == 2 ? .columns(x: large[0], y: large[1], .names) : nil
    }

    /// Returns two columns whose values are longitudes and latitudes. Columns with such names come first.
    private static func pair(_ rows: DraftRows, _ factor: Double, _ sense: Sense) -> DraftPoint? {
        func best(_ range: ClosedRange<Double>) -> DraftColumn? {
            let scaled = range.lowerBound * factor...range.upperBound * factor
            let found = rows.columns.filter { mayBePart($0) && isMostlyWithin($0, scaled) }
            return found.first { column in parts.contains { column.name.lowercased().contains($0) } } ?? found.first
        }
        func mayBePart(_ column: DraftColumn) -> Bool {
            factor > 1 || column.example.contains(".")
        }
        guard let x = best(longitudes), let y = best(latitudes) else { return nil }
        return .columns(x: x, y: y, sense)
    }

    /// Whether the first value is in a range and most values are numbers.
    private static func isMostlyWithin(_ column: DraftColumn, _ range: ClosedRange<Double>) -> Bool {
        guard let number = DecimalText.number(column.example) else { return false }
        return range.contains(number) && column.numberCount * 10 >= column.filledCount * 8
    }
}

extension FeedDraft {
    mutating func writePoint() {
        add()
        add("[point]")
        if case .geojson = page.form {
            add("crs", "\"EPSG:4326\"", say("the coordinate system of GeoJSON", "GeoJSON의 좌표계"))
            return writeArea()
        }
        add(
            say(
                "# x is the longitude or easting, y the latitude or northing, whatever the feed calls them.",
                "# 피드에서 뭐라고 부르든 x는 경도(동쪽 좌표), y는 위도(북쪽 좌표)입니다."))
        let point = DraftPoint.find(in: page.table)
        writePointColumns(point)
        add(
            say(
                "# State the coordinate system (geocli does not guess it): EPSG:4326 (degrees), EPSG:5174 (LOCALDATA), EPSG:5179 (juso),",
                "# 좌표계는 추정하지 않으니 적으세요: EPSG:4326(경위도), EPSG:5174(LOCALDATA), EPSG:5179(도로명주소),")
        )
        let systems = "# EPSG:5181, EPSG:5186, EPSG:2097, KATEC."
        add(
            Self.looksLikeDegrees(point)
                ? say("\(systems) The values look like degrees.", "\(systems) 값은 도 단위로 보입니다.")
                : say(
                    "\(systems) Some of them differ by only 300 m: ask the publisher.",
                    "\(systems) 300m밖에 차이 나지 않는 좌표계도 있으니 제공 기관에 확인하세요."))
        if let system = envelope.statedSystem {
            add(
                "crs", "\"EPSG:\(system)\"",
                say("this page states it (spatialReference)", "이 페이지에 적힌 좌표계입니다(spatialReference)"))
        } else {
            add("crs", "\"\"")
        }
        writeArea()
    }

    private mutating func writeArea() {
        add(
            say(
                "# State the area: west, south, east, north in degrees. Points outside are left out. Korea: [124.5, 32.9, 132.0, 38.7]",
                "# 범위를 도 단위로 적으세요: 서, 남, 동, 북. 범위 밖의 좌표는 쓰지 않습니다. 대한민국: [124.5, 32.9, 132.0, 38.7]")
        )
        add("area", "[]")
    }

    private mutating func writePointColumns(_ point: DraftPoint?) {
        switch point {
        case .text(let column, let isLatitudeFirst):
            add(
                "text", name(column),
                guess("values such as \(Self.shown(column.example))", "값은 \(Self.shown(column.example)) 등")
            )
            add(
                "order", isLatitudeFirst ? "\"y x\"" : "\"x y\"",
                guess(
                    "\(isLatitudeFirst ? "latitude" : "longitude") first",
                    "\(isLatitudeFirst ? "위도" : "경도")가 먼저입니다"))
        case .columns(let x, let y, let sense):
            for (key, column) in [("x", x), ("y", y)] {
                let example = Self.shown(column.example, 24)
                add(key, names(column), guess("values such as \(example)", "값은 \(example) 등"))
            }
            if case .scaledDegrees = sense {
                add("scale", "1e-7", guess("degrees as whole numbers", "도 단위의 값을 정수로 적은 것"))
            }
        case nil:
            add("x", "\"\"", say("no column looks like a longitude or an easting", "경도나 동쪽 좌표로 보이는 열이 없습니다"))
            add("y", "\"\"")
        }
    }

    /// Returns a column of the point, with those that have it in other rows: Overpass gives a way's point in `center`.
    private func names(_ column: DraftColumn) -> String {
        let others = page.table.columns.filter {
            $0.innerKey == column.key && $0.filledCount > 0
                && $0.filledCount + column.filledCount <= page.table.rowCount
        }
        return others.isEmpty ? name(column) : "[" + ([column] + others).map(name).joined(separator: ", ") + "]"
    }

    /// Returns whether the numbers themselves, and not only the names of their columns, suggest degrees.
    private static func looksLikeDegrees(_ point: DraftPoint?) -> Bool {
        switch point {
        case .text: true
        case .columns(_, _, let sense): sense != .names
        case nil: false
        }
    }
}

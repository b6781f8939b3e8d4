internal import GeocliText

/// Guesses where a page without a declaration has its points. The coordinate system and the area are never guessed.
enum DraftPoint {
    /// Two columns, the longitude or easting first.
    case columns(x: DraftColumn, y: DraftColumn, Sense)
    /// One column that has both numbers.
    case text(DraftColumn, isLatitudeFirst: Bool)

    /// What the numbers look like.
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
    /// Parts of the names of coordinate columns.
    private static let parts = [
        "위도", "경도", "좌표", "lat", "lon", "lot", "logt", "lng", "coord", "crd", "cnts", "dnts", "wgs", "map", "ent",
        "pos", "_la",
        "_lo", "center",
    ]

    /// Returns the guess; nil if nothing looks like a point.
    static func find(in rows: DraftRows) -> DraftPoint? {
        if let column = rows.columns.first(where: { $0.pairCount > 0 && $0.pairCount * 2 > $0.filledCount }),
            let (first, second) = column.firstPair
        {
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
            let found = rows.columns.filter { mayBePart($0) && lies($0, scaled) }
            return found.first { column in parts.contains { column.name.lowercased().contains($0) } } ?? found.first
        }
        func mayBePart(_ column: DraftColumn) -> Bool {
            factor > 1 || column.example.contains(".")
        }
        guard let x = best(longitudes), let y = best(latitudes) else { return nil }
        return .columns(x: x, y: y, sense)
    }

    /// Whether the first value is in a range and most values are numbers.
    private static func lies(_ column: DraftColumn, _ range: ClosedRange<Double>) -> Bool {
        guard let number = DecimalText.number(column.example) else { return false }
        return range.contains(number) && column.numberCount * 10 >= column.filledCount * 8
    }
}

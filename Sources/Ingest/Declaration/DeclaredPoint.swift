internal import GeocliGeo
internal import GeocliProjection
internal import GeocliText

/// Reads the `point` table of a declaration: the fields of the point, its coordinate system and scale, and the area of
/// all points.
struct DeclaredPoint {
    let crs: CRS
    let area: BoundingBox
    let divisor: Double
    private let x: [String]
    private let y: [String]
    private let text: [String]
    private let order: RowMapping.PointOrder
    private let areFeatures: Bool

    init(_ table: DeclaredTable, _ rows: DeclaredRows) throws {
        x = try rows.names("x", in: table)
        y = try rows.names("y", in: table)
        text = try rows.names("text", in: table)
        if rows.areFeatures {
            try Self.refuseFields(table)
            order = .xy
        } else if text.isEmpty {
            try Self.checkFields(x, y, table)
            order = .xy
        } else {
            guard x.isEmpty, y.isEmpty else {
                throw table.wrong(
                    "text", Words(en: "write either \"text\", or both \"x\" and \"y\"", ko: "text만 쓰거나, x와 y를 함께 쓰세요"))
            }
            order = try Self.order(table)
        }
        crs = try Self.crs(table)
        divisor = try Self.divisor(table)
        area = try Self.area(table)
        try table.finish()
        guard !rows.areFeatures || crs.isWGS84 else {
            throw table.wrong(
                "crs",
                Words(en: "write EPSG:4326, the coordinate system of GeoJSON", ko: "GeoJSON의 좌표계인 EPSG:4326을 쓰세요"))
        }
        areFeatures = rows.areFeatures
    }

    func add(to mapping: inout RowMapping) {
        if areFeatures {
            mapping.names[.x] = [RowMapping.longitude]
            mapping.names[.y] = [RowMapping.latitude]
        } else if text.isEmpty {
            mapping.names[.x] = x
            mapping.names[.y] = y
        } else {
            mapping.point = text
            mapping.pointOrder = order
            mapping.pointSystem = crs.epsgCode
            mapping.pointIsInDegrees = crs.isWGS84 && divisor == 1
        }
    }

    /// Refuses fields that have the keys of a point, because a Feature has its point in its geometry.
    private static func refuseFields(_ table: DeclaredTable) throws {
        for key in ["x", "y", "text", "order", "scale"] where table.value(key) != nil {
            throw table.wrong(
                key,
                Words(
                    en: "leave this key out; the point of a Feature is its geometry",
                    ko: "이 키를 빼세요. 피처의 좌표는 도형에 있습니다"))
        }
    }

    /// Checks the two fields of a point, one for each number.
    private static func checkFields(_ x: [String], _ y: [String], _ table: DeclaredTable) throws {
        guard !x.isEmpty else { throw table.missing("x") }
        guard !y.isEmpty else { throw table.missing("y") }
        guard Set(x).isDisjoint(with: y) else {
            throw table.wrong(
                "y", Words(en: "x already names this field; choose another field", ko: "x와 같은 필드입니다. 다른 필드를 쓰세요"))
        }
        guard table.value("order") == nil else {
            throw table.wrong(
                "order",
                Words(
                    en: "this key is only for \"text\", a field with both numbers of the point",
                    ko: "두 값이 한 필드에 있는 좌표(text)에만 쓸 수 있는 키입니다"))
        }
    }

    /// Returns the order of the two numbers that one field has.
    private static func order(_ table: DeclaredTable) throws -> RowMapping.PointOrder {
        let word = try table.requiredText("order")
        guard let found = RowMapping.PointOrder(rawValue: word) else {
            throw table.wrong(
                "order",
                Words(
                    en: "write \"y x\" (latitude or northing first) or \"x y\" (longitude or easting first)",
                    ko: "\"y x\"(위도나 북쪽 좌표 먼저) 또는 \"x y\"(경도나 동쪽 좌표 먼저)로 쓰세요"))
        }
        return found
    }

    private static func crs(_ table: DeclaredTable) throws -> CRS {
        let word = try table.requiredText("crs")
        let wrong = Words(
            en:
                "write EPSG:4326 (degrees), EPSG:5174, EPSG:5179, EPSG:5181, EPSG:5186, EPSG:2097, another EPSG code, or KATEC",
            ko: "EPSG:4326(경위도), EPSG:5174, EPSG:5179, EPSG:5181, EPSG:5186, EPSG:2097, 다른 EPSG 코드, KATEC 가운데 하나를 쓰세요")
        // The code of a system has a few digits.
        guard word.utf8.count <= 32, word.contains(":") || word.uppercased() == "KATEC" else {
            throw table.wrong("crs", wrong)
        }
        do throws(ProjectionError) { return try CRS(parsing: word) } catch { throw table.wrong("crs", wrong) }
    }

    /// Returns the number by which coordinates are divided. `scale = 1e-7` becomes a division by 10,000,000, which
    /// rounds only once.
    private static func divisor(_ table: DeclaredTable) throws -> Double {
        guard let (scale, line) = try table.number("scale") else { return 1 }
        guard scale.isFinite, scale > 0, scale != 1 else {
            throw table.wrong(
                "scale", line,
                Words(
                    en: "write the number by which coordinates are multiplied, such as 1e-7",
                    ko: "좌표에 곱할 숫자를 쓰세요(예: 1e-7)"
                ))
        }
        let divisor = (1 / scale).rounded()
        return divisor >= 2 && abs(divisor * scale - 1) < 1e-9 ? divisor : 1 / scale
    }

    private static func area(_ table: DeclaredTable) throws -> BoundingBox {
        guard let (sides, line) = try table.numbers("area") else { throw table.missing("area") }
        let wrong = Words(
            en: "write [west, south, east, north] in degrees, such as [126.7, 37.4, 127.2, 37.8]",
            ko: "[126.7, 37.4, 127.2, 37.8]처럼 [서, 남, 동, 북]을 도 단위로 쓰세요")
        guard sides.count == 4, sides.allSatisfy(\.isFinite), -180...180 ~= sides[0], -90...90 ~= sides[1],
            -180...180 ~= sides[2], -90...90 ~= sides[3], sides[0] < sides[2], sides[1] < sides[3]
        else { throw table.wrong("area", line, wrong) }
        return BoundingBox(checkedWest: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }
}

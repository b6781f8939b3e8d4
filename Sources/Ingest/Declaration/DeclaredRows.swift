internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

/// Reads the `fields`, `filter` and `status` tables of a declaration, and the texts that mean "none".
struct DeclaredRows {
    let root: DeclaredTable
    /// The number of columns of a file whose fields are column numbers; nil if fields have names.
    let columnCount: Int?

    /// Whether rows are Features of GeoJSON, which have their own id and point.
    let areFeatures: Bool
    let role: FeedRole

    func mapping() throws -> RowMapping {
        var mapping = RowMapping()
        let fields = try root.requiredTable("fields")
        if case .table? = fields.value("id")?.content {
            try readID(try fields.requiredTable("id"), &mapping)
        } else if areFeatures, fields.value("id") == nil {
            mapping.names[.id] = [RowMapping.featureID]
        } else {
            mapping.names[.id] = try requiredNames("id", in: fields)
        }
        mapping.names[.name] = try requiredNames("name", in: fields)
        for field in [FeedField.kind, .district, .address, .phone, .website, .sns, .line] {
            let found = try names(field.word, in: fields)
            if !found.isEmpty { mapping.names[field] = found }
        }
        if mapping.names[.line] != nil, role == .places {
            throw fields.wrong(
                "line",
                Words(
                    en: "this key is only for role = \"landmarks\", where it tells landmarks with the same name apart",
                    ko: "이름이 같은 기준점을 구별하는 필드이므로 role = \"landmarks\"일 때만 쓸 수 있습니다"))
        }
        try fields.finish()
        mapping.nullTexts = Set(try root.texts("null"))
        try readFilter(&mapping)
        try readStatus(&mapping)
        return mapping
    }

    /// Reads an id that is not simply one field: several joined fields, or a field for which the number of digits is
    /// declared.
    private func readID(_ id: DeclaredTable, _ mapping: inout RowMapping) throws {
        if id.value("digits") != nil {
            mapping.names[.id] = try requiredNames("field", in: id)
            let range = 2...Self.maximumDigits
            guard let digits = try id.number("digits"), let whole = Int(exactly: digits.number), range ~= whole else {
                throw id.wrong(
                    "digits",
                    Words(
                        en: "write how many digits an id has, from 2 to \(range.upperBound)",
                        ko: "ID의 자릿수를 2에서 \(range.upperBound) 사이의 정수로 쓰세요"))
            }
            mapping.idDigits = whole
        } else {
            guard let parts = id.value("join") else { throw id.missing("join") }
            guard case .list(let values) = parts.content, values.count > 1 else {
                throw id.wrong("join", Words(en: "write a list of two fields or more", ko: "필드 두 개 이상의 목록으로 쓰세요"))
            }
            mapping.idParts = try values.map { try names($0, "join", in: id) }
        }
        try id.finish()
    }

    /// The maximum number of digits of an id. No number on Korea's portals is that long.
    private static let maximumDigits = 64

    func names(_ key: String, in table: DeclaredTable) throws -> [String] {
        guard let value = table.value(key) else { return [] }
        return try names(value, key, in: table)
    }

    func requiredNames(_ key: String, in table: DeclaredTable) throws -> [String] {
        let found = try names(key, in: table)
        guard !found.isEmpty else { throw table.missing(key) }
        return found
    }

    /// Returns one name, or several of which the first with a value in a row is used. For a file without a header, these
    /// are the names of numbered columns.
    private func names(_ value: DeclaredValue, _ key: String, in table: DeclaredTable) throws -> [String] {
        let found = try columnCount.map { try numbers(value, key, in: table, upTo: $0) } ?? table.texts(value, key)
        guard Set(found).count == found.count else {
            throw table.wrong(
                key, value.line,
                Words(en: "the same name occurs twice; remove one", ko: "같은 이름이 두 번 있습니다. 하나를 빼세요"))
        }
        return found
    }

    private func numbers(
        _ value: DeclaredValue, _ key: String, in table: DeclaredTable, upTo count: Int
    ) throws -> [String] {
        let values: [DeclaredValue]
        if case .list(let list) = value.content, !list.isEmpty { values = list } else { values = [value] }
        return try values.map { value in
            guard case .number(let number) = value.content, let whole = Int(exactly: number), 1...count ~= whole else {
                throw table.wrong(
                    key, value.line,
                    Words(
                        en: "write the number of a column, from 1 to \(count): the file has no header",
                        ko: "머리글이 없는 파일이니 1에서 \(count) 사이의 열 번호를 쓰세요"))
            }
            return Feed.CSVShape.name(ofColumn: whole)
        }
    }

    private func readFilter(_ mapping: inout RowMapping) throws {
        guard let filter = try root.table("filter") else { return }
        for (key, value) in filter.entries {
            _ = filter.value(key)
            let names: [String]
            if let columnCount {
                guard let number = Int(key), 1...columnCount ~= number else {
                    throw filter.wrong(
                        key,
                        Words(
                            en: "write the number of a column, from 1 to \(columnCount)",
                            ko: "1에서 \(columnCount) 사이의 열 번호로 쓰세요"))
                }
                names = [Feed.CSVShape.name(ofColumn: number)]
            } else {
                // For a column that was renamed, the key has the old and the new name with a bar between them.
                names = key.split(separator: "|").map { String($0).trimmingBlanks() }
                guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
                    throw filter.wrong(key, Words(en: "write the name of a column", ko: "행에 있는 열의 이름을 쓰세요"))
                }
            }
            mapping.filters.append((names, Set(try filter.texts(value, key))))
        }
    }

    private func readStatus(_ mapping: inout RowMapping) throws {
        guard let status = try root.table("status") else { return }
        mapping.status = try requiredNames("field", in: status)
        mapping.openStatus = Set(try status.plainTexts("open"))
        mapping.closedStatus = Set(try status.plainTexts("closed"))
        if mapping.openStatus.isEmpty { throw status.missing("open") }
        if mapping.closedStatus.isEmpty { throw status.missing("closed") }
        if let both = mapping.openStatus.intersection(mapping.closedStatus).min() {
            let shown = DisplayText.shown(both)
            throw status.wrong(
                "closed", Words(en: "\"\(shown)\" is also in \"open\"", ko: "\"\(shown)\"\(.topic) open에도 있습니다"))
        }
        try status.finish()
    }
}

extension RowMapping {
    /// Whether the mapping changes nothing, so that rows need not be mapped. If one member supplies two fields, the
    /// mapping is needed, because the reader of plain rows assigns each member to only one field and reads no member
    /// inside of another one.
    var isPlain: Bool {
        Set(names.values.compactMap(\.first)).count == names.count && names.values.allSatisfy { $0.count == 1 }
            && idParts.isEmpty && idDigits == 0 && point.isEmpty && nullTexts.isEmpty
            && filters.isEmpty && status.isEmpty
            && !names.values.joined().contains {
                $0.first == RowMapping.partOfFeature || $0.utf8.contains(UInt8(ascii: "."))
            }
    }

    /// The first name of each field, for messages and for plain rows.
    var shownNames: [FeedField: String] {
        var shown = names.compactMapValues(\.first)
        if !idParts.isEmpty { shown[.id] = idParts.compactMap(\.first).joined(separator: " + ") }
        if let name = point.first { (shown[.x], shown[.y]) = (name, name) }
        return shown.mapValues { $0.first == RowMapping.partOfFeature ? String($0.dropFirst()) : $0 }
    }
}

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
        if let meant = usualNames[word.uppercased().filter { !" -_".contains($0) }] ?? code(in: word) {
            throw table.wrong("crs", Words(en: "write \(meant)", ko: "\(meant)\(.by) 쓰세요"))
        }
        // The code of a system has a few digits.
        guard word.utf8.count <= 32, word.contains(":") || word.uppercased() == "KATEC" else {
            throw table.wrong("crs", wrong)
        }
        do throws(ProjectionError) { return try CRS(parsing: word) } catch { throw table.wrong("crs", wrong) }
    }

    /// The names of coordinate systems that people use. Only the name is replaced, and a person writes it: GRS80 alone,
    /// for example, is an ellipsoid that many systems have.
    private static let usualNames = [
        "TM128": "KATEC", "UTMK": "EPSG:5179", "WGS84": "EPSG:4326", "WGS84LL": "EPSG:4326", "CRS84": "EPSG:4326",
        "LONLAT": "EPSG:4326", "LATLON": "EPSG:4326", "WEBMERCATOR": "EPSG:3857",
    ]

    /// Returns the EPSG code in `5186` or `urn:ogc:def:crs:EPSG::5186`, as it is declared; nil for another text.
    private static func code(in word: String) -> String? {
        let digits = word.split(separator: ":").last ?? ""
        guard 4...6 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            word == digits || word.lowercased().hasPrefix("urn:ogc:def:crs:epsg:")
        else { return nil }
        return "EPSG:\(digits)"
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

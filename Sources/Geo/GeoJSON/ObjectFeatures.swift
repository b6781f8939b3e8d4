package import GeocliText

extension ByteSource {
    /// Objects such as `{"name": "A", "latitude": 37.5, "longitude": 126.9}`, in a list or one in each line, as a
    /// sequence of Features in lines of their own. Any other bytes stay the same.
    ///
    /// - Throws: while reading, `PlainError` for a list whose first object has no position; `JSONError`.
    package func ofFeatures(_ names: PointNames = PointNames()) -> ByteSource {
        let objects = ObjectFeatures(self, names)
        return ByteSource(name: name, endingLike: self) { try objects.next() }
    }
}

private final class ObjectFeatures {
    private enum Form {
        case same(ByteSource)
        case list(JSONStream)
        /// The start of a line that has not ended.
        case lines(ByteSource, rest: [UInt8])
        case ended
    }

    private let source: ByteSource
    private let chosen: PointNames
    private var form: Form?
    /// The members of the last object, and its columns; nil for the columns of an object without a position.
    private var last: (names: [String], columns: PointColumns?)?

    private static let pieceBytes = 64 << 10
    private static let maximumLineBytes = 1 << 20
    private static let types: Set<String> = [
        "Feature", "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
        "MultiPolygon",
        "GeometryCollection", "Topology",
    ]

    init(_ source: ByteSource, _ chosen: PointNames) {
        self.source = source
        self.chosen = chosen
    }

    func next() throws -> [UInt8] {
        switch try form ?? start() {
        case .same(let source):
            form = .same(source)
            return try source.next()
        case .list(var json):
            var lines: [UInt8] = []
            while lines.count < Self.pieceBytes {
                guard try json.nextElement() else {
                    try json.end()
                    form = .ended
                    return lines
                }
                let value = try json.value()
                if last == nil, case .object(let members) = value, !Self.isGeoJSON(value) {
                    guard try columns(members.map(\.name)) != nil else { throw noPosition }
                }
                lines += try line(value)
            }
            form = .list(json)
            return lines
        case .lines(let source, var rest):
            let chunk = try source.next()
            rest += chunk
            guard !rest.isEmpty else {
                form = .ended
                return []
            }
            let end = chunk.isEmpty ? rest.count : rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            var lines: [UInt8] = []
            for text in rest[..<end].split(separator: 0x0A, omittingEmptySubsequences: false) {
                // A line that is not JSON stays as it is, so that the reader of the Features names it.
                guard let value = try? JSONValue(parsing: Array(text), name: source.name) else {
                    lines += text + [0x0A]
                    continue
                }
                lines += try line(value)
            }
            // The part after the last line end is no line.
            if rest[..<end].last == 0x0A { lines.removeLast() }
            form = .lines(source, rest: Array(rest[end...]))
            return lines.isEmpty ? try next() : lines
        case .ended: return []
        }
    }

    private func start() throws -> Form {
        let (first, whole) = try source.opening()
        if first == UInt8(ascii: "[") {
            var json = JSONStream(whole)
            try json.enterArray()
            return .list(json)
        }
        var read: [UInt8] = []
        var line: ArraySlice<UInt8>?
        while line == nil, read.count < Self.maximumLineBytes {
            let chunk = try whole.next()
            read += chunk
            let text = (read.starts(with: [0xEF, 0xBB, 0xBF]) ? read.dropFirst(3) : read[...]).drop { $0 <= 0x20 }
            if let end = text.firstIndex(of: 0x0A) { line = text[..<end] } else if chunk.isEmpty { line = text }
        }
        let same = Form.same(whole.starting(with: read))
        guard let line, let value = try? JSONValue(parsing: Array(line), name: source.name), !Self.isGeoJSON(value),
            case .object(let members) = value, try columns(members.map(\.name)) != nil
        else { return same }
        if read.starts(with: [0xEF, 0xBB, 0xBF]) { read.removeFirst(3) }
        return .lines(whole, rest: read)
    }

    private static func isGeoJSON(_ value: JSONValue) -> Bool {
        if case .object? = value["geometry"] { return true }
        return value["type"]?.stringValue.map(types.contains) ?? false || value["features"] != nil
    }

    private var noPosition: PlainError {
        let shown = DisplayText.singleLine(source.name)
        return PlainError(
            .data,
            en:
                "\(shown) is a list of objects without a position; name its members latitude and longitude, or name them with --lat and --lon",
            ko: "\(shown)\(.topic) 위치가 없는 객체의 목록입니다. latitude와 longitude를 넣거나 --lat와 --lon으로 지정하세요")
    }

    /// Returns the columns of objects with these members; nil if they have no position.
    private func columns(_ names: [String]) throws -> PointColumns? {
        if let last, last.names == names { return last.columns }
        var columns: PointColumns?
        do throws(PointColumns.Fault) {
            columns = try PointColumns(PointColumns.names(names), chosen: chosen)
        } catch {
            if case .two(let first, let second, let role) = error {
                let words = PointColumns.words(two: first, second, role: role)
                throw PlainError(.data, en: "\(source.name): \(words.en)", ko: "\(source.name): \(words.ko)")
            }
        }
        last = (names, columns)
        return columns
    }

    private func line(_ value: JSONValue) throws -> [UInt8] {
        var json = JSONWriter()
        json.value(try feature(value))
        return json.bytes + [0x0A]
    }

    private func feature(_ row: JSONValue) throws -> JSONValue {
        guard case .object(let members) = row, !Self.isGeoJSON(row) else { return row }
        let columns = try columns(members.map(\.name))
        let geometry: JSONValue =
            columns.map { position(members[$0.latitudeIndex], members[$0.longitudeIndex]) } ?? .null
        let id = row["id"].flatMap { $0.scalarText == nil ? nil : JSONValue.Member("id", $0) }
        return .object(
            [.init("type", .string("Feature"))] + [id].compactMap(\.self)
                + [.init("geometry", geometry), .init("properties", row)])
    }

    /// Returns the point of two members, or of the one that has both numbers. A value that is not a position stays in
    /// the point, so that the reader of the Features reports it.
    private func position(_ north: JSONValue.Member, _ east: JSONValue.Member) -> JSONValue {
        let texts = [north, east].map { $0.value.scalarText?.trimmingBlanks() ?? "" }
        if north.value == east.value, north.name == east.name {
            if case .object = north.value { return north.value }
            if case .array = north.value, PointColumns.key(north.name) == "coordinates" {
                return Self.point(north.value)
            }
            // What can't be read is reported as a position without numbers.
            if let point = try? WrittenPosition.read(texts[0])?.coordinate { return Self.point(point) }
            return texts[0].isEmpty || WrittenGeometry(texts[0])?.position == .empty
                ? .null : Self.point(.array([north.value]))
        }
        if texts == ["", ""] { return .null }
        let (latitude, longitude) = SpreadsheetCells.plainNumbers(
            texts[0], texts[1], separator: UInt8(ascii: ","), areDegrees: true)
        if DecimalText.number(latitude) != nil, DecimalText.number(longitude) != nil {
            return Self.point(.array([.number(longitude), .number(latitude)]))
        }
        if let point = WrittenPosition.ofColumns(latitude: latitude, longitude: longitude)?.coordinate {
            return Self.point(point)
        }
        return Self.point(.array([east.value, north.value]))
    }

    private static func point(_ point: Coordinate) -> JSONValue {
        Self.point(.array([point.longitude, point.latitude].map { .number(.shortest($0)) }))
    }

    private static func point(_ coordinates: JSONValue) -> JSONValue {
        .object([.init("type", .string("Point")), .init("coordinates", coordinates)])
    }
}

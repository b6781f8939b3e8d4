internal import GeocliText

/// A geometry as databases and GIS programs write it in a text: WKT, also with an SRID; WKB in hexadecimal digits; or a
/// geometry of GeoJSON.
///
/// - Source: OGC 06-103r4, sections 7 and 8; PostGIS, "EWKB and EWKT"; RFC 7946, section 3.1.
public struct WrittenGeometry: Sendable, Equatable {
    /// The positions of a geometry that is meant as a point.
    public enum Position: Sendable, Equatable {
        case empty
        /// The numbers of the only position, as they were written.
        case one(x: String, y: String)
        /// The geometry has several positions, or it is a line or an area.
        case several
    }

    /// The position of a Point, of a MultiPoint with one position, or of a collection with one such member. Heights and
    /// measures are left out.
    public let position: Position
    public let system: Int?

    public init?(_ text: String) {
        let text = text.trimmingBlanks()
        guard let first = text.utf8.first else { return nil }
        switch first {
        case UInt8(ascii: "{"): self.init(json: text)
        case UInt8(ascii: "0"): self.init(hexadecimal: text)
        case 0x41...0x5A, 0x61...0x7A: self.init(words: text)
        default: return nil
        }
    }

    private init(_ position: Position, _ system: Int?) {
        self.position = position
        // 0 means that the system is not known.
        self.system = system == 0 ? nil : system
    }

    private init?(json text: String) {
        let bytes = Array(text.utf8)
        // A geometry in another system is not a position in degrees.
        guard (try? StatedSystem.check(bytes, in: "")) != nil else { return nil }
        let position = try? JSONStream.withCursor(bytes, name: "") { json -> Position? in
            let members = GeometryReader.Members(&json)
            guard members.isGeometry else { return nil }
            switch members.onlyPosition {
            case .empty: return Position.empty
            case .several, .noPoint: return .several
            case .one(var numbers):
                guard let list = numbers.value().arrayValue, list.count >= 2, case .number(let x) = list[0],
                    case .number(let y) = list[1]
                else { return nil }
                return .one(x: x, y: y)
            }
        }
        guard let position else { return nil }
        self.init(position, nil)
    }

    private init?(words text: String) {
        var rest = text[...]
        var system: Int?
        if rest.prefix(5).uppercased() == "SRID=" {
            guard let end = rest.firstIndex(of: ";"), let number = Int(rest[..<end].dropFirst(5)) else { return nil }
            system = number
            rest = rest[end...].dropFirst()
        }
        guard let position = Self.position(words: rest) else { return nil }
        self.init(position, system)
    }

    /// Returns the position of a geometry in WKT, inside `depth` collections; nil for any other text.
    private static func position(words text: Substring, depth: Int = 0) -> Position? {
        guard depth < maximumDepth else { return nil }
        let text = String(text).trimmingBlanks()
        let type = String(text.prefix { $0.isASCII && $0.isLetter }).uppercased()
        var rest = String(text.dropFirst(type.count)).trimmingBlanks()
        // The dimensions may follow the type with or without a blank.
        guard
            let name = names.first(where: { name in
                type == name || type.hasPrefix(name) && dimensions.contains(String(type.dropFirst(name.count)))
            })
        else { return nil }
        if type == name, let word = dimensions.first(where: { rest.uppercased().hasPrefix($0) }) {
            rest = String(rest.dropFirst(word.count)).trimmingBlanks()
        }
        if rest.uppercased() == "EMPTY" { return Position.empty }
        guard rest.first == "(", rest.last == ")" else { return nil }
        let inner = rest.dropFirst().dropLast()
        switch name {
        case "POINT": return numbers(inner)
        case "MULTIPOINT", "GEOMETRYCOLLECTION":
            let parts = parts(of: inner)
            guard parts.count == 1 else { return .several }
            return name == "MULTIPOINT" ? numbers(inner) : position(words: parts[0], depth: depth + 1)
        default: return .several
        }
    }

    /// The types of WKT, each before the types with which its name begins.
    private static let names = [
        "MULTIPOINT", "POINT", "MULTILINESTRING", "LINESTRING", "MULTIPOLYGON", "POLYGON", "GEOMETRYCOLLECTION",
    ]
    private static let dimensions = ["ZM", "Z", "M"]
    fileprivate static let maximumDepth = 8

    /// Returns the texts between commas that are in no brackets.
    private static func parts(of text: Substring) -> [Substring] {
        var depth = 0
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth == 0
        }
    }

    /// Returns the position of two to four numbers, perhaps in brackets. Some programs write commas between them.
    private static func numbers(_ text: Substring) -> Position? {
        var text = String(text).trimmingBlanks()
        if text.first == "(", text.last == ")" { text = String(text.dropFirst().dropLast()) }
        let words = text.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        guard 2...4 ~= words.count, words.allSatisfy({ DecimalText.number($0) != nil }) else { return nil }
        return .one(x: words[0], y: words[1])
    }

    private init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        // The shortest geometry has a byte order, a type and a number of parts.
        guard digits.count >= 18, digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        var reader = BinaryReader(bytes)
        guard let position = reader.position(), reader.isAtEnd || position == .several else { return nil }
        self.init(position, reader.system)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}

private struct BinaryReader {
    private var rest: ArraySlice<UInt8>
    private(set) var system: Int?

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the position of the next geometry, inside `depth` collections; nil for bytes that are not a geometry.
    mutating func position(depth: Int = 0) -> WrittenGeometry.Position? {
        guard depth < WrittenGeometry.maximumDepth, let order = rest.popFirst(), order <= 1, let word = integer(order)
        else { return nil }
        var dimensions = 2
        if word & 0x8000_0000 != 0 { dimensions += 1 }
        if word & 0x4000_0000 != 0 { dimensions += 1 }
        if word & 0x2000_0000 != 0 {
            guard let number = integer(order) else { return nil }
            system = Int(number)
        }
        let type = word & 0x0FFF_FFFF
        switch type / 1000 {
        case 0: break
        case 1, 2: dimensions += 1
        case 3: dimensions += 2
        default: return nil
        }
        switch type % 1000 {
        case 1: return point(order, dimensions)
        case 4, 7:
            guard let count = integer(order) else { return nil }
            return count == 0 ? WrittenGeometry.Position.empty : count > 1 ? .several : position(depth: depth + 1)
        case 2, 3, 5, 6: return .several
        default: return nil
        }
    }

    private mutating func point(_ order: UInt8, _ dimensions: Int) -> WrittenGeometry.Position? {
        guard rest.count >= 8 * dimensions else { return nil }
        var numbers: [Double] = []
        for _ in 0..<dimensions {
            guard let bits = word(order, 8) else { return nil }
            numbers.append(Double(bitPattern: bits))
        }
        // A point without a position has NaN for both numbers.
        if numbers[0].isNaN, numbers[1].isNaN { return WrittenGeometry.Position.empty }
        guard numbers[0].isFinite, numbers[1].isFinite else { return nil }
        return .one(x: .shortest(numbers[0]), y: .shortest(numbers[1]))
    }

    private mutating func integer(_ order: UInt8) -> UInt64? { word(order, 4) }

    private mutating func word(_ order: UInt8, _ count: Int) -> UInt64? {
        guard rest.count >= count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return (order == 0 ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

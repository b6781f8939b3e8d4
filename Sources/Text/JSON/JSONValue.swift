/// One JSON value in memory, with members in their order and numbers as the text in the document.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as the document spells it: `2283.0` is not `2283`.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Equatable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member `name`; if there are several, the last one, as in most readers. Nil if this is not an
    /// object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value at a path such as `names.primary`; nil if there is none. In an array, a number is the position of an
    /// element, from 0, and any other name leads into the first element that has it. A member whose own name contains
    /// the dots comes first.
    public func value(at path: String) -> JSONValue? {
        if let member = self[path] { return member }
        guard path.utf8.contains(UInt8(ascii: ".")) || arrayValue != nil else { return nil }
        return value(at: path[...])
    }

    private func value(at path: Substring) -> JSONValue? {
        switch self {
        case .object:
            if let member = self[String(path)] { return member }
            // Of two names that lead to a value, the longer one comes first.
            var name = path
            while let dot = name.lastIndex(of: ".") {
                name = path[..<dot]
                if let found = self[String(name)]?.value(at: path[path.index(after: dot)...]) { return found }
            }
            return nil
        case .array(let elements):
            let name = path.prefix { $0 != "." }
            guard !name.isEmpty, let index = Int(name), index >= 0 else {
                return elements.lazy.compactMap { $0.value(at: path) }.first
            }
            guard elements.indices.contains(index) else { return nil }
            return name.endIndex == path.endIndex
                ? elements[index] : elements[index].value(at: path[path.index(after: name.endIndex)...])
        default: return nil
        }
    }

    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The finite value of a number; nil for anything else.
    public var doubleValue: Double? {
        guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Whether no number in the value is too large for a double, such as `1e999`.
    public var isFinite: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number: doubleValue != nil
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.allSatisfy(\.value.isFinite)
        }
    }

    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The text of a string or a number; nil for anything else.
    public var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// Creates the value at `index`, which must already be checked, and moves `index` past it.
    init(checked bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) {
        switch bytes[index] {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            JSONMembers.forEach(in: bytes, at: &index) { bytes, name, index in
                members.append(Member(JSONSyntax.string(in: bytes, name), JSONValue(checked: bytes, at: &index)))
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            JSONMembers.forEachElement(in: bytes, at: &index) { bytes, index in
                elements.append(JSONValue(checked: bytes, at: &index))
            }
            self = .array(elements)
        default:
            let range = JSONMembers.scalarRange(in: bytes, at: index)
            index = range.upperBound
            self = .init(checkedScalar: bytes, range)
        }
    }

    private init(checkedScalar bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "\""): self = .string(JSONSyntax.string(in: bytes, range))
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default: self = .number(String(decoding: bytes[range], as: UTF8.self))
        }
    }
}

/// A JSON string as the bytes of a document spell it.
package enum JSONLiteral {
    /// Returns the text of a literal with quotes at both ends; nil for bytes that are not one whole literal.
    package static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\""),
            // The error is ignored here, because the reader of the document reports it.
            (try? JSONSyntax.valueEnd(in: bytes, from: 0, isFinal: true)) == bytes.count
        else { return nil }
        return JSONSyntax.string(in: bytes, 0..<bytes.count)
    }
}

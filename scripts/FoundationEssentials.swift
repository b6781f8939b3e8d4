// What ArgumentParser uses of Foundation, as a module of the same name, for scripts/build.sh.
//
// No other code of the programs uses Foundation. The whole library would be a sixth of geocli, for one description of
// the commands in JSON (`_dumpHelp`), from which the manual and the completions are made. If ArgumentParser uses more in
// a newer version, the build fails here. The tests are built with Foundation itself, and the tests of the packages
// compare the description of a release build with what the program does.

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

public struct Data {
    fileprivate let bytes: [UInt8]
}

extension String {
    public enum Encoding {
        case utf8
    }

    public init?(data: Data, encoding: Encoding) {
        self.init(decoding: data.bytes, as: UTF8.self)
    }
}

/// Writes a value as JSON with sorted keys.
public final class JSONEncoder {
    public struct OutputFormatting: OptionSet {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let prettyPrinted = Self(rawValue: 1)
        public static let sortedKeys = Self(rawValue: 2)
    }

    public var outputFormatting: OutputFormatting = []

    public init() {}

    public func encode(_ value: some Encodable) throws -> Data {
        let node = Node()
        try value.encode(to: NodeEncoder(node: node))
        return Data(bytes: Array(node.text(indent: "").utf8))
    }
}

/// A value of the document while it is made.
private final class Node {
    var scalar = "null"
    var members: [String: Node]?
    var elements: [Node]?

    func text(indent: String) -> String {
        let inner = indent + "  "
        if let members {
            let lines = members.sorted { $0.key < $1.key }
                .map { "\(inner)\(quoted($0.key)) : \($0.value.text(indent: inner))" }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
        guard let elements else { return scalar }
        let lines = elements.map { inner + $0.text(indent: inner) }
        return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    }
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

private struct NodeEncoder: Encoder, SingleValueEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.members = node.members ?? [:]
        return KeyedEncodingContainer(KeyedNode<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.elements = node.elements ?? []
        return UnkeyedNode(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {}

    func encode(_ value: some Encodable) throws {
        switch value {
        case let text as String: node.scalar = quoted(text)
        case let value as Bool: node.scalar = "\(value)"
        case let number as any BinaryInteger: node.scalar = "\(number)"
        case let number as any BinaryFloatingPoint: node.scalar = "\(number)"
        default: try value.encode(to: self)
        }
    }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> NodeEncoder {
        let member = Node()
        node.members?[key.stringValue] = member
        return NodeEncoder(node: member)
    }

    func encodeNil(forKey key: Key) { _ = member(key) }

    func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> { member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { NodeEncoder(node: node) }

    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct UnkeyedNode: UnkeyedEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.elements?.count ?? 0 }

    private func element() -> NodeEncoder {
        let element = Node()
        node.elements?.append(element)
        return NodeEncoder(node: element)
    }

    func encodeNil() { _ = element() }

    func encode(_ value: some Encodable) throws { try element().encode(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    func superEncoder() -> any Encoder { element() }
}

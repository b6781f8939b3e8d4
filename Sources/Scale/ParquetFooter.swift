internal import GeocliText
internal import Glibc

/// Reads the names of a Parquet file's columns. It reads only the file's footer.
/// - Source: parquet-format, "File Format" and parquet.thrift (FileMetaData, SchemaElement); Apache Thrift, "Thrift
///   Compact protocol encoding".
enum ParquetFooter {
    /// Maximum size of a footer that is read, in bytes. The footer of a file with 100,000 columns is smaller.
    private static let maximumBytes = 64 << 20

    /// Returns the names of the columns, in the order of the file, without columns inside other columns; nil if the
    /// footer is encrypted or larger than `maximumBytes`. Throws `PlainError` for a file that is missing or incomplete.
    static func columnNames(path: String) throws(PlainError) -> [String]? {
        let shown = DisplayText.singleLine(path)
        guard let file = fopen(path, "r") else { throw PlainError.missingFile(shown) }
        defer { fclose(file) }
        guard let tail = read(file, last: 8, before: 0) else { throw damaged(shown) }
        guard tail.suffix(4) != Array("PARE".utf8)[...] else { return nil }
        guard tail.suffix(4) == Array("PAR1".utf8)[...] else { throw damaged(shown) }
        let size = tail.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= maximumBytes else { return nil }
        guard let footer = read(file, last: size, before: 8), let names = names(footer) else { throw damaged(shown) }
        return names
    }

    private static func damaged(_ shown: String) -> PlainError {
        PlainError(
            .data, en: "\(shown) is not a complete Parquet file; check the path, or write the file again",
            ko: "\(shown)\(.topic) 온전한 Parquet 파일이 아닙니다. 경로를 확인하거나 파일을 다시 만드세요")
    }

    private static func read(_ file: UnsafeMutablePointer<FILE>, last size: Int, before end: Int) -> [UInt8]? {
        guard fseeko(file, -(size + end), SEEK_END) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return fread(&bytes, 1, size, file) == size ? bytes : nil
    }

    /// Returns the names of the top-level columns in the bytes of a FileMetaData; nil for other bytes.
    static func names(_ footer: [UInt8]) -> [String]? {
        var input = ThriftInput(footer[...])
        var names: [String]?
        let isWhole = input.fields { input, field, kind in
            guard field == 2, kind == .list, let (count, element) = input.listStart(), element == .structure else {
                return field != 2 && input.skip(kind)
            }
            names = columns(&input, count)
            return names != nil
        }
        return isWhole ? names : nil
    }

    /// The schema is a tree in depth-first order, in which each element states the number of its children.
    private static func columns(_ input: inout ThriftInput, _ count: Int) -> [String]? {
        var names: [String] = []
        // The number of unread children of each element that is not complete; the outermost is the table itself.
        var open: [Int] = []
        for _ in 0..<count {
            var (name, children): (String?, Int) = (nil, 0)
            let isWhole = input.fields { input, field, kind in
                switch (field, kind) {
                case (4, .text):
                    name = input.text()
                    return name != nil
                case (5, .int32):
                    guard let number = input.number(), 0...1 << 20 ~= number else { return false }
                    children = Int(number)
                    return true
                default: return input.skip(kind)
                }
            }
            guard isWhole, let name else { return nil }
            if open.count == 1 { names.append(name) }
            if !open.isEmpty { open[open.count - 1] -= 1 }
            if children > 0 || open.isEmpty { open.append(children) }
            while open.count > 1, open.last == 0 { open.removeLast() }
        }
        return open == [0] ? names : nil
    }
}

/// Reads Thrift's compact protocol. Each function returns nil or false if the bytes end or do not follow it.
private struct ThriftInput {
    enum Kind: UInt8 {
        case yes = 1
        case no, int8, int16, int32, int64, double, text, list, set, map, structure
    }

    private var bytes: ArraySlice<UInt8>
    private var depth = 0
    private static let maximumDepth = 64

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Calls `body` with each field of a structure. `body` must read or skip the value of the field.
    mutating func fields(_ body: (inout ThriftInput, _ field: Int64, Kind) -> Bool) -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return false }
        var field: Int64 = 0
        while let head = bytes.popFirst() {
            if head == 0 { return true }
            guard let kind = Kind(rawValue: head & 15) else { return false }
            if head >> 4 == 0 {
                guard let number = number(), 0...32767 ~= number else { return false }
                field = number
            } else {
                field += Int64(head >> 4)
            }
            guard body(&self, field, kind) else { return false }
        }
        return false
    }

    mutating func listStart() -> (count: Int, element: Kind)? {
        guard let head = bytes.popFirst(), let element = Kind(rawValue: head & 15) else { return nil }
        guard head >> 4 == 15 else { return (Int(head >> 4), element) }
        // Each element has at least one byte.
        guard let count = varint(), count <= UInt64(bytes.count) else { return nil }
        return (Int(count), element)
    }

    mutating func number() -> Int64? { varint().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) } }

    mutating func text() -> String? {
        guard let count = varint(), count <= UInt64(bytes.count) else { return nil }
        defer { bytes.removeFirst(Int(count)) }
        return String(validating: bytes.prefix(Int(count)), as: UTF8.self)
    }

    mutating func skip(_ kind: Kind) -> Bool {
        switch kind {
        case .yes, .no: return true
        case .int8: return take(1)
        case .int16, .int32, .int64: return varint() != nil
        case .double: return take(8)
        case .text: return varint().map { take($0) } ?? false
        case .structure: return fields { input, _, kind in input.skip(kind) }
        case .list, .set:
            guard let (count, element) = listStart() else { return false }
            return skip(count) { $0.skipElement(element) }
        case .map:
            guard let count = varint(), count <= UInt64(bytes.count) else { return false }
            guard count > 0 else { return true }
            guard let kinds = bytes.popFirst(), let key = Kind(rawValue: kinds >> 4),
                let value = Kind(rawValue: kinds & 15)
            else { return false }
            return skip(Int(count)) { $0.skipElement(key) && $0.skipElement(value) }
        }
    }

    private mutating func skip(_ count: Int, _ one: (inout ThriftInput) -> Bool) -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return false }
        for _ in 0..<count where !one(&self) { return false }
        return true
    }

    /// In a list or a map, a truth value is a byte. In a field, it is part of the field's kind.
    private mutating func skipElement(_ kind: Kind) -> Bool { kind == .yes || kind == .no ? take(1) : skip(kind) }

    private mutating func take(_ count: UInt64) -> Bool {
        guard count <= UInt64(bytes.count) else { return false }
        bytes.removeFirst(Int(count))
        return true
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            if shift < 64 { value |= UInt64(byte & 0x7F) << UInt64(shift) }
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}

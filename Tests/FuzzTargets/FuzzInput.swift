internal import GeocliText

/// The error for an input that breaks a promise of a target.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// The promise, and the actual result.
    public let description: String
}

func demand(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    guard holds else { throw BrokenPromise(description: promise()) }
}

/// The result of a reader: a value, or the error that it threw.
enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case failure(String)

    /// The result or the error of `body`. A broken promise is thrown again.
    init(_ body: () throws -> Value) throws {
        do {
            self = .value(try body())
        } catch let broken as BrokenPromise {
            throw broken
        } catch let error as any ExplainedError {
            self = .failure(Self.withoutAdvice(error.words.en))
        }
    }

    /// The bytes that have come so far decide what a message about a wrong byte advises, so only its place is compared.
    private static func withoutAdvice(_ text: String) -> String {
        let isAboutByte = text.contains("is not valid UTF-8 at byte") || text.contains("has a broken character at byte")
        guard isAboutByte else { return text }
        return text.replacing(/(?:is not valid UTF-8|has a broken character) at byte ([0-9]+).*/) {
            "wrong byte \($0.1)"
        }
    }

    var value: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}

extension ByteSource {
    /// `bytes` in pieces whose size is computed from the bytes. So no part of an input is reserved to choose the size,
    /// and any ordinary file can be a seed.
    static func pieces(_ bytes: [UInt8]) -> ByteSource {
        let size = 1 + Int(checksum(bytes) % 23)
        var rest = bytes[...]
        return ByteSource(name: "input") {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    /// `bytes` at once.
    static func whole(_ bytes: [UInt8]) -> ByteSource { ByteSource(name: "input", bytes: bytes) }
}

/// A number that depends on all `bytes`: FNV-1a.
func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// `bytes` as text, with invalid UTF-8 replaced: the form in which arguments and decoded fields arrive.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The first `count` lines of `bytes` as texts; the last one includes everything after it. Missing lines are empty.
func lines(_ bytes: [UInt8], count: Int) -> [String] {
    let parts = bytes.split(separator: 0x0A, maxSplits: count - 1, omittingEmptySubsequences: false)
    return (0..<count).map { $0 < parts.count ? text(Array(parts[$0])) : "" }
}

/// Whether two texts have the same bytes; `==` treats canonical equivalents as equal.
func areSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

/// Whether a text can neither move a cursor nor break a line nor change the direction of text. Uses the standard
/// library's properties, not geocli's own list.
func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
        let properties = scalar.properties
        return properties.generalCategory != .control && !properties.isBidiControl
            && properties.generalCategory != .lineSeparator && properties.generalCategory != .paragraphSeparator
    }
}

/// Whether `error` explains itself in one harmless line in both languages.
func demandExplained(_ error: any Error) throws {
    if let broken = error as? BrokenPromise { throw broken }
    guard let explained = error as? any ExplainedError else {
        throw BrokenPromise(description: "an error without a sentence: \(error)")
    }
    try demand(!explained.words.en.isEmpty && !explained.words.ko.isEmpty, "an error without words")
}

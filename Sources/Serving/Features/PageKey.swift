internal import GeocliText

/// Where a page of features begins: after the last feature of the previous page. Clients get this position as a text
/// that only the service understands.
struct PageKey: Equatable {
    /// The id of the last feature of the previous page.
    let last: String

    /// The text for a client. Its first letters depend on the rest and on the collection, so that the service notices a
    /// key that is damaged or belongs to a different collection.
    func text(in set: FeatureSet) -> String { Self.check(last, set) + last.utf8.map(Self.hexadecimal).joined() }

    init(last: String) { self.last = last }

    /// Reads the text of a key; nil for a text that is not a key of this collection.
    init?(_ text: String, in set: FeatureSet) {
        let digits = Array(text.utf8)
        guard digits.count > Self.checkLength, digits.count % 2 == 0, digits.count <= Self.maximumLength else {
            return nil
        }
        var bytes: [UInt8] = []
        for index in stride(from: Self.checkLength, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        guard let last = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(last: last)
        // This also refuses a different spelling of the same digits.
        guard self.text(in: set) == text else { return nil }
    }

    /// Whether a text has the form of a key, which the description of the service declares.
    static func hasForm(_ text: String) -> Bool {
        text.utf8.count > checkLength + 1
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    private static let checkLength = 8
    private static let maximumLength = 2048

    private static func check(_ last: String, _ set: FeatureSet) -> String {
        var hash = SHA256()
        hash.update(Array("\(set.id)\u{0}\(last)".utf8))
        return String(hash.hexDigest().prefix(checkLength))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }
}

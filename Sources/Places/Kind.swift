/// The kind of a place: a word from the feed's declaration, such as `used` or `library`. The database, JSON and
/// `--kind` use this word. `KindTitle` has the title that people see.
public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The word: 1 to 32 lower-case letters, digits and hyphens.
    public let rawValue: String

    /// A place that sells new books.
    public static let new = Kind(unchecked: "new")
    /// A place that sells used books.
    public static let used = Kind(unchecked: "used")
    /// A place whose feed states no kind that geocli knows.
    public static let other = Kind(unchecked: "other")
    /// The kinds of the bookstore feed, in the order in which listings show them. Every catalog counts its places of
    /// these kinds.
    public static let bookstoreKinds = [new, used, other]

    private static let maximumBytes = 32

    /// Creates a kind; nil for a text that can't be a kind.
    public init?(rawValue: String) {
        guard Self.isWord(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked word: String) { rawValue = word }

    /// Returns the kind that these bytes spell; nil if they can't be a kind. The usual kinds need no new string.
    package init?(bytes: UnsafeBufferPointer<UInt8>) {
        switch (bytes.count, Self.packed(bytes)) {
        case (3, 0x6E_6577): self = .new
        case (4, 0x7573_6564): self = .used
        case (5, 0x6F_7468_6572): self = .other
        default:
            guard Self.isWord(bytes) else { return nil }
            rawValue = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns the bytes of a short word as one number, the first byte highest; 0 for a longer word.
    private static func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.count > 8 ? 0 : bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        1...maximumBytes ~= bytes.count
            && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    /// Whether this kind is one of `bookstoreKinds`.
    public var isUsual: Bool { Self.bookstoreKinds.contains(self) }

    /// Returns the kinds in the order in which listings show them: first `bookstoreKinds`, then the others ordered by
    /// their words. Each kind is returned once.
    public static func inOrder(_ kinds: some Sequence<Kind>) -> [Kind] {
        let all = Set(kinds)
        return bookstoreKinds.filter(all.contains)
            + all.filter { !$0.isUsual }.sorted { $0.rawValue < $1.rawValue }
    }
}

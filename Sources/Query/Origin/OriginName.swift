internal import GeocliText

/// A text with which a person names a place: an id, a reference, or a name. A name may be limited to one kind of place.
public enum OriginName: Sendable, Equatable {
    /// A place's id. A text that consists only of digits is always read as an id. The digits stay as they were
    /// written, because station 0150 is not station 150.
    case id(Int64, digits: String)
    /// A text with a slash: a reference such as `seoul-bookstores/2283`, or else a name.
    case refOrName(String)
    /// A name of any kind of place.
    case name(String)
    /// A name of one kind of place, such as `name:1984` and `district:마포`.
    case nameOfKind(String, prefix: String)

    /// Reads a text that is not a position.
    public init(_ text: String) {
        let text = text.trimmingBlanks()
        if let own = Self(certain: text) {
            self = own
        } else {
            self = text.contains("/") ? .refOrName(text) : .name(text)
        }
    }

    /// Reads a text that can only be an id or a name of one kind; nil for other texts, which may be positions.
    public init?(certain text: String) {
        let text = text.trimmingBlanks()
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // No catalog has an id beyond 64 bits.
            self = .id(Int64(text) ?? .max, digits: text)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let prefix = text[..<colon].lowercased()
        guard !OriginKinds.named(prefix).isEmpty else { return nil }
        self = .nameOfKind(String(text[colon...].dropFirst()).trimmingBlanks(), prefix: prefix)
    }
}

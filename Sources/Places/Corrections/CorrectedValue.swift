/// The right value of a field, checked as a value of the feed would be.
public struct CorrectedValue: Sendable, Equatable {
    /// The field.
    public let field: CorrectionField
    /// The value as the history has it: E.164 for a phone, `latitude,longitude` for a point, a JSON array for `sns`, a
    /// day for `closed`; nil for none.
    public let text: String?

    /// Creates a value that was checked before.
    public init(unchecked field: CorrectionField, _ text: String?) {
        self.field = field
        self.text = text
    }
}

/// The right value of a field, checked in the same way as a value of the feed.
public struct CorrectedValue: Sendable, Equatable {
    /// The corrected field.
    public let field: CorrectionField
    /// The value as the history writes it: E.164 for a phone, `latitude,longitude` for a point, a JSON array for `sns`,
    /// a day for `closed`. Nil for no value.
    public let text: String?

    /// Creates a corrected value from a text that was checked before.
    public init(unchecked field: CorrectionField, _ text: String?) {
        self.field = field
        self.text = text
    }
}

public import GeocliText

/// Why a value is no place on earth.
public struct GeoError: ExplainedError, Equatable {
    /// What kind of value was wrong.
    public enum Code: String, Sendable {
        case latitude, longitude, box, geojson, marker, polygon, zoom
    }

    /// What kind of value was wrong.
    public let code: Code
    /// What happened and what to write instead.
    public let words: Words

    /// An error of kind `code`.
    public init(_ code: Code, en: String, ko: String) {
        self.code = code
        self.words = Words(en: en, ko: ko)
    }
}

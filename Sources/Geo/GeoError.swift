public import GeocliText

/// The reason why a value is not a valid position or geometry.
public struct GeoError: ExplainedError, Equatable {
    /// The kind of value that is wrong.
    public enum Code: String, Sendable {
        case latitude, longitude, box, geojson, marker, polygon, position, zoom
    }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus {
        switch code {
        case .latitude, .longitude, .box, .geojson, .polygon: .data
        // A wrong marker or zoom comes from an option here; in a file it would be an `InputFileError`.
        case .marker, .position, .zoom: .usage
        }
    }

    /// The kind of value that is wrong.
    public let code: Code
    /// The message: what happened and what to write instead.
    public let words: Words

    /// Creates an error of kind `code`.
    public init(_ code: Code, en: String, ko: String) {
        self.code = code
        self.words = Words(en: en, ko: ko)
    }
}

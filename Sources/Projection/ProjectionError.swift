public import GeocliText

/// The reason why a position can't be converted from one coordinate system to another.
public struct ProjectionError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The text is not the name of a coordinate system.
        case syntax
        /// PROJ does not know the coordinate system.
        case unknownCRS
        /// The coordinate system has neither a plane nor longitude and latitude: it has heights, or x, y and z.
        case unsupportedCRS
        /// PROJ knows both systems, but no datum shift between them.
        case noTransformation
        /// The point can't be represented in the other system.
        case outsideDomain
        /// libproj is not installed or can't be loaded.
        case libraryMissing
        /// proj.db is not installed or can't be read.
        case databaseMissing
    }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus {
        switch code {
        case .libraryMissing, .databaseMissing: .unavailable
        case .syntax, .unknownCRS, .unsupportedCRS, .noTransformation, .outsideDomain: .usage
        }
    }

    /// The kind of error.
    public let code: Code
    /// The message: what happened and what to do about it.
    public let words: Words

    /// Creates an error of kind `code`.
    init(_ code: Code, en: String, ko: String) {
        self.code = code
        self.words = Words(en: en, ko: ko)
    }

    static func syntax(_ text: String) -> ProjectionError {
        ProjectionError(
            .syntax, en: "\"\(text)\" is not a coordinate system; write a code such as EPSG:5186 or 5186, or KATEC",
            ko: "\"\(text)\"\(.topic) 좌표계가 아닙니다. EPSG:5186, 5186 같은 코드나 KATEC을 쓰세요")
    }

    static func libraryMissing(reason: String) -> ProjectionError {
        ProjectionError(
            .libraryMissing,
            en: "PROJ could not be loaded (\(reason)); install Debian's package with 'apt-get install libproj25'",
            ko: "PROJ를 불러올 수 없습니다(\(reason)). 'apt-get install libproj25'로 데비안 패키지를 설치하세요")
    }

    static let databaseMissing = ProjectionError(
        .databaseMissing,
        en: "PROJ found no proj.db that it can read; install it with 'apt-get install proj-data', "
            + "or set PROJ_DATA to its folder",
        ko: "PROJ가 읽을 수 있는 proj.db가 없습니다. 'apt-get install proj-data'로 설치하거나 PROJ_DATA에 폴더를 지정하세요")
}

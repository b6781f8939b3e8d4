internal import CGeocliProj
public import GeocliText

/// The name of a coordinate reference system: an authority's code, or a definition that PROJ can read.
///
/// - Units: the units of the system; longitude or easting is always first, even if the authority says otherwise.
/// - Edges: a value is only a name. Whether PROJ knows the system is checked when a `CoordinateTransform` is created.
public struct CRS: Hashable, Sendable {
    /// The text that PROJ gets.
    let definition: String

    /// Creates the system that `text` names: `EPSG:5174`, `epsg:5174`, `5174`, another authority's code, or `KATEC`.
    ///
    /// - Edges: upper and lower case are the same; a bare number is an EPSG code; blanks are not trimmed. A PROJ
    ///   string is refused here because it can name files; `proj(_:)` takes definitions from our own code.
    /// - Throws: `ProjectionError.Code.syntax` for any other text.
    public init(parsing text: String) throws(ProjectionError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.allSatisfy(isWord), let last = parts.last else { throw .syntax(text) }
        if parts.count == 2 {
            self.init(definition: text.uppercased())
        } else if parts.count == 1, last.utf8.allSatisfy(isDigit) {
            self.init(definition: "EPSG:\(last)")
        } else if text.uppercased() == CRS.katecName {
            self = .katec
        } else {
            throw .syntax(text)
        }
    }

    /// Returns the system that a PROJ string or WKT describes; `+type=crs` may be left out. A system on a datum other
    /// than WGS 84 needs `+towgs84`: without it, creating a transform to `wgs84` fails, because the result would be
    /// wrong by hundreds of meters.
    public static func proj(_ definition: String) -> CRS {
        let isBareProjString = definition.hasPrefix("+") && !definition.contains("+type=crs")
        return CRS(definition: isBareProjString ? definition + " +type=crs" : definition)
    }

    private init(definition: String) {
        self.definition = definition
    }
}

extension CRS {
    /// WGS 84, EPSG:4326, in degrees, longitude first.
    public static let wgs84 = CRS(definition: "EPSG:4326")

    /// Whether positions are longitude and latitude on WGS 84, so that reading them does not need PROJ: for EPSG:4326
    /// and OGC:CRS84, which differ only in their axis order. `CoordinateTransform.sourceIsGeographic` tells whether
    /// another system is geographic.
    public var isWGS84: Bool { self == .wgs84 || definition == "OGC:CRS84" }

    /// The EPSG code, also of OGC:CRS84; nil for any other system.
    public var epsgCode: Int? {
        isWGS84 ? 4326 : definition.hasPrefix("EPSG:") ? Int(definition.dropFirst("EPSG:".count)) : nil
    }

    /// Korean 1985 / Modified Central Belt, in meters: the system of LOCALDATA, the portal of local license data. Its
    /// central meridian is corrected by 10.405″; that of `epsg2097` is not.
    ///
    /// - Source: EPSG; datum shift "Korean 1985 to WGS 84 (1)", stated accuracy 1 m.
    public static let epsg5174 = CRS(definition: "EPSG:5174")

    /// Korean 1985 / Central Belt, in meters, without the correction of 10.405″: 255 m from `epsg5174` in Seoul.
    public static let epsg2097 = CRS(definition: "EPSG:2097")

    /// Korean 1985 / Unified CS, in meters: the "UTM-K (Bessel)" of older NAVER maps.
    public static let epsg5178 = CRS(definition: "EPSG:5178")

    /// Korea 2000 / Unified CS, in meters: "UTM-K".
    public static let epsg5179 = CRS(definition: "EPSG:5179")

    /// Korea 2000 / Central Belt, in meters: Kakao's "WTM", with a false northing of 500 km.
    public static let epsg5181 = CRS(definition: "EPSG:5181")

    /// Korea 2000 / Central Belt 2010, in meters: `epsg5181` with a false northing of 600 km.
    public static let epsg5186 = CRS(definition: "EPSG:5186")

    /// KATEC, also called KTM, in meters: the car navigation grid, which no authority lists.
    ///
    /// - Source: the definition in public use, with a three-parameter shift from Bessel. It agrees with six published
    ///   pairs of coordinates to within 5 m.
    public static let katec = CRS.proj(
        "+proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel +units=m "
            + "+towgs84=-146.43,507.89,681.46 +no_defs")
}

extension CRS: CustomStringConvertible {
    private static let katecName = "KATEC"

    /// The code, `KATEC`, or the definition. `init(parsing:)` can read the first two.
    public var description: String { self == .katec ? CRS.katecName : definition }
}

/// The name, code and definition of a coordinate system, as other programs read them.
public struct CRSDescription: Sendable, Equatable {
    /// The name of the system, such as `Korea 2000 / Central Belt 2010`.
    public let name: String
    /// The authority that lists the system, such as `EPSG`; nil if no authority does.
    public let authority: String?
    /// The code of the system at that authority, such as `5186`; nil if no authority lists the system.
    public let code: String?
    /// The definition of the system as well-known text of OGC 01-009 (WKT 1), on one line, as GDAL writes it.
    public let wellKnownText: String
    /// Whether the system's coordinates are degrees instead of distances on a plane.
    public let isGeographic: Bool

    /// Throws `ProjectionError` if libproj or proj.db is not installed, and for a system that PROJ doesn't know or
    /// can't write as WKT 1.
    public init(of crs: CRS) throws(ProjectionError) {
        var problem = cproj_problem.nothing
        guard let handle = cproj_description_create(crs.definition, &problem) else {
            throw Self.error(problem, of: crs)
        }
        defer { cproj_description_destroy(handle) }
        let name = cproj_description_name(handle).map { String(cString: $0) }
        // PROJ returns "unknown" for a system that no authority lists.
        self.name = name.flatMap { $0 == "unknown" ? nil : $0 } ?? crs.description
        authority = cproj_description_authority(handle).map { String(cString: $0) }
        code = cproj_description_code(handle).map { String(cString: $0) }
        wellKnownText = String(cString: cproj_description_wkt(handle))
        isGeographic = cproj_description_is_geographic(handle) != 0
    }

    private static func error(_ problem: cproj_problem, of crs: CRS) -> ProjectionError {
        switch problem {
        case .library, .nothing:
            .libraryMissing(reason: cproj_library_problem().map { String(cString: $0) } ?? "reason unknown")
        case .database: .databaseMissing
        case .unflatSource, .unflatTarget: .unsupportedCRS(crs)
        case .unknownSource, .unknownTarget, .operation: .unknownCRS(crs)
        }
    }
}

/// The reason why a position can't be converted from one coordinate system to another.
public struct ProjectionError: ExplainedError, Equatable {
    public enum Code: String, Sendable {
        /// The text is not the name of a coordinate system.
        case syntax
        case unknownCRS
        /// The coordinate system has neither a plane nor longitude and latitude: it has heights, or x, y and z.
        case unsupportedCRS
        case noTransformation
        case outsideDomain
        case libraryMissing
        case databaseMissing
    }

    public var exit: ExitStatus {
        switch code {
        case .libraryMissing, .databaseMissing: .unavailable
        case .syntax, .unknownCRS, .unsupportedCRS, .noTransformation, .outsideDomain: .usage
        }
    }

    public let code: Code
    public let words: Words

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

    static func unknownCRS(_ crs: CRS) -> ProjectionError {
        ProjectionError(
            .unknownCRS,
            en:
                "PROJ does not know the coordinate system \(crs); for Korea, choose EPSG:5174, 5178, 5179, 5181 or 5186",
            ko: "PROJ에 \(crs) 좌표계가 없습니다. 쓸 수 있는 한국 좌표계: EPSG:5174, 5178, 5179, 5181, 5186")
    }

    static func unsupportedCRS(_ crs: CRS) -> ProjectionError {
        ProjectionError(
            .unsupportedCRS,
            en: "\(crs) is not a two-dimensional coordinate system; choose one in meters or in degrees, "
                + "such as EPSG:5186",
            ko: "\(crs)\(.topic) 2차원 좌표계가 아닙니다. EPSG:5186처럼 미터 또는 경위도 좌표계를 지정하세요")
    }

    static func noTransformation(from source: CRS, to target: CRS) -> ProjectionError {
        ProjectionError(
            .noTransformation,
            en: "PROJ has no datum shift between \(source) and \(target); add +towgs84 to the PROJ definition, "
                + "or use another coordinate system",
            ko: "PROJ에 \(source)\(.with) \(target) 사이의 변환이 없습니다. PROJ 정의에 +towgs84를 더하거나 다른 좌표계를 지정하세요")
    }

    static func outsideDomain(x: Double, y: Double, of crs: CRS) -> ProjectionError {
        ProjectionError(
            .outsideDomain, en: "the point x \(x), y \(y) is outside the area of use of \(crs)",
            ko: "점 x \(x), y \(y)\(.topic) \(crs) 좌표계의 범위를 벗어납니다")
    }

    static func outsideDomain(longitude: Double, latitude: Double, of crs: CRS) -> ProjectionError {
        ProjectionError(
            .outsideDomain, en: "longitude \(longitude), latitude \(latitude) is outside the area of use of \(crs)",
            ko: "경도 \(longitude), 위도 \(latitude)\(.topic) \(crs) 좌표계의 범위를 벗어납니다")
    }
}

/// Returns whether `text` is a word of ASCII letters, digits and underscores.
private func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
        && text.utf8.allSatisfy { byte in
            isDigit(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

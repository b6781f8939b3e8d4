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

    /// Returns the system that a PROJ string or WKT describes.
    ///
    /// - Edges: `+type=crs` may be left out. A system on a datum other than WGS 84 needs `+towgs84`. Without this
    ///   parameter, creating a transform to `wgs84` fails, because the result would be wrong by hundreds of meters.
    public static func proj(_ definition: String) -> CRS {
        let isBareProjString = definition.hasPrefix("+") && !definition.contains("+type=crs")
        return CRS(definition: isBareProjString ? definition + " +type=crs" : definition)
    }

    private init(definition: String) {
        self.definition = definition
    }
}

extension CRS: CustomStringConvertible {
    private static let katecName = "KATEC"

    /// The code, `KATEC`, or the definition. `init(parsing:)` can read the first two.
    public var description: String { self == .katec ? CRS.katecName : definition }
}

extension CRS {
    /// WGS 84, EPSG:4326.
    ///
    /// - Units: degrees, longitude first.
    public static let wgs84 = CRS(definition: "EPSG:4326")

    /// Whether positions are longitude and latitude on WGS 84, so that reading them does not need PROJ.
    ///
    /// - Edges: true for EPSG:4326 and OGC:CRS84, which differ only in their axis order. False for every other
    ///   geographic system; `CoordinateTransform.sourceIsGeographic` tells whether another system is geographic.
    public var isWGS84: Bool { self == .wgs84 || definition == "OGC:CRS84" }

    /// The EPSG code, also of OGC:CRS84; nil for any other system.
    public var epsgCode: Int? {
        isWGS84 ? 4326 : definition.hasPrefix("EPSG:") ? Int(definition.dropFirst("EPSG:".count)) : nil
    }

    /// Korean 1985 / Modified Central Belt: the system of LOCALDATA, the portal of local license data. Its central
    /// meridian is corrected by 10.405″; the central meridian of `epsg2097` is not.
    ///
    /// - Units: meters.
    /// - Source: EPSG; datum shift "Korean 1985 to WGS 84 (1)", stated accuracy 1 m.
    public static let epsg5174 = CRS(definition: "EPSG:5174")

    /// Korean 1985 / Central Belt, without the correction of 10.405″. In Seoul, it differs from `epsg5174` by 255 m.
    ///
    /// - Units: meters.
    public static let epsg2097 = CRS(definition: "EPSG:2097")

    /// Korean 1985 / Unified CS, the "UTM-K (Bessel)" of older NAVER maps.
    ///
    /// - Units: meters.
    public static let epsg5178 = CRS(definition: "EPSG:5178")

    /// Korea 2000 / Unified CS, "UTM-K".
    ///
    /// - Units: meters.
    public static let epsg5179 = CRS(definition: "EPSG:5179")

    /// Korea 2000 / Central Belt, Kakao's "WTM", with a false northing of 500 km.
    ///
    /// - Units: meters.
    public static let epsg5181 = CRS(definition: "EPSG:5181")

    /// Korea 2000 / Central Belt 2010; `epsg5181` with a false northing of 600 km.
    ///
    /// - Units: meters.
    public static let epsg5186 = CRS(definition: "EPSG:5186")

    /// KATEC, also called KTM: the car navigation grid, which no authority lists.
    ///
    /// - Units: meters.
    /// - Source: the definition in public use, with a three-parameter shift from Bessel. It agrees with six published
    ///   pairs of coordinates to within 5 m.
    public static let katec = CRS.proj(
        "+proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel +units=m "
            + "+towgs84=-146.43,507.89,681.46 +no_defs")
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

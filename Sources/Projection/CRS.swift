/// A coordinate reference system by name: an authority's code, or a definition that PROJ can read.
///
/// - Units: whatever the system counts in; longitude or easting is always first, whatever its authority says.
/// - Edges: a value is only a name. Whether PROJ knows it turns out when a `CoordinateTransform` is made.
public struct CRS: Hashable, Sendable {
    /// What PROJ is asked for.
    let definition: String

    /// The system that `text` names: `EPSG:5174`, `epsg:5174`, `5174`, another authority's code, or `KATEC`.
    ///
    /// - Edges: upper and lower case are the same; a bare number is an EPSG code; blanks are not trimmed. PROJ
    ///   strings are not taken from text, because they can name files: `proj(_:)` is for definitions of our own.
    /// - Throws: `ProjectionError.Code.syntax` for anything else.
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

    /// The system that a PROJ string or WKT describes.
    ///
    /// - Edges: `+type=crs` may be left out. A system on another datum needs `+towgs84`: without it there is no
    ///   transform to `wgs84`, rather than one that is hundreds of meters off.
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

    /// The code, `KATEC`, or the definition. `init(parsing:)` reads all but definitions back.
    public var description: String { self == .katec ? CRS.katecName : definition }
}

extension CRS {
    /// WGS 84, EPSG:4326.
    ///
    /// - Units: degrees, longitude first.
    public static let wgs84 = CRS(definition: "EPSG:4326")

    /// Whether positions are longitude and latitude on WGS 84, so that no PROJ is needed to read them.
    ///
    /// - Edges: true for EPSG:4326 and OGC:CRS84, which differ only in their axis order. False for every other
    ///   geographic system; `CoordinateTransform.sourceIsGeographic` knows those.
    public var isWGS84: Bool { self == .wgs84 || definition == "OGC:CRS84" }

    /// Korea 1985 / Modified Central Belt: LOCALDATA's, with the 10.405″ that `epsg2097` lacks.
    ///
    /// - Units: meters.
    /// - Source: EPSG; datum shift "Korean 1985 to WGS 84 (1)", stated accuracy 1 m.
    public static let epsg5174 = CRS(definition: "EPSG:5174")

    /// Korean 1985 / Central Belt, without the 10.405″: 255 m from `epsg5174` in Seoul.
    ///
    /// - Units: meters.
    public static let epsg2097 = CRS(definition: "EPSG:2097")

    /// Korean 1985 / Unified CS, the older Naver maps' "UTM-K (Bessel)".
    ///
    /// - Units: meters.
    public static let epsg5178 = CRS(definition: "EPSG:5178")

    /// Korea 2000 / Unified CS, "UTM-K".
    ///
    /// - Units: meters.
    public static let epsg5179 = CRS(definition: "EPSG:5179")

    /// Korea 2000 / Central Belt, Kakao's "WTM"; false northing 500 km.
    ///
    /// - Units: meters.
    public static let epsg5181 = CRS(definition: "EPSG:5181")

    /// Korea 2000 / Central Belt 2010; `epsg5181` with a false northing of 600 km.
    ///
    /// - Units: meters.
    public static let epsg5186 = CRS(definition: "EPSG:5186")

    /// KATEC, also KTM: the car navigation grid, which no authority lists.
    ///
    /// - Units: meters.
    /// - Source: the definition in public use, three-parameter shift from Bessel; checked to 5 m against six
    ///   published pairs.
    public static let katec = CRS.proj(
        "+proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel +units=m "
            + "+towgs84=-146.43,507.89,681.46 +no_defs")
}

/// Whether `text` is a word of ASCII letters, digits and underscores.
private func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
        && text.utf8.allSatisfy { byte in
            isDigit(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

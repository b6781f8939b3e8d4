internal import CGeocliProj
public import GeocliGeo

/// A transform from one coordinate system to another and back. Longitude or easting is always first.
///
/// Creating a transform takes milliseconds. The first transform in a process takes twenty milliseconds or more, because
/// it loads libproj and opens proj.db. So create one per feed or export and keep it. A transform from WGS 84 to WGS 84
/// loads nothing.
///
/// - Edges: a transform owns a PROJ context, so only one thread may use it at a time; create one per thread. Operations
///   that leave out the datum shift ("ballpark") are never used. A transform uses no network and writes no log. A point
///   fails if transforming its result back gives a point more than a meter away from it. This check is needed because
///   PROJ's grids repeat themselves beyond the poles.
/// - Units: those of the systems, meters or degrees. Tested in both directions against `crs_control_points.tsv`:
///   EPSG:2097, 5178, 5179, 5181 and 5186 to 0.01 m, EPSG:5174 to 0.01 or 0.2 m depending on the point, KATEC to 5 m.
///   All but KATEC are also tested towards WGS 84, to 1 mm, against our own formulas. In Korea, the error after a
///   transform and its inverse is under 1 mm for Korea 2000 and under 1 cm across datums. A shift across datums leaves
///   out heights, so it is not exactly reversible.
public final class CoordinateTransform {
    enum Direction {
        case sourceToTarget, targetToSource
    }

    public let source: CRS
    public let target: CRS
    /// Whether coordinates in `source` are degrees of longitude and latitude instead of meters on a plane.
    public let sourceIsGeographic: Bool
    /// CProj's handle; nil if both systems are WGS 84.
    private let handle: OpaquePointer?

    /// Throws `ProjectionError` if libproj or proj.db is not installed, for a system that PROJ doesn't know, for one
    /// with neither a plane nor longitude and latitude, and for two systems without a datum shift between them.
    public init(from source: CRS, to target: CRS = .wgs84) throws(ProjectionError) {
        self.source = source
        self.target = target
        if source.isWGS84, target.isWGS84 {
            handle = nil
            sourceIsGeographic = true
            return
        }
        let handle = try CoordinateTransform.makeHandle(from: source, to: target)
        self.handle = handle
        sourceIsGeographic = cproj_transform_source_is_geographic(handle) != 0
    }

    deinit {
        cproj_transform_destroy(handle)
    }

    /// Returns the position on WGS 84, which must be `target`, of a point in `source`.
    ///
    /// - Units: `x` is the easting or longitude, `y` the northing or latitude, in the units of `source`.
    /// - Edges: a point far outside the area of use of `source` still has a result (x = y = 0 in EPSG:5174 is in the
    ///   Yellow Sea); the caller checks whether it is plausible.
    /// - Throws: `ProjectionError.Code.outsideDomain` for a point without a position on WGS 84, infinity and NaN.
    public func coordinate(x: Double, y: Double) throws(ProjectionError) -> Coordinate {
        precondition(target.isWGS84, "a Coordinate is on WGS 84")
        let (longitude, latitude) = convert(x: x, y: y, .sourceToTarget)
        do {
            return try Coordinate(longitude: longitude, latitude: latitude)
        } catch {
            throw .outsideDomain(x: x, y: y, of: source)
        }
    }

    /// Returns the point in `source` of a position on WGS 84, which must be `target`: the inverse of
    /// `coordinate(x:y:)`.
    ///
    /// - Throws: `ProjectionError.Code.outsideDomain` for a position that `source` can't represent.
    public func position(of coordinate: Coordinate) throws(ProjectionError) -> (x: Double, y: Double) {
        precondition(target.isWGS84, "a Coordinate is on WGS 84")
        let (x, y) = convert(x: coordinate.longitude, y: coordinate.latitude, .targetToSource)
        guard x.isFinite, y.isFinite else {
            throw .outsideDomain(longitude: coordinate.longitude, latitude: coordinate.latitude, of: source)
        }
        return (x, y)
    }

    /// Converts one point; a point that fails becomes infinite or NaN.
    func convert(x: Double, y: Double, _ direction: Direction) -> (x: Double, y: Double) {
        var (x, y) = (x, y)
        if let handle {
            cproj_transform_apply(handle, direction == .targetToSource ? 1 : 0, &x, &y, 1)
        }
        return (x, y)
    }

    private static func makeHandle(from source: CRS, to target: CRS) throws(ProjectionError) -> OpaquePointer {
        var problem = cproj_problem.nothing
        if let handle = cproj_transform_create(source.definition, target.definition, &problem) { return handle }
        switch problem {
        case .database: throw .databaseMissing
        case .unknownSource: throw .unknownCRS(source)
        case .unknownTarget: throw .unknownCRS(target)
        case .unflatSource: throw .unsupportedCRS(source)
        case .unflatTarget: throw .unsupportedCRS(target)
        case .operation: throw .noTransformation(from: source, to: target)
        case .library, .nothing:
            throw .libraryMissing(reason: cproj_library_problem().map { String(cString: $0) } ?? "reason unknown")
        }
    }
}

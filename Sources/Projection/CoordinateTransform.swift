internal import CGeocliProj
public import GeocliGeo

/// The way from one coordinate system to another and back, longitude or easting always first.
///
/// Making one costs milliseconds (twenty or more for the first of a process, which loads libproj and opens
/// proj.db), so it is made once per feed or export and kept. Between WGS 84 and WGS 84 it loads nothing.
///
/// - Edges: owns a PROJ context, so one thread uses it at a time; make one per thread. Operations that leave out
///   the datum shift ("ballpark") are never used. No network, no log. An answer that does not lead back to its
///   question within a meter is no answer: beyond the poles PROJ's grids repeat themselves.
/// - Units: as the systems count, meters or degrees. Tested both ways against `crs_control_points.tsv`: EPSG:2097,
///   5178, 5179, 5181 and 5186 to 0.01 m, EPSG:5174 to 0.01 and 0.2 m, KATEC to 5 m; and all but KATEC, on the way
///   to WGS 84, to 1 mm against formulas of our own. There and back in Korea: under 1 mm for Korea 2000, under 1 cm
///   across datums, because a shift without heights is not exactly reversible.
public final class CoordinateTransform {
    /// Which of the two systems a point comes from.
    public enum Direction: Sendable {
        case sourceToTarget, targetToSource
    }

    /// The system that points come from.
    public let source: CRS
    /// The system that points go to.
    public let target: CRS
    /// Whether `source` counts in degrees of longitude and latitude rather than in meters on a plane.
    public let sourceIsGeographic: Bool
    /// CProj's handle; nil where both systems are WGS 84.
    private let handle: OpaquePointer?

    /// The way from `source` to `target`.
    ///
    /// - Throws: `ProjectionError` for libproj or proj.db missing, for a system that PROJ doesn't know or that has
    ///   no plane and no longitude and latitude, and for two systems without a datum shift between them.
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

    /// Where on WGS 84 a point of `source` lies.
    ///
    /// - Units: `x` is the easting or longitude, `y` the northing or latitude, as `source` counts.
    /// - Edges: `target` must be WGS 84. A point far from where `source` is meant to be used still has an answer
    ///   (x = y = 0 in EPSG:5174 is in the Yellow Sea): whether it is plausible is the caller's question.
    /// - Throws: `ProjectionError.Code.outsideDomain` for a point that has no place, infinite or NaN included.
    public func coordinate(x: Double, y: Double) throws(ProjectionError) -> Coordinate {
        precondition(target.isWGS84, "a Coordinate is on WGS 84")
        let (longitude, latitude) = convert(x: x, y: y, .sourceToTarget)
        do {
            return try Coordinate(longitude: longitude, latitude: latitude)
        } catch {
            throw .outsideDomain(x: x, y: y, of: source)
        }
    }

    /// Where in `source` a position on WGS 84 lies: the inverse of `coordinate(x:y:)`.
    ///
    /// - Units: as `source` counts; `x` is the easting or longitude, `y` the northing or latitude.
    /// - Edges: `target` must be WGS 84.
    /// - Throws: `ProjectionError.Code.outsideDomain` for a position that `source` can't show.
    public func position(of coordinate: Coordinate) throws(ProjectionError) -> (x: Double, y: Double) {
        precondition(target.isWGS84, "a Coordinate is on WGS 84")
        let (x, y) = convert(x: coordinate.longitude, y: coordinate.latitude, .targetToSource)
        guard x.isFinite, y.isFinite else {
            throw .outsideDomain(longitude: coordinate.longitude, latitude: coordinate.latitude, of: source)
        }
        return (x, y)
    }

    /// Carries many points over in place and returns the indices of those that have no place, ascending.
    ///
    /// - Units: `xs` eastings or longitudes, `ys` northings or latitudes, as either system counts.
    /// - Edges: both arrays are equally long. A point that has no place becomes NaN in both, so that no one can take
    ///   it for a point of either system; its neighbours are unharmed. Longitudes beyond ±180 and latitudes beyond
    ///   ±90 are no points.
    /// - Complexity: O(n); half a million points a second from EPSG:5174, more than a million from EPSG:5186.
    public func convert(
        xs: inout [Double], ys: inout [Double], _ direction: Direction = .sourceToTarget
    ) -> [Int] {
        precondition(xs.count == ys.count, "as many xs as ys")
        apply(xs: &xs, ys: &ys, direction)
        var failed: [Int] = []
        for index in xs.indices where !xs[index].isFinite || !ys[index].isFinite {
            xs[index] = .nan
            ys[index] = .nan
            failed.append(index)
        }
        return failed
    }

    /// Carries one point over; a point that has no place becomes infinite or NaN.
    private func convert(x: Double, y: Double, _ direction: Direction) -> (x: Double, y: Double) {
        var (x, y) = (x, y)
        if let handle {
            cproj_transform_apply(handle, direction == .targetToSource ? 1 : 0, &x, &y, 1)
        }
        return (x, y)
    }

    /// Carries many points over; those that have no place become infinite or NaN.
    private func apply(xs: inout [Double], ys: inout [Double], _ direction: Direction) {
        guard let handle else { return markImpossibleDegrees(xs: &xs, ys: ys) }
        cproj_transform_apply(handle, direction == .targetToSource ? 1 : 0, &xs, &ys, xs.count)
    }

    /// Does to points on WGS 84 what PROJ does elsewhere: what is no position becomes NaN.
    private func markImpossibleDegrees(xs: inout [Double], ys: [Double]) {
        for index in xs.indices where !(abs(xs[index]) <= 180 && abs(ys[index]) <= 90) {
            xs[index] = .nan
        }
    }

    /// CProj's handle for two systems, or its problem in our words.
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

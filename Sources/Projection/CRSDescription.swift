internal import CGeocliProj

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

    /// Creates the description of `crs`.
    ///
    /// - Throws: `ProjectionError` if libproj or proj.db is not installed, and for a system that PROJ doesn't know or
    ///   can't write as WKT 1.
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

internal import CGeocliProj

/// What a coordinate system is called, and how others are told of it.
public struct CRSDescription: Sendable, Equatable {
    /// Its name, `Korea 2000 / Central Belt 2010`.
    public let name: String
    /// The authority that lists it, `EPSG`; nil where none does.
    public let authority: String?
    /// The authority's code, `5186`; nil where none lists it.
    public let code: String?
    /// Its definition as well-known text of OGC 01-009 (WKT 1), on one line, as GDAL writes it.
    public let wellKnownText: String
    /// Whether it counts in degrees rather than on a plane.
    public let isGeographic: Bool

    /// The description of `crs`.
    ///
    /// - Throws: `ProjectionError` for libproj or proj.db missing, and for a system that PROJ doesn't know or can't
    ///   write as WKT 1.
    public init(of crs: CRS) throws(ProjectionError) {
        var problem = cproj_problem.nothing
        guard let handle = cproj_description_create(crs.definition, &problem) else {
            throw Self.error(problem, of: crs)
        }
        defer { cproj_description_destroy(handle) }
        let name = cproj_description_name(handle).map { String(cString: $0) }
        // What PROJ calls a system that no authority lists.
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

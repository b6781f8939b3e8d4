internal import GeocliDatabase
public import GeocliPlaces

extension Catalog: LandmarkArchive {
    /// See `LandmarkArchive`.
    public func landmarkCount() throws -> Int { try read { try LandmarkTable.count($0) } }

    /// See `LandmarkArchive`.
    public func landmarks(key: String, limit: Int) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(key: key, limit: limit, $0) }
    }

    /// See `LandmarkArchive`.
    public func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(keyPrefix: keyPrefix, limit: limit, $0) }
    }

    /// See `LandmarkArchive`.
    public func landmarks(feedID: String) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(feedID: feedID, $0) }
    }

    /// See `LandmarkArchive`.
    public func landmarks() throws -> [Landmark] { try read(LandmarkTable.landmarks) }

    /// See `LandmarkArchive`.
    public func landmarkNames(limit: Int) throws -> [String] {
        try read { try LandmarkTable.names(limit: limit, $0) }
    }
}

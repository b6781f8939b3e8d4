internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// See `LandmarkSource`. Never throws, because an ingest can add landmarks to any catalog.
    public func requireLandmarks() {}

    /// See `LandmarkSource`.
    public func landmarkCount() throws -> Int { try read { try LandmarkTable.count($0) } }

    /// See `LandmarkSource`.
    public func landmarks(key: String, limit: Int) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(key: key, limit: limit, $0) }
    }

    /// See `LandmarkSource`.
    public func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(keyPrefix: keyPrefix, limit: limit, $0) }
    }

    /// See `LandmarkSource`.
    public func landmarks(feedID: String) throws -> [Landmark] {
        try read { try LandmarkTable.landmarks(feedID: feedID, $0) }
    }

    /// See `LandmarkSource`.
    public func landmarks() throws -> [Landmark] { try read(LandmarkTable.landmarks) }

    /// See `LandmarkSource`.
    public func landmarkNames(limit: Int) throws -> [String] {
        try read { try LandmarkTable.names(limit: limit, $0) }
    }

    /// Calls `body` with the landmarks whose numbers are greater than `id`, ordered by number, until it returns false.
    /// A landmark keeps its number as long as its feed has the landmark.
    public func forEachLandmark(after id: Int64, body: (ListedLandmark) throws -> Bool) throws {
        try read { try LandmarkTable.forEach($0, after: id, body) }
    }

    /// See `PlaceArchive`.
    public func forEachLandmarkKey(body: (_ key: String, _ ref: String) throws -> Void) throws {
        try read { try LandmarkTable.forEachKey($0, body) }
    }
}

/// The landmarks of a catalog: points to search from. Landmarks have no history, so even a catalog that is read as
/// of a past day has the current landmarks.
///
/// Only a complete catalog can answer these calls. Only one thread may use an object.
public protocol LandmarkArchive: AnyObject {
    /// Returns the number of landmarks; 0 in a catalog that is too old to have landmarks.
    func landmarkCount() throws -> Int

    /// Returns the landmarks that have this key (`LandmarkKeys`), ordered by feed and id, at most `limit` of them.
    ///
    /// - Complexity: O(log n + found), n landmarks.
    func landmarks(key: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks with a key that begins with this text, each once, ordered by key, feed and id; at most
    /// `limit` of them.
    func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks that have this id in their feeds, ordered by feed.
    func landmarks(feedID: String) throws -> [Landmark]

    /// Returns all landmarks, ordered by feed and id. All of them are held in memory.
    func landmarks() throws -> [Landmark]

    /// Returns the names of all landmarks, each once, at most `limit` of them.
    func landmarkNames(limit: Int) throws -> [String]

    /// Returns the last good run of each feed of landmarks, ordered by feed.
    func lastLandmarkRuns() throws -> [CatalogStatus.Run]
}

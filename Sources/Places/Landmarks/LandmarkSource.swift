/// The landmarks of a catalog: points to search from. Landmarks have no history, so they are those of now, also in a
/// catalog as of a day.
///
/// A catalog that is too old to have any answers as one without landmarks. Used by one thread.
public protocol LandmarkSource: AnyObject {
    /// Makes sure that the source could have landmarks.
    ///
    /// - Throws: what to do to get them, for a catalog on a server that was pushed without its landmarks.
    func requireLandmarks() throws

    /// Returns the number of landmarks.
    func landmarkCount() throws -> Int

    /// Returns the landmarks that have this key (`LandmarkKeys`), by feed and id, at most `limit`.
    ///
    /// - Complexity: O(log n + found), n landmarks.
    func landmarks(key: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks that have a key that begins with this text, by key, feed and id, each once, at most
    /// `limit`.
    func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks with this id of their feed, by feed.
    func landmarks(feedID: String) throws -> [Landmark]

    /// Returns all landmarks, by feed and id; all of them are in memory.
    func landmarks() throws -> [Landmark]

    /// Returns the names of all landmarks, each once, at most `limit`.
    func landmarkNames(limit: Int) throws -> [String]

    /// Returns the last good run of each feed of landmarks, by feed.
    func lastLandmarkRuns() throws -> [CatalogStatus.Run]
}

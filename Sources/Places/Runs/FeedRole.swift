/// What the rows of a feed are for. The database uses the raw values.
public enum FeedRole: String, Sendable, CaseIterable {
    /// Places that a catalog lists.
    case places
    /// Points to search from, such as stations. No listing contains them.
    case landmarks
}

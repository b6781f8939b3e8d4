/// The size of a share card, in pixels.
public enum CardSize: String, Sendable, CaseIterable {
    /// 1080 × 1920, for stories.
    case story
    /// 1080 × 1080, for posts.
    case square

    /// The width in pixels.
    public var width: Int { 1080 }
    /// The height in pixels.
    public var height: Int { self == .story ? 1920 : 1080 }
}

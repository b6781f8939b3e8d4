/// What was taken away with the outlines of districts.
public struct RemovedOutlines: Sendable, Equatable {
    /// How many outlines.
    public let outlineCount: Int
    /// How many statements of where they come from: one, but in a damaged catalog.
    public let sourceCount: Int

    /// Whether there was nothing to take away.
    public var isEmpty: Bool { outlineCount == 0 && sourceCount == 0 }
}

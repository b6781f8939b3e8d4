/// Notices when another process has changed the catalog or replaced its file.
public final class CatalogWatch: Sendable {
    /// Begins to watch, on a thread of its own.
    ///
    /// - Parameter onChange: called on that thread after each change.
    public init(_ settings: ServiceSettings, onChange: @escaping @Sendable () -> Void) {}

    /// Ends the watch.
    public func stop() {}
}

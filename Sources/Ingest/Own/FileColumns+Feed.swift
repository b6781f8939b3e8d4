internal import GeocliText

extension FileColumns {
    /// Returns the feed of such a file.
    ///
    /// - Parameter id: the feed's id.
    /// - Throws: `PlainError` for an option that is missing or wrong.
    public func feed(id: String) throws -> Feed {
        try check()
        var feed: Feed
        do {
            feed = try FeedDeclaration.feed(Array(declaration(id: id).utf8), name: id)
        } catch let error as DeclarationError {
            throw PlainError(option: Self.option(of: error.path), error.reason)
        }
        feed.columns = self
        feed.takesKindWords = kind != nil
        return feed
    }
}

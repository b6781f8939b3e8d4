internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

extension ShopRows {
    /// Creates the choice between rows of the same shop, with the preferred feeds from the `feeds` setting.
    ///
    /// - Throws: `UsageError` for `--unique` with a past day; the source's error for a server without links.
    init(_ source: some PlaceSource, isUnique: Bool) throws {
        try self.init(source, isUnique: isUnique, preferring: try PreferredFeeds.checked(in: source), .option)
    }

    /// Tells the user how many rows repeat a shop.
    func tell(_ form: Form = .rows, isQuiet: Bool) throws {
        if let note = try repeatNote(form) { Console.note(note, isQuiet: isQuiet) }
    }
}

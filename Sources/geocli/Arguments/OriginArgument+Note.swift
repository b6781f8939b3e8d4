internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliQuery

extension OriginArgument {
    /// Returns the position, and tells the user which place was chosen.
    ///
    /// - Throws: `OriginError`, and errors from reading the source.
    func origin(in source: some PlaceSource, _ common: CommonOptions) throws -> Origin {
        let origin = try origin(in: source)
        if let note = origin.note { Console.note(note, isQuiet: common.quiet) }
        return origin
    }
}

/// The reason why the rows that were staged can't be published.
///
/// The caller must read the source again from its start, with all rows compared: it calls
/// `IngestSession.startOver(comparesAll:)` first. A session can't read a source itself.
///
/// `isKnown` and `settleDuplicates` throw the first error, `publish` throws the second.
public enum RereadError: Error {
    /// A row contradicts an earlier row that was not kept.
    case contradiction
    /// Another run changed a bookstore that was treated as known.
    case changedMeanwhile
}

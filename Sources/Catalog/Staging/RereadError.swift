/// The reason why the staged rows can't be published, so that the source must be read again.
///
/// The caller calls `IngestSession.startOver(comparesAll: true)` and then reads the source again from its start. A
/// session can't read a source itself.
///
/// `isKnown` and `settleDuplicates` throw the first error; `publish` throws the second.
public enum RereadError: Error {
    /// A row contradicts an earlier row whose original was not kept.
    case contradiction
    /// Another run changed a place that this run treated as known, or the sample must now be removed although rows
    /// were treated as known.
    case changedMeanwhile
}

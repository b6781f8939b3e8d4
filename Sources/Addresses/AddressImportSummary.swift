/// The result of importing one file.
public struct AddressImportSummary: Sendable {
    /// The file's path.
    public let path: String
    /// The provinces in the file.
    public let regions: [String]
    /// The year and the month of the file.
    public let month: String
    /// The number of addresses with a point.
    public internal(set) var addressCount = 0
    /// The number of lines without a point.
    public internal(set) var withoutPointCount = 0
    /// The number of lines that are not entrances.
    public internal(set) var unusableCount = 0
    /// The number of the first line that could not be read, from 1; 0 if there is none.
    public internal(set) var firstUnusable = 0
}

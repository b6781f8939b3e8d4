/// A province whose addresses were imported.
public struct AddressRegion: Sendable, Equatable {
    /// The name of the province in the file.
    public let region: String
    /// The year and the month of the file, such as `2606`.
    public let month: String
    /// The kind of the file: `summary` (위치정보요약DB) or `entrances` (출입구 정보).
    public let kind: String
    /// The name of the file, without its folder.
    public let file: String
    /// The SHA-256 of the file.
    public let sha256: String
    /// The day of the import.
    public let importedOn: String
    /// The number of cities, counties and districts.
    public let districtCount: Int
    /// The number of addresses with a point.
    public let addressCount: Int
    /// The number of lines of the file without a point.
    public let withoutPointCount: Int
    /// The number of lines of the file that could not be read.
    public let unusableCount: Int
}

/// A province whose addresses were imported.
public struct AddressRegion: Sendable, Equatable {
    /// The province, as the file names it.
    public let region: String
    /// Year and month of the file, `2606`.
    public let month: String
    /// The kind of the file: `summary` (위치정보요약DB) or `entrances` (출입구 정보).
    public let kind: String
    /// The name of the file, without its folder.
    public let file: String
    /// The SHA-256 of the file.
    public let sha256: String
    /// The day of the import.
    public let importedOn: String
    /// The cities, counties and districts.
    public let districtCount: Int
    /// Addresses with a point.
    public let addressCount: Int
    /// Lines of the file without a point.
    public let withoutPointCount: Int
    /// Lines of the file that could not be read.
    public let unusableCount: Int
}

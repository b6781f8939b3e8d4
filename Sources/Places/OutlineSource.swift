/// The source of an imported file. The file contains the outlines of districts or a layer of the base map.
public struct OutlineSource: Sendable, Equatable {
    /// The title of the source.
    public let title: String
    /// The terms of use.
    public let license: String
    /// SHA-256 of the file, 64 lower-case hexadecimal digits.
    public let sha256: String
    /// The day of the import in Asia/Seoul, `YYYY-MM-DD`.
    public let importedOn: String

    /// Creates a source of outlines.
    public init(title: String, license: String, sha256: String, importedOn: String) {
        self.title = title
        self.license = license
        self.sha256 = sha256
        self.importedOn = importedOn
    }
}

/// Outlines of districts and their source, ready for a catalog.
public struct ImportedOutlines: Sendable {
    /// The outlines.
    public let outlines: [DistrictOutline]
    /// Their source.
    public let source: OutlineSource

    /// Creates outlines with their source.
    public init(_ outlines: [DistrictOutline], from source: OutlineSource) {
        self.outlines = outlines
        self.source = source
    }
}

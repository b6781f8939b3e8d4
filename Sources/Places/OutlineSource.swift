/// Where the outlines of districts come from.
public struct OutlineSource: Sendable, Equatable {
    /// What the source is called.
    public let title: String
    /// Under which terms it may be used.
    public let license: String
    /// SHA-256 of the file, 64 lower-case hexadecimal digits.
    public let sha256: String
    /// The day of the import in Asia/Seoul, `YYYY-MM-DD`.
    public let importedOn: String

    /// A source of outlines.
    public init(title: String, license: String, sha256: String, importedOn: String) {
        self.title = title
        self.license = license
        self.sha256 = sha256
        self.importedOn = importedOn
    }
}

/// What was taken away with the outlines of districts.
public struct RemovedOutlines: Sendable, Equatable {
    /// How many outlines.
    public let outlineCount: Int
    /// How many statements of where they come from: one, but in a damaged catalog.
    public let sourceCount: Int

    package init(
        outlineCount: Int, sourceCount: Int
    ) {
        self.outlineCount = outlineCount
        self.sourceCount = sourceCount
    }

    /// Whether there was nothing to take away.
    public var isEmpty: Bool { outlineCount == 0 && sourceCount == 0 }
}

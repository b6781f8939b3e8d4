public import GeocliGeo
public import GeocliText

/// The options for writing a listing.
public struct ListingOptions: Sendable {
    /// The format.
    public var format = ListingFormat.ndjson
    /// The keys to write, in this order; nil for the format's own choice.
    public var fields: [String]?
    /// Whether each row ends with links that open its place in maps.
    public var hasLinks = false
    /// Whether the row is written alone, without a list around it.
    public var isSingle = false
    /// Whether CSV keeps text that looks like a formula as it is.
    public var isRaw = false
    /// Whether CSV and TSV get a byte order mark and CRLF.
    public var isForExcel = false
    /// Whether each Feature of a sequence begins with a record separator (RFC 8142).
    public var hasRecordSeparators = false
    /// Whether GeoJSON keeps rows without a point, as Features whose geometry is null.
    public var keepsUnlocated = false
    /// The language of the titles.
    public var language = Language.english
    /// The width of the terminal that a table must fit, in columns; nil for tables with all columns and one line for
    /// each row.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal, where a row of CSV must be one line.
    var isTerminal = false
    /// Whether a table has colors.
    public var isStyled = false
    /// The map service that the names in a table link to; nil if the terminal shows no hyperlinks.
    public var hyperlinks: MapService?
    /// Whether a table without rows is not written at all, not even its heading.
    public var isQuiet = false
    /// Foreign members of a FeatureCollection that state the origin of the data.
    public var provenance: [JSONValue.Member] = []
    /// The origin of the data, for GeoPackage and KML.
    public var sources: [SourceStatement] = []

    /// Makes options for JSON lines with all columns.
    public init() {}

    /// Returns the same options for output to `file`.
    public func reaching(_ file: OutputFile) -> ListingOptions {
        var options = self
        options.isTerminal = file.isTerminal
        return options
    }
}

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
    /// Whether CSV leaves text that looks like a formula unchanged.
    public var isRaw = false
    /// Whether CSV and TSV get a byte order mark and CRLF.
    public var isForExcel = false
    /// Whether each Feature of a sequence begins with a record separator (RFC 8142).
    public var hasRecordSeparators = false
    /// Whether GeoJSON keeps rows without a point, as Features whose geometry is null.
    public var keepsUnlocated = false
    /// The language of the titles.
    public var language = Language.english
    /// The width in columns of the terminal that a table must fit. If it is nil, a table has all columns and one line
    /// for each row.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal, where a row of CSV must be one line.
    var isTerminal = false
    /// Whether a table has colors.
    public var isStyled = false
    /// The map service that the names in a table link to; nil if the terminal shows no hyperlinks.
    public var hyperlinks: MapService?
    /// Whether nothing is written for a table without rows, not even the heading.
    public var isQuiet = false
    /// Foreign members of a FeatureCollection that state the origin of the data.
    public var provenance: [JSONValue.Member] = []
    /// The origin of the data, for GeoPackage and KML.
    public var sources: [SourceStatement] = []

    /// Makes options for JSON lines with all columns.
    public init() {}

    /// Returns the same options, adapted to output to `file`.
    public func reaching(_ file: OutputFile) -> ListingOptions {
        var options = self
        options.isTerminal = file.isTerminal
        return options
    }
}

internal import GeocliAddresses
internal import GeocliExport
internal import GeocliIngest
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// The JSON of a command: the shapes of its rows, described by the columns that write them.
struct RowShapes: Sendable {
    /// The command, without `geocli` before it.
    let command: String
    /// The meaning of one document or row, in English.
    let about: String
    /// The shapes; a row has one of them.
    let shapes: [RowShape]
    /// The shapes of rows that no service sends.
    private let joined: [RowShape]

    var document: JSONValue { RowShape.document("geocli \(command)", about: about, of: shapes + joined) }

    private init(_ command: String, _ shapes: RowShape..., joined: RowShape...) {
        self.command = command
        about = "One row of 'geocli \(command)' in the formats ndjson and json."
        self.shapes = shapes
        self.joined = joined
    }

    private init(one command: String, _ shapes: RowShape...) {
        self.command = command
        about = "The one object that 'geocli \(command) --format json' prints."
        self.shapes = shapes
        joined = []
    }

    /// All commands that print JSON, in the order of help.
    static let all: [RowShapes] = [
        ingest,
        RowShapes("feeds list", RowShape("feeds list", ListingSchema<FeedListing>.feeds)),
        RowShapes("feeds check", RowShape("feeds check", ListingSchema<FeedFinding>.findings(.english))),
        RowShapes(
            "near",
            RowShape(
                "near", ListingSchema<Neighbor>.neighbors(ofSeveral: true).withOthers { _ in nil },
                required: keys(ListingSchema<Neighbor>.neighbors(ofSeveral: false))),
            joined: RowShape(
                "near --places FILE --from FILE (without --keep)",
                JoinColumns(kept: [], placeColumns: nil, read: []).schema(nil))),
        RowShapes("bbox", places("bbox")), RowShapes("inside", places("inside"), joined: inAreas),
        RowShapes("search", RowShape("search", hits(true).withOthers { _ in nil }, required: keys(hits(false)))),
        RowShapes("list", places("list")),
        RowShapes(one: "show", RowShape("show", ListingSchema<CatalogEntry>.place(others: []).withCorrections([]))),
        cluster,
        RowShapes(one: "status", RowShape("status", StatusView.schema)),
        RowShapes(
            "runs", RowShape("runs", ListingSchema<StoredRun>.runs),
            RowShape("runs RUN", ListingSchema<StoredReject>.rejects)),
        RowShapes("changes", RowShape("changes", ListingSchema<CatalogChange>.changes)),
        RowShapes("links list", RowShape("links list", ListingSchema<StoredLink>.sameShops)),
        RowShapes("links show", RowShape("links show", ListingSchema<StoredLink>.sameShops)),
        RowShapes(
            "issues list",
            RowShape(
                "issues list", ListingSchema<ListedIssue>.issues(hasDistance: true, .english),
                required: keys(ListingSchema<ListedIssue>.issues(hasDistance: false, .english)))),
        RowShapes(one: "issues show", RowShape("issues show", ListingSchema<IssueSheet>.issue(.english))),
        RowShapes("issues stats", RowShape("issues stats", ListingSchema<IssueStatistics.Row>.issueStatistics)),
        RowShapes("corrections list", RowShape("corrections list", ListingSchema<StoredCorrection>.corrections)),
        RowShapes("corrections show", RowShape("corrections show", ListingSchema<CorrectionSheet>.correctionSheets)),
        RowShapes("corrections check", RowShape("corrections check", ListingSchema<StoredCorrection>.corrections)),
        RowShapes(
            "corrections import", RowShape("corrections import", ListingSchema<ImportedRecord>.importedRecords)),
        RowShapes("mine marks", RowShape("mine marks", ListingSchema<MarkRow>.marks)),
        RowShapes("mine notes", RowShape("mine notes", ListingSchema<NoteRow>.notes)),
        RowShapes(one: "mine show", RowShape("mine show", ListingSchema<NoteRow>.notes)),
        RowShapes("mine journal", RowShape("mine journal", ListingSchema<MineWeek>.weeks)),
        RowShapes("mine log", RowShape("mine log", ListingSchema<LogRow>.mineLog)),
        RowShapes("mine import", RowShape("mine import", ListingSchema<ImportRow>.imported)),
        RowShapes("layers list", RowShape("layers list", ListingSchema<LayerSummary>.layers)),
        RowShapes("layers districts", RowShape("layers districts", ListingSchema<DistrictSummary>.districts)),
        RowShapes("layers check", RowShape("layers check", ListingSchema<MisplacedPlace>.misplaced)),
        RowShapes("addresses list", RowShape("addresses list", ListingSchema<AddressRegion>.addresses)),
        RowShapes("addresses find", RowShape("addresses find", ListingSchema<FoundAddress>.found(.english))),
        RowShapes("verify", RowShape("verify", ListingSchema<CatalogCheck>.checks(.english))),
        RowShapes("config", RowShape("config", ListingSchema<SettingRow>.settings)),
    ]

    private static let ingest = RowShapes(
        one: "ingest", RowShape("ingest", ReportView.schema),
        RowShape("ingest --all", ListingSchema<FeedRun>.feedRuns))

    private static let cluster = RowShapes(
        "cluster",
        RowShape(
            "cluster --zoom Z",
            ListingSchema<ClusterRow<CatalogEntry>>.clusters(withMembers: true).withOthers { _ in nil },
            required: keys(ListingSchema<ClusterRow<CatalogEntry>>.clusters(withMembers: false))),
        RowShape(
            "cluster --from FILE --zoom Z", ListingSchema<ClusterRow<FilePoint>>.clusters(withMembers: true),
            required: keys(ListingSchema<ClusterRow<FilePoint>>.clusters(withMembers: false))),
        RowShape(
            "cluster --all-zooms", ListingSchema<LevelRow<CatalogEntry>>.levels().withOthers { _ in nil },
            required: keys(ListingSchema<LevelRow<CatalogEntry>>.levels())),
        RowShape("cluster --from FILE --all-zooms", ListingSchema<LevelRow<FilePoint>>.levels()))

    private static let inAreas: RowShape = {
        let columns = AreaColumns(nameKey: "name", kept: [], fields: nil, listsOutside: true)
        return RowShape(
            "inside --areas FILE --from FILE (without --keep)", columns.schema(nil), required: ["query", "area"])
    }()

    private static func places(_ command: String) -> RowShape {
        RowShape(
            command, ListingSchema<CatalogEntry>.places.withOthers { _ in nil },
            required: keys(ListingSchema<CatalogEntry>.places))
    }

    private static func hits(_ hasAll: Bool) -> ListingSchema<SearchHit> {
        .hits(hasPlace: hasAll, isExplained: hasAll, language: .english)
    }

    private static func keys<Row>(_ schema: ListingSchema<Row>) -> [String] { schema.columns.map(\.key) }
}

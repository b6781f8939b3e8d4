internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// A kind of rows, which decides the options of a command that lists them.
protocol ListedRows {
    /// The short forms of `--format`.
    associatedtype Short: ShortFormat

    /// The formats that the user can choose from.
    static var formats: [ListingFormat] { get }
    /// The file name endings that select one of the formats.
    static var endings: [String] { get }
    /// Some of the keys, as an example of `--fields`.
    static var someKeys: String { get }
    /// Whether the listing has only one row, so that no option limits its rows.
    static var isSingle: Bool { get }
    /// Whether the rows are a person's own records, so that only this person can read a file of them.
    static var isPrivate: Bool { get }
    /// What the help says about the number of rows if `--limit` is not given.
    static var usualLimit: Words { get }
}

extension ListedRows {
    static var isSingle: Bool { false }
    static var isPrivate: Bool { false }
    static var usualLimit: Words { Words(en: "all", ko: "모두") }
}

/// Rows that can have a position on a map.
protocol RowsOnMap: ListedRows where Short == MapShortFormat {}

extension RowsOnMap {
    static var formats: [ListingFormat] { ListingFormat.listings }
    static var endings: [String] { [".geojson", ".json", ".ndjson", ".csv", ".tsv"] }
}

/// Rows without a position.
protocol RowsWithoutPlace: ListedRows where Short == TableShortFormat {}

extension RowsWithoutPlace {
    static var formats: [ListingFormat] { ListingFormat.tables }
    static var endings: [String] { [".json", ".ndjson", ".csv", ".tsv", ".txt"] }
}

/// Places.
enum PlacedRows: RowsOnMap { static let someKeys = "id,name,phone" }

/// Places with a distance.
enum NearRows: RowsOnMap {
    static let someKeys = "id,name,distance_m"
    static var usualLimit: Words { Words(en: "10, or all with --within", ko: "10, --within을 쓰면 모두") }
}

/// One place.
enum SingleRow: RowsOnMap {
    static let someKeys = "id,name,phone"
    static let isSingle = true
}

/// Markers of a map.
enum MarkerRows: RowsOnMap { static let someKeys = "id,name,kind" }

/// Changes of places.
enum ChangeRows: RowsOnMap { static let someKeys = "run_id,what,name" }

/// Places outside their district.
enum MisplacedRows: RowsOnMap { static let someKeys = "id,name,point_district" }

/// Outlines of districts.
enum DistrictRows: RowsOnMap { static let someKeys = "name,places" }

/// Layers: those of the base map, and the outlines of districts.
enum LayerRows: RowsWithoutPlace { static let someKeys = "role,title,license" }

/// Imported addresses.
enum AddressRows: RowsWithoutPlace { static let someKeys = "region,month,addresses" }

/// An address that was looked up.
enum FoundAddressRows: RowsWithoutPlace { static let someKeys = "found,latitude,longitude" }

/// Runs, or the rows that a run rejected.
enum RunRows: RowsWithoutPlace { static let someKeys = "run_id,date,outcome" }

/// Checks of a catalog.
enum CheckRows: RowsWithoutPlace { static let someKeys = "check,ok" }

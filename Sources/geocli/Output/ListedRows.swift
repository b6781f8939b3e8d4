internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

/// A kind of rows, which decides the options of a command that lists them.
protocol ListedRows {
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
    /// What the help says about the format if neither an option nor a file name selects one.
    static var usualFormat: Words { get }
    /// What the help says about the number of rows if `--limit` is not given.
    static var usualLimit: Words { get }
}

extension ListedRows {
    static var isSingle: Bool { false }
    static var isPrivate: Bool { false }
    static var usualLimit: Words { Words(en: "all", ko: "모두") }
    static var usualFormat: Words {
        Words(en: "table on a terminal, ndjson otherwise", ko: "터미널에서는 table, 그 밖에는 ndjson")
    }
}

/// Rows that can have a position on a map.
protocol RowsOnMap: ListedRows {}

extension RowsOnMap {
    static var formats: [ListingFormat] { ListingFormat.listings }
    static var endings: [String] { [".geojson", ".json", ".ndjson", ".csv", ".tsv"] }
}

/// Rows without a position.
protocol RowsWithoutPlace: ListedRows {}

extension RowsWithoutPlace {
    static var formats: [ListingFormat] { ListingFormat.tables }
    static var endings: [String] { [".json", ".ndjson", ".csv", ".tsv", ".txt"] }
}

enum PlacedRows: RowsOnMap { static let someKeys = "id,name,phone" }

enum NearRows: RowsOnMap {
    static let someKeys = "id,name,distance_m"
    static var usualLimit: Words { Words(en: "10, or all with --within", ko: "10, --within을 쓰면 모두") }
}

/// One place.
enum SingleRow: RowsOnMap {
    static let someKeys = "id,name,phone"
    static let isSingle = true
}

enum MarkerRows: RowsOnMap { static let someKeys = "id,name,kind" }
enum ChangeRows: RowsOnMap { static let someKeys = "run_id,what,name" }
/// Places outside their district.
enum MisplacedRows: RowsOnMap { static let someKeys = "id,name,point_district" }
enum DistrictRows: RowsOnMap { static let someKeys = "name,places" }
/// Layers: those of the base map, and the outlines of districts.
enum LayerRows: RowsWithoutPlace { static let someKeys = "role,title,license" }
enum AddressRows: RowsWithoutPlace { static let someKeys = "region,month,addresses" }
enum FoundAddressRows: RowsWithoutPlace { static let someKeys = "found,latitude,longitude" }
/// Runs, or the rows that a run rejected.
enum RunRows: RowsWithoutPlace { static let someKeys = "run_id,date,outcome" }
enum CheckRows: RowsWithoutPlace { static let someKeys = "check,ok" }

/// The short forms of `--format`: `--json` means `--format json`.
enum ShortFormat {
    /// - Parameter formats: the formats that the command has. The help leaves out the short forms of other formats.
    static func help(_ format: ListingFormat, among formats: [ListingFormat]) -> ArgumentHelp {
        ArgumentHelp(
            "The same as --format \(format.rawValue).", ko: "--format \(format.rawValue) 옵션과 같습니다.",
            visibility: formats.contains(format) ? .default : .hidden)
    }

    /// Returns the format that `--format` or a short form names; nil if neither was given.
    ///
    /// - Throws: `UsageError` if two formats were given.
    static func word(_ named: String?, _ short: [(format: ListingFormat, isGiven: Bool)]) throws -> String? {
        let given = short.filter(\.isGiven).map(\.format.rawValue)
        guard let first = given.first else { return named }
        let isSame = named.map { $0.trimmingBlanks().lowercased() == first } ?? true
        let other = given.count > 1 ? "--\(given[1])" : isSame ? nil : named
        guard let other else { return first }
        let shown = given.count > 1 ? other : "--format \(DisplayText.singleLine(other))"
        throw UsageError(
            en: "--\(first) and \(shown) are two formats; give only one of them",
            ko: "형식을 두 가지 썼습니다: --\(first), \(shown). 하나만 쓰세요")
    }
}

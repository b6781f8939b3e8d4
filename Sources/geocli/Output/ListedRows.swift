internal import ArgumentParser
internal import GeocliAsking
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

/// A short form of `--format`: `--json` means `--format json`.
protocol ShortFormat: EnumerableFlag, RawRepresentable, TextOutputStreamable where RawValue == String {}

extension ShortFormat {
    // At each start, the parser asks each case for its text. Without this function, the Swift runtime would search all
    // conformances of the program for three other ways to get it.
    func write(to target: inout some TextOutputStream) { target.write(rawValue) }

    // Otherwise the parser would derive the same name from the case's name at every start, letter by letter.
    static func name(for value: Self) -> NameSpecification { .customLong(value.rawValue) }

    static func help(for value: Self) -> ArgumentHelp? {
        ArgumentHelp("The same as --format \(value.rawValue).", ko: "--format \(value.rawValue) 옵션과 같습니다.")
    }

    /// Returns the format that `--format` or a short form names; nil if neither was given.
    ///
    /// - Throws: `UsageError` if two formats were given.
    static func word(_ named: String?, _ short: [Self]) throws -> String? {
        guard let first = short.first else { return named }
        let other = short.first { $0 != first }.map { "--\($0.rawValue)" }
        let isSame = named.map { $0.trimmingBlanks().lowercased() == first.rawValue } ?? true
        guard let other = other ?? (isSame ? nil : named.map { "--format \(DisplayText.singleLine($0))" }) else {
            return first.rawValue
        }
        throw UsageError(
            en: "--\(first.rawValue) and \(other) are two formats; give only one of them",
            ko: "형식을 두 가지 썼습니다: --\(first.rawValue), \(other). 하나만 쓰세요")
    }
}

enum MapShortFormat: String, ShortFormat { case json, csv, geojson }
enum TableShortFormat: String, ShortFormat { case json, csv }
enum FileShortFormat: String, ShortFormat { case geojson, csv }
enum ResultShortFormat: String, ShortFormat { case json }

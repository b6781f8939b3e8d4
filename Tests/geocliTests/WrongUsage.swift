import Foundation
import TestSupport
import Testing

/// A wrong command line, its one line of error, and the exit code.
struct WrongUsage: CustomTestStringConvertible, Sendable {
    /// As `CommandWords` splits it.
    let line: String
    /// The line on standard error, after `geocli: `.
    let says: String
    let status: Int32

    init(_ line: String, _ says: String, _ status: Int32 = 64) {
        self.line = line
        self.says = says
        self.status = status
    }

    var testDescription: String { "geocli \(line)" }

    /// Runs it in a folder with the sample's catalog.
    func check() throws {
        let run = try Workplace.sample.get().geocli(line)
        #expect(run.errorText == "geocli: \(says)\n")
        #expect(run.status == status)
        #expect(run.output.isEmpty)
    }

    // The endings of several sentences: what to write instead.
    static let position = "write latitude,longitude in degrees, such as 37.5563,126.9236"
    static let box = "write west,south,east,north in degrees, such as 126.97,37.55,127.00,37.58"
    static let distance = "write a distance with its unit, such as 800m or 1.5km"
    static let reason =
        "--accept needs a reason: say in your own words why the feed is right; it is recorded with the run"
    static let positive = "write a whole number, 1 or more"
    static let run = "write the number of a run, such as 12, or last"
    static let fields =
        "id, ref, name, kind, district, address, phone, phone_raw, website, sns, latitude, longitude, "
        + "first_seen, last_seen, missing_runs, removed_on, closed_on, point_source, corrected, link_naver, link_kakao, link_google, link_apple, link_osm"
    static let reader = "use only letters, digits, -, _ and . (at most 100 bytes, with no . at the start)"
    static let since =
        "write a run's number such as 12, a day such as 2026-09-21, yesterday or 7d, the id of an event, or last"
    static let place = "write an id such as 12, a reference such as seoul-bookstores/2283, or a name"
    static let isPosition =
        "this is a position; write the id or the name of a place ('geocli near' lists the nearest places)"
    static let day = "write a day such as 2026-09-21, yesterday or 7d"
    static let district = "no such district; write a district as 마포구, 마포 or mapo"
    static let meantDistrict = "no such district; did you mean"
    static let ending = "unknown file extension; use .geojson, .json, .ndjson, .csv or .tsv, or give --format"
    static let noPlace = "these rows have no position on a map"
    static let plainFormats = "choose one of table, json, ndjson, csv, tsv"
    static let list = "list all with 'geocli list --fields id,ref,name'"
    static let leftAlone = "geocli did not change the file; choose another file with --db"
    static let makeOne =
        "create one with 'geocli ingest --sample' (made-up bookstores), 'geocli ingest' (real ones, free key: https://data.seoul.go.kr) or 'geocli ingest --feed ID' (another feed), or choose another with --db"
    static let baseAddress =
        "SOURCE must be only the base address of the service, such as http://openapi.seoul.go.kr:8088; "
        + "other users can read a key on the command line, so put the key into SEOUL_OPENAPI_KEY"
    static let fetchingOnly = "only works with a service; leave it out for saved pages"
    static let feeds =
        "seoul-bookstores, seoul-libraries, seoul-small-libraries, seoul-culture, seoul-stations, kcisa-indie-bookstores, kcisa-used-bookstores, localdata-animal-hospitals, places"
    static let exportFormats =
        "export writes geojson, geojsonseq, csv, tsv, gpkg or kml; use 'geocli list' for other formats"
    static let exportEnding =
        "unknown file extension; use .geojson, .geojsonl, .csv, .tsv, .gpkg or .kml, or give --format"
    static let onlyExport = "only 'geocli export' writes"
    static let needsFile = "a GeoPackage is a database and can't be written to a pipe or a device; use -o FILE.gpkg"
}

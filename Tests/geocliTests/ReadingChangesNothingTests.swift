import Foundation
import TestSupport
import Testing

/// A query never creates or changes the catalog file.
@Suite struct ReadingChangesNothingTests {
    private static let queries = [
        "list", "near 37.5,127 -k 9", "near 37.5,127 --within 3km", "bbox 126,37,128,38", "search 책", "show 1 --links",
        "cluster --zoom 12 --members", "cluster --all-zooms", "export", "status", "runs last", "runs", "verify",
        "inside mapo", "inside .", "layers", "layers districts", "layers check",
        "layers import missing.geojson --role districts",
        "layers remove districts",
        "changes", "changes --since 1", "changes --reader bot --mark-read", "list --as-of 2026-09-21",
        "show 1 --as-of 2026-09-20",
        "list --match ''", "sql 'SELECT * FROM places'", "sql 'DELETE FROM place'",
        "show 0", "issues", "issues show 1", "issues stats", "issues report", "issues accept 9999 --because x",
        "issues new nix/1 x", "issues list --near 37.5,127 --sort severity",
        "list --fields nme", "ingest --dry-run --sample",
    ]

    @Test func queriesLeaveTheFileByteForByte() throws {
        let place = try Workplace.sample.get().copy()
        // Like a closed catalog: all data is in one file.
        let file = place.file(Workplace.catalogName)
        let before = try Data(contentsOf: file)
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        for query in Self.queries {
            _ = try place.geocli(query)
            #expect(try Data(contentsOf: file) == before, "geocli \(query)")
        }
        let after = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        #expect(date == after)
        #expect(try place.names == [Workplace.catalogName])
    }

    @Test func queriesMakeNoCatalog() throws {
        let place = try Workplace()
        for query in Self.queries {
            let run = try place.geocli(query)
            if !query.hasPrefix("ingest") { #expect(run.status == 66 || run.status == 64, "geocli \(query)") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty, "geocli \(query)")
        }
    }

    @Test func theCatalogIsFoundWhereItIsPromised() throws {
        let place = try Workplace()
        try FileManager.default.createDirectory(at: place.file("data/geocli"), withIntermediateDirectories: true)
        try place.succeed("ingest --sample -q --db data/geocli/catalog.sqlite")
        let data = place.file("data").path
        let missing = ["GEOCLI_DB": ""]
        #expect(
            try place.geocli("list --limit 1", environment: ["GEOCLI_DB": "data/geocli/catalog.sqlite"]).status == 0)
        #expect(
            try place.geocli("list --limit 1", environment: missing.merging(["XDG_DATA_HOME": data]) { $1 }).status == 0
        )
        try FileManager.default.createDirectory(at: place.file("home/.local"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: place.file("data"), to: place.file("home/.local/share"))
        let home = ["HOME": place.file("home").path]
        #expect(try place.geocli("list --limit 1", environment: missing.merging(home) { $1 }).status == 0)
        let other = try place.geocli("list --db other.sqlite", environment: missing.merging(home) { $1 })
        #expect(other.status == 66, "--db comes before the variable")
    }
}

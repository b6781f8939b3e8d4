import Foundation
import TestSupport
import Testing

/// The files of `export`, read by readers of each format and compared with `list`, `cluster` and `changes` of the same
/// rows.
@Suite(.enabled(if: MapTools.canRun, "ogr2ogr is not installed")) struct ExportFileTests {
    /// Catalogs with different kinds of difficult content.
    enum Source: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case sample, world, hostile, history, oneRow, noPoints

        var testDescription: String { rawValue }

        func place() throws -> Workplace {
            switch self {
            case .sample: try Workplace.sample.get().copy()
            case .world: try Workplace.world.get().copy()
            case .hostile: try HostileText.place.get().copy()
            case .history: try ExportFileTests.history()
            case .oneRow: try .ingested([FeedPage(rows: [.init(id: "1", name: "하나")])])
            case .noPoints:
                try .ingested([
                    FeedPage(rows: (1...3).map { .init(id: "\($0)", name: "곳 \($0)", latitude: "", longitude: "") })
                ])
            }
        }
    }

    /// Nights on which places come, move, lose their point, change, go, close and return.
    private static func history() throws -> Workplace {
        func row(_ id: Int, _ latitude: String = "37.5", name: String = "책방") -> FeedPage.Row {
            .init(id: "\(id)", name: "\(name) \(id)", latitude: latitude, longitude: "126.\(id)")
        }
        let nights = [
            [row(1), row(2), row(3), row(4), row(5)],
            [row(1, "37.6"), row(2), row(3), row(4), row(6)],
            [row(1, "37.6"), row(2, ""), row(3, name: "서점"), row(4)],
            [row(1, "37.65"), row(2, "37.55"), row(3), row(6)],
        ]
        return try .ingested(nights.map { FeedPage(rows: $0) })
    }

    @Test(arguments: Source.allCases)
    func aGeoPackageHasTheRowsOfEachLayer(_ source: Source) throws {
        let place = try source.place()
        try listings(place)
        try place.succeed("export --layer places,clusters,changes -o rows.gpkg -q")
        for layer in ["places", "clusters", "changes"] {
            try place.mapOracle("check_export.py", ["gpkg", "rows.gpkg", layer, "\(layer).json"])
        }
        try place.succeed("export --match none-is-called-so -o empty.gpkg -q")
        try place.write("[]", to: "none.json")
        try place.mapOracle("check_export.py", ["gpkg", "empty.gpkg", "places", "none.json"])
    }

    @Test(arguments: Source.allCases)
    func aGeoPackageHasStylesAndTitlesThatItsReadersKnow(_ source: Source) throws {
        let place = try source.place()
        try place.succeed("export --layer places,clusters,changes -o rows.gpkg -q")
        try place.mapOracle("check_styles.py", ["rows.gpkg"])
        try place.succeed("export --fields id,district -o few.gpkg -q")
        try place.mapOracle("check_styles.py", ["few.gpkg"])
    }

    @Test func districtsAreALayerOfAreas() throws {
        let place = try Workplace.sample.get().copy()
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        try place.succeed(["layers", "import", "--role", "districts", outlines, "-q"])
        try place.succeed("layers districts --format geojson -o districts.geojson")
        try place.succeed("export -o rows.gpkg -q")
        try place.mapOracle("check_styles.py", ["rows.gpkg", "districts.geojson"])
        try place.succeed("export --layer places -o one.gpkg -q")
        #expect(
            try place.shell("sqlite3 one.gpkg \"SELECT table_name FROM gpkg_contents WHERE data_type = 'features'\"")
                .text
                == "places\n")
        // Outlines are converted to meters, too.
        try place.succeed("export --crs EPSG:5186 -o plane.gpkg -q")
        let extent = try place.shell("ogrinfo -so plane.gpkg districts | grep Extent").text
        #expect(extent.hasPrefix("Extent: (1") || extent.hasPrefix("Extent: (2"), "\(extent)")
        let run = try place.geocli("export --layer districts -o outlines.kml")
        #expect(run.status == 64 && run.errorText.contains("only gpkg can contain outlines"))
    }

    @Test(arguments: Source.allCases)
    func aKMLHasTheRowsOfEachLayer(_ source: Source) throws {
        let place = try source.place()
        try listings(place)
        try place.succeed("export --layer places,clusters -o rows.kml -q")
        for layer in ["places", "clusters"] {
            try place.mapOracle("check_export.py", ["kml", "rows.kml", layer, "\(layer).json"])
        }
    }

    @Test(arguments: Source.allCases)
    func textFormatsHaveTheRowsOfTheListing(_ source: Source) throws {
        let place = try source.place()
        try listings(place)
        let files = [
            ("geojson", "-o a.geojson"), ("geojsonseq", "-o a.geojsonl"), ("rs", "--rs -o b.geojsonl"),
            ("csv", "-o a.csv"), ("tsv", "-o a.tsv"), ("excel", "--excel -o b.csv"),
        ]
        for layer in ["places", "clusters", "changes"] {
            for (kind, words) in files where layer != "changes" || kind.hasPrefix("geojson") {
                try place.succeed("export --layer \(layer) \(words) -q")
                let name = String(words.split(separator: " ").last ?? "")
                try place.mapOracle("check_export.py", [kind, name, "\(layer).json"])
            }
        }
    }

    @Test func ogr2ogrMakesTheSameRowsOfAGeoPackage() throws {
        let place = try Workplace.sample.get().copy()
        try listings(place)
        try place.succeed("export -o rows.gpkg -q")
        let run = try place.shell(
            "ogr2ogr -f GeoJSON -lco COORDINATE_PRECISION=15 -lco ID_FIELD=id rows.geojson rows.gpkg places")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let data = try Data(contentsOf: place.file("rows.geojson"))
        let features = try #require(try object(data)["features"] as? [[String: Any]])
        let wanted = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: place.file("places.json"))) as? [[String: Any]])
        #expect(features.count == wanted.count)
        for (feature, row) in zip(features, wanted) {
            let point = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double] ?? []
            let place = [row["longitude"], row["latitude"]].compactMap { $0 as? Double }
            #expect(point.count == place.count)
            // GDAL writes at most 15 decimals, and the last one is not always right.
            for (found, exact) in zip(point, place) { #expect(abs(found - exact) < 1e-12) }
            let properties = try #require(feature["properties"] as? [String: Any])
            for key in ["ref", "name", "kind", "district", "address", "phone", "website", "first_seen", "closed_on"] {
                #expect(properties[key] as? String == row[key] as? String, "\(key)")
            }
        }
    }

    @Test func theIndexIsWhatFindsThings() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("export -o whole.gpkg -q")
        try FileManager.default.copyItem(at: place.file("whole.gpkg"), to: place.file("bare.gpkg"))
        #expect(try place.shell("sqlite3 bare.gpkg 'DELETE FROM rtree_places_geom'").status == 0)
        let ask = "ogrinfo -ro -so -spat 126.9 37.5 127.1 37.6"
        let counts = try ["whole", "bare"].map { name in
            let text = try place.shell("\(ask) \(name).gpkg places").text
            return try #require(text.firstMatch(of: /Feature Count: ([0-9]+)/)).1
        }
        let wanted = try place.succeed("bbox 126.9,37.5,127.1,37.6 --format ndjson").text.split(separator: "\n").count
        #expect(counts == ["\(wanted)", "0"])
    }

    @Test func aTableStaysTrueWhenOthersChangeIt() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("export -o rows.gpkg -q")
        let change = """
            UPDATE places SET geom = (SELECT geom FROM places WHERE fid = 2) WHERE fid = 1; \
            DELETE FROM places WHERE fid = 3; UPDATE places SET fid = 90000 WHERE fid = 4; \
            UPDATE places SET geom = NULL WHERE fid = 5
            """
        for sql in change.split(separator: ";") {
            let run = try place.shell("ogrinfo -q rows.gpkg -sql \"\(sql)\"")
            #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        }
        let difference = try place.shell(
            """
            sqlite3 rows.gpkg "SELECT group_concat(fid) FROM (SELECT fid FROM places WHERE geom NOT NULL EXCEPT \
            SELECT id FROM rtree_places_geom); SELECT group_concat(id) FROM (SELECT id FROM rtree_places_geom \
            EXCEPT SELECT fid FROM places WHERE geom NOT NULL)"
            """)
        #expect(difference.text == "\n\n" && difference.errorText.isEmpty, "\(difference.text)")
    }

    @Test func metresLeadBackToTheDegrees() throws {
        let place = try Workplace.sample.get().copy()
        try listings(place)
        try place.succeed("export --crs EPSG:5186 -o plane.gpkg -q")
        try place.succeed("export --crs epsg:5186 -o plane.csv -q")
        try place.mapOracle("check_export.py", ["plane", "plane.gpkg", "plane.csv", "places.json"])
        let run = try place.shell(
            "ogr2ogr -t_srs EPSG:4326 -f CSV -lco GEOMETRY=AS_XY /vsistdout/ plane.gpkg places")
        #expect(run.errorText.isEmpty, "\(run.errorText)")
        #expect(run.text.split(separator: "\n").count == 602)
    }

    @Test func coordinatesBesideTheirDegreesForThoseWhoAsk() throws {
        let place = try Workplace.sample.get()
        let text = try place.succeed("export --format csv --crs 5186 --fields id,x,y,latitude,longitude --limit 1").text
        let cells = try #require(text.split(separator: "\n").last).split(separator: ",").compactMap { Double($0) }
        try #require(cells.count == 5)
        // Eastings of Seoul lie around 200 km, northings around 550 km.
        #expect(180_000...220_000 ~= cells[1] && 535_000...570_000 ~= cells[2] && 37...38 ~= cells[3])
    }

    @Test func aPlaceOutsideTheSystemIsSaidAndHasNoCoordinates() throws {
        let place = try Workplace.ingested([
            FeedPage(rows: [
                .init(id: "1", name: "here"), .init(id: "2", name: "far", latitude: "0", longitude: "37"),
            ])
        ])
        for name in ["out.gpkg", "out.csv"] {
            let run = try place.succeed("export --crs EPSG:5186 -o \(name)")
            #expect(
                run.errorText
                    == "geocli: warning: 1 row is outside the area of use of EPSG:5186 and got no coordinates\n")
        }
        #expect(try place.shell("sqlite3 out.gpkg 'SELECT fid FROM places WHERE geom IS NULL'").text == "2\n")
        // The warning also comes if only one of the two coordinates is requested, and for each layer.
        for fields in ["x", "id,y"] {
            let run = try place.succeed("export --crs EPSG:5186 --fields \(fields) -o out.csv")
            #expect(run.errorText.contains("warning: 1 row is outside"), "\(fields)")
        }
        #expect(try place.succeed("export --crs EPSG:5186 --fields id,name -o out.csv").errorText.isEmpty)
        let clusters = try place.succeed("cluster --all-zooms --format ndjson").text.split(separator: "\n")
        let far = clusters.filter { $0.contains("\"far\"") }.count
        try #require(far > 0)
        let two = try place.succeed("export --crs EPSG:5186 --layer places,clusters -o two.gpkg").errorText
        let clusterWords = "\(far) row\(far == 1 ? " is" : "s are")"
        #expect(
            two == """
                geocli: warning: places: 1 row is outside the area of use of EPSG:5186 and got no coordinates
                geocli: warning: clusters: \(clusterWords) outside the area of use of EPSG:5186 and got no coordinates

                """)
    }

    private func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The listings of the layers' commands, as JSON.
    private func listings(_ place: Workplace) throws {
        for (layer, line) in [
            ("places", "list"), ("clusters", "cluster --all-zooms"), ("changes", "changes --since 0"),
        ] {
            try place.succeed("\(line) --format json -q").output.write(to: place.file("\(layer).json"))
        }
    }
}

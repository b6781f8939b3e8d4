import Foundation
import TestSupport
import Testing

/// `inside` and the outlines of districts as a person runs them.
@Suite struct InsideTests {
    private static let square = """
        {"type":"FeatureCollection","licence":"CC0","title":"a sketch","features":[{"type":"Feature","properties":{"n":1,
        "name":"Mapo-gu"},"geometry":{"type":"Polygon","coordinates":[[[126.9,37.5],[127,37.5],[127,37.6],[126.9,37.6],
        [126.9,37.5]]]}}]}
        """

    private func place(_ file: String = square) throws -> Workplace {
        let place = try Workplace.sample.get().copy()
        try place.write(file, to: "area.geojson")
        return place
    }

    private func ids(_ place: Workplace, _ line: String) throws -> [String] {
        try place.succeed("\(line) --format tsv --fields id").text.split(separator: "\n").dropFirst().map(String.init)
    }

    /// A second opening of a named pipe would find what its writer has written gone.
    @Test func theFileIsOpenedOnce() throws {
        let place = try place()
        // Each opening and each closing is an event of its own.
        let script = """
            import ctypes, os, subprocess, sys
            libc = ctypes.CDLL(None)
            watch = libc.inotify_init1(os.O_NONBLOCK)
            opened, closed = 0x20, 0x10
            libc.inotify_add_watch(watch, b"area.geojson", opened | closed)
            subprocess.run([sys.argv[1], "inside", "area.geojson"], stdout=subprocess.DEVNULL, check=True)
            print(len(os.read(watch, 4096)) // 16)
            """
        let run = try TestSupport.run(
            TestSupport.python, ["-c", script, TestSupport.geocli.path],
            environment: Workplace.environment, folder: place.folder)
        #expect(run.text == "2\n", "\(run.errorText)")
    }

    @Test func aPolygonThatIsABoxGivesWhatTheBoxGives() throws {
        let place = try place()
        let box = try ids(place, "bbox 126.9,37.5,127,37.6")
        #expect(box.count > 50)
        #expect(try ids(place, "inside area.geojson") == box)
        #expect(
            try place.succeed("inside - --format tsv --fields id", input: Data(Self.square.utf8)).text
                == "id\n" + box.joined(separator: "\n") + "\n")
        for filter in ["--kind used", "--district mapo", "--has phone", "--match 책", "--limit 3", "--include-closed"] {
            #expect(try ids(place, "inside area.geojson \(filter)") == ids(place, "bbox 126.9,37.5,127,37.6 \(filter)"))
        }
        #expect(try ids(place, "inside area.geojson --as-of 2100-01-01") == box)
        #expect(try ids(place, "inside area.geojson --as-of 2026-09-20") == [])
        // An area that occurs twice lists each place once.
        let twice = #"{"type":"GeometryCollection","geometries":[\#(Self.ring),\#(Self.ring)]}"#
        try place.write("\(twice)\n\(Self.ring)\n", to: "area.geojson")
        #expect(try ids(place, "inside area.geojson") == box)
    }

    private static let ring =
        #"{"type":"Polygon","coordinates":[[[126.9,37.5],[127,37.5],[127,37.6],[126.9,37.6],[126.9,37.5]]]}"#

    @Test(arguments: [
        (
            "mapoo", 64,
            "\"mapoo\" is neither a file nor a district; did you mean 마포구 (Mapo-gu)?"
        ),
        (
            "''", 64,
            "FILE|DISTRICT is empty; give the path of a GeoJSON file, - for standard input, or a district such as mapo"
        ),
        (
            "no.geojson", 66,
            "cannot read no.geojson: No such file or directory; check the path and its permissions"
        ),
        (
            "'mapo' --no-ground", 66,
            "the catalog has no district outlines; import some with 'geocli layers import FILE.geojson --role districts'"
        ),
    ])
    func whatIsNoPlaceIsSaidSo(_ word: String, _ status: Int, _ words: String) throws {
        let run = try place().geocli("inside \(word)")
        #expect(run.status == Int32(status))
        #expect(run.errorText == "geocli: \(words)\n" && run.text == "")
    }

    @Test(arguments: [
        (
            #"{"type":"Point","coordinates":[1,2]}"#,
            "area.geojson contains no polygon; give GeoJSON with a Polygon or MultiPolygon"
        ),
        ("", "area.geojson contains no polygon; give GeoJSON with a Polygon or MultiPolygon"),
        (
            #"{"type":"FeatureCollection","features":[]}"#,
            "area.geojson contains no polygon; give GeoJSON with a Polygon or MultiPolygon"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[]}"#,
            "area.geojson contains no polygon; give GeoJSON with a Polygon or MultiPolygon"
        ),
        (
            ring + "\n" + #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[2,2]]]}"#,
            "feature 2 of area.geojson: not valid GeoJSON: a ring is not closed (it needs four positions or more, and the last must equal the first); repeat its first position at its end"
        ),
        (
            ring + "\n" + #"{"type":"Polygon","coordinates":[[[0,70],[120,70],[-120,70],[0,70]]]}"#,
            "feature 2 of area.geojson: a ring goes around a pole and is not cut; make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,95],[0,0]]]}"#,
            "feature 1 of area.geojson: latitude 95.0 of [1.0, 95.0] is not between -90 and 90; the numbers seem to be swapped, so write longitude first"
        ),
    ])
    func aFileWithoutAPolygonIsSaidSo(_ text: String, _ words: String) throws {
        let run = try place(text).geocli("inside area.geojson")
        #expect(run.status == 65)
        #expect(run.errorText == "geocli: \(words)\n" && run.text == "")
    }

    @Test func anOutlineIsImportedListedCheckedAndRemoved() throws {
        let place = try place()
        let told = try place.succeed("layers import area.geojson --role districts").errorText
        #expect(told.hasPrefix("district outlines imported: 1, with names from the property name; "))
        let inside = try ids(place, "inside area.geojson")
        for word in ["mapo", "마포", "마포구", "Mapo-gu"] { #expect(try ids(place, "inside \(word)") == inside) }
        let list = try place.succeed("layers districts --format csv").text.split(separator: "\n")
        let stated = try ids(place, "list --district mapo").count
        #expect(
            list == [
                "name,romanized,places,inside,bbox",
                "마포구,Mapo-gu,\(stated),\(inside.count),\"[126.9,37.5,127,37.6]\"",
            ])
        let wrong = try ids(place, "layers check")
        #expect(told.contains("; \(wrong.count) of "))
        // A place that states Mapo and has a point is inside, or is reported.
        let elsewhere = try ids(place, "layers check --district 마포")
        let mapo = try ids(place, "list --district mapo")
        #expect(Set(elsewhere).isDisjoint(with: inside) && Set(elsewhere).isSubset(of: mapo))
        #expect(Set(mapo).subtracting(inside).subtracting(elsewhere).count < 5)
        // The listing can be imported again, with the same result.
        try place.succeed("layers districts --format geojson -o again.geojson")
        #expect(try ids(place, "inside again.geojson") == inside)
        try place.succeed("layers import again.geojson --role districts")
        let once = try place.shell("sqlite3 catalog.sqlite 'SELECT title, license FROM outline_source'").text
        #expect(once == "a sketch|CC0\n")
        try place.succeed("layers districts --format geojson -o third.geojson")
        let (again, third) = try (features(place, "again.geojson"), features(place, "third.geojson"))
        #expect(again == third && again.count == 1)
        #expect(try place.geocli("inside jongno").status == 66)
        #expect(try place.succeed("verify -q").text == "")
        #expect(try place.succeed("layers remove districts").errorText == "layers removed: districts (features: 1)\n")
        // What is left is the program's own ground.
        #expect(try place.succeed("layers districts --no-ground --format json").text == "[]\n")
        #expect(try place.geocli("inside mapo --no-ground").status == 66)
        #expect(try place.succeed("layers districts --format csv").text.split(separator: "\n").count == 26)
        #expect(try Set(ids(place, "inside mapo")) != Set(inside) && !ids(place, "inside jongno").isEmpty)
    }

    /// A file's Features, one on each line.
    private func features(_ place: Workplace, _ name: String) throws -> [Substring] {
        try String(contentsOf: place.file(name), encoding: .utf8).split(separator: "\n").filter {
            $0.contains("\"Feature\"")
        }
    }

    @Test func aListOfOutlinesSaysWhereTheyComeFrom() throws {
        let place = try place()
        try place.succeed("layers import area.geojson --role districts")
        let hash = try place.shell("sha256sum area.geojson").text.prefix(64)
        let text = try place.succeed("layers districts --format geojson").text
        #expect(
            text.hasPrefix(
                #"{"type":"FeatureCollection","title":"a sketch","license":"CC0","sha256":"\#(hash)","features":["#))
    }

    @Test func aQuietImportStillWarnsOfMisplacedPlaces() throws {
        let place = try place()
        let run = try place.succeed("layers import area.geojson --role districts -q")
        let count = try ids(place, "layers check").count
        #expect(count > 0 && run.errorText.hasPrefix("geocli: warning: \(count) of "))
        #expect(run.errorText.split(separator: "\n").count == 1)
        // An outline that contains exactly the places that state the district.
        try place.write(
            Self.square.replacing("Mapo-gu", with: "Paris").replacing("126.9", with: "1").replacing("127", with: "2"),
            to: "far.geojson")
        try place.succeed("layers remove districts")
        let far = try place.succeed("layers import far.geojson --role districts --name-key name -q")
        let listed = try ids(place, "layers check").count
        #expect(far.errorText.isEmpty == (listed == 0))
    }

    @Test(arguments: [
        ("{}", "an object has no \"type\"; add \"type\": \"FeatureCollection\", \"Feature\" or \"Polygon\""),
        (
            #"{"type":"Topology","objects":{},"arcs":[]}"#,
            "this is TopoJSON; convert it to GeoJSON, for example with ogr2ogr -f GeoJSON OUT.geojson IN.json"
        ),
    ])
    func whatIsNoGeoJSONSaysWhatToDo(_ text: String, _ words: String) throws {
        let place = try place(text)
        for line in ["inside area.geojson", "layers import area.geojson --role districts --license x"] {
            let run = try place.geocli(line)
            #expect(run.status == 65)
            #expect(run.errorText == "geocli: feature 1 of area.geojson: not valid GeoJSON: \(words)\n")
        }
        let korean = try place.geocli("inside area.geojson --lang ko").errorText
        #expect(korean.hasPrefix("geocli: area.geojson의 피처 1: 올바른 GeoJSON이 아닙니다: "))
    }

    @Test(arguments: [
        ("", 64, "area.geojson states no license; give the terms of use with --license TEXT"),
        ("--license ' '", 64, "area.geojson states no license; give the terms of use with --license TEXT"),
        (
            "--license x --name-key n", 65,
            "feature 1 of area.geojson has no text in the property n; choose another property with --name-key"
        ),
        (
            "--license x --name-key none", 65,
            "feature 1 of area.geojson has no text in the property none; choose another property with --name-key"
        ),
    ])
    func anImportThatLacksSomethingChangesNothing(_ options: String, _ status: Int, _ words: String) throws {
        let place = try place(Self.square.replacing("\"licence\":\"CC0\",", with: ""))
        let run = try place.geocli("layers import area.geojson --role districts \(options)")
        #expect(run.status == Int32(status))
        #expect(run.errorText == "geocli: \(words)\n")
        #expect(try place.succeed("layers districts --no-ground --format json").text == "[]\n")
    }

    @Test func anImportThatFailsLeavesTheFormerOutlines() throws {
        let place = try place()
        try place.succeed("layers import area.geojson --role districts")
        let former = try place.succeed("layers districts --format geojson").text
        try place.write(Self.square.replacing("Mapo-gu", with: "Paris"), to: "other.geojson")
        let run = try place.geocli("layers import other.geojson --role districts")
        #expect(run.status == 65)
        #expect(
            run.errorText
                == "geocli: other.geojson has no property that names a known district on every feature; choose a property with --name-key: n, name\n"
        )
        #expect(try place.succeed("layers districts --format geojson").text == former)
        let told = try place.succeed("layers import other.geojson --role districts --name-key name").errorText
        #expect(told.hasSuffix("districts without a place: 1\n"))
        #expect(try ids(place, "inside paris") == ids(place, "inside area.geojson"))
    }

    @Test(arguments: [
        ("UPDATE district_outline SET area = '[[[[0,0],[1,1]]]]'", "layers removed: districts (features: 1)"),
        ("DELETE FROM district_outline", "layers removed: districts (features: 0)"),
    ])
    func damagedOutlinesAreToldAndCanBeRemoved(_ damage: String, _ words: String) throws {
        let place = try place()
        try place.succeed("layers import area.geojson --role districts")
        #expect(try place.shell("sqlite3 catalog.sqlite \"\(damage)\"").status == 0)
        #expect(try place.geocli("verify -q").status == 65)
        let removal = try place.succeed("layers remove districts")
        #expect(removal.errorText == words + "\n")
        #expect(try place.succeed("verify -q").text == "")
        #expect(
            try place.succeed("layers remove districts").errorText.hasPrefix("the catalog has no such layer: districts")
        )
        try place.succeed("layers import area.geojson --role districts")
        #expect(try ids(place, "inside mapo") == ids(place, "inside area.geojson"))
    }

    @Test func outlinesFromNowhereAreStillOutlines() throws {
        let place = try place()
        try place.succeed("layers import area.geojson --role districts")
        let former = try place.succeed("layers check")
        #expect(!former.text.isEmpty)
        #expect(try place.shell("sqlite3 catalog.sqlite 'DELETE FROM outline_source'").status == 0)
        let run = try place.succeed("layers check")
        #expect(run.text == former.text && run.errorText == former.errorText)
    }

    @Test func aCatalogInUseIsNotWaitedForForEver() throws {
        let place = try place()
        let script = """
            import sqlite3, subprocess, sys
            lock = sqlite3.connect("catalog.sqlite", isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            sys.exit(subprocess.call([sys.argv[1], "layers", "import", "--role", "districts", "area.geojson"]))
            """
        let run = try TestSupport.run(
            TestSupport.python, ["-c", script, TestSupport.geocli.path],
            environment: Workplace.environment, folder: place.folder)
        #expect(run.status == 75)
        #expect(run.errorText.hasSuffix("is in use by another command; try again in a moment\n"))
        #expect(try place.succeed("layers districts --no-ground --format json").text == "[]\n")
    }
}

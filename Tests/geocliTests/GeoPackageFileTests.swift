import Foundation
import TestSupport
import Testing

/// A GeoPackage is complete or does not exist, and the same data gives the same content.
@Suite struct GeoPackageFileTests {
    @Test func theSameDataGivesTheSameBytes() throws {
        let place = try Workplace.sample.get().copy()
        for (name, line) in [("gpkg", "--layer places,clusters,changes"), ("kml", "--layer clusters"), ("csv", "")] {
            try place.succeed("export \(line) -o first.\(name)")
            try place.succeed(
                "export \(line) -o second.\(name)",
                environment: ["SOURCE_DATE_EPOCH": "1900000000", "LC_ALL": "ko_KR.UTF-8"])
            #expect(
                try Data(contentsOf: place.file("first.\(name)")) == Data(contentsOf: place.file("second.\(name)")))
        }
    }

    @Test func rowsWithoutAPointAreKeptAndSaid() throws {
        let place = try Workplace.sample.get().copy()
        let run = try place.succeed("export -o rows.gpkg")
        #expect(run.errorText == "5 of 601 rows have no geometry in the gpkg file, because they have no point\n")
        #expect(
            try place.shell("sqlite3 rows.gpkg 'SELECT count(*), count(geom) FROM places'").text == "601|596\n")
        let both = try place.succeed("export --layer places,clusters -o rows.kml")
        #expect(both.errorText == "places: 5 of 601 rows have no point and are not in the kml file\n")
    }

    @Test func theOriginIsInside() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("export -o rows.gpkg -q")
        let hash = try #require(try place.succeed("runs --fields sha256 --format csv").text.split(separator: "\n").last)
        let text = try place.shell(
            "sqlite3 rows.gpkg 'SELECT last_change, description FROM gpkg_contents; SELECT metadata FROM gpkg_metadata'"
        ).text
        #expect(text.hasPrefix("2026-09-21T14:13:20.000Z|서울 책방 현황정보 (OA-21062). Source: Seoul Open"))
        #expect(text.ranges(of: hash).count == 2)
        #expect(text.contains("\"license\":\"as stated on the source's page"))
    }

    @Test func aFormerFilesLinkAndPermissionsStay() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "target.gpkg")
        #expect(try place.shell("chmod 600 target.gpkg; ln -s target.gpkg rows.gpkg").status == 0)
        try place.succeed("export -o rows.gpkg -q")
        #expect(try place.shell("stat -c %a target.gpkg; readlink rows.gpkg").text == "600\ntarget.gpkg\n")
        #expect(try place.shell("sqlite3 rows.gpkg 'SELECT count(*) FROM places'").text == "601\n")
    }

    @Test func aFileSizeLimitIsAnErrorAndLeavesNothing() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "rows.gpkg")
        // 100 blocks of 512 bytes; the file takes 240 kB.
        let run = try place.shell("export LLVM_PROFILE_FILE=/dev/null; ulimit -f 100; geocli export -o rows.gpkg")
        #expect(run.status == 74)
        #expect(
            run.errorText
                == "geocli: cannot write rows.gpkg: File too large; the file is unchanged; free some space or choose another path with -o\n"
        )
        #expect(try String(contentsOf: place.file("rows.gpkg"), encoding: .utf8) == "former")
        #expect(try place.names == [Workplace.catalogName, "rows.gpkg"])
    }

    @Test func whatItsOwnerMayOnlyReadIsReplacedLikeAnyFile() throws {
        let place = try Workplace.sample.get().copy()
        // Root may write any file, so another user must try.
        let script = """
            chmod 777 .; run=''
            if [ "$(id -u)" = 0 ]; then run='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
            $run sh -ec 'for name in ro.gpkg ro.geojson; do touch $name; chmod 444 $name; geocli export -q -o $name
            stat -c %a $name; done
            umask 0277; for name in new.gpkg new.geojson; do geocli export -q -o $name; stat -c %a $name; done'
            """
        let run = try place.shell(script)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(run.text == "444\n444\n400\n400\n")
    }

    @Test func aFolderThatIsNotThereCanNotBeWrittenTo() throws {
        let run = try Workplace.sample.get().geocli("export -o nodir/rows.gpkg")
        #expect(run.status == 73 && run.errorText.hasPrefix("geocli: cannot create nodir/rows.gpkg: No such file"))
    }

    @Test func aKilledExportLeavesTheFormerFileOrTheNewOne() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("export -o wanted.gpkg -q")
        try place.write("former", to: "rows.gpkg")
        let wanted = try Data(contentsOf: place.file("wanted.gpkg"))
        var killed = 0
        for step in 0..<40 {
            let run = try place.shell(
                "timeout -s KILL 0.\(String(format: "%03d", 5 + step * 4)) geocli export -o rows.gpkg -q")
            if run.status != 0 { killed += 1 }
            let found = try Data(contentsOf: place.file("rows.gpkg"))
            #expect(found == wanted || found == Data("former".utf8))
            #expect(run.status != 0 || found == wanted)
            #expect(try place.names == [Workplace.catalogName, "rows.gpkg", "wanted.gpkg"])
            try place.write("former", to: "rows.gpkg")
        }
        #expect(killed > 0, "no run was short of time")
    }
}

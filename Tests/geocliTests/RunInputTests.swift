import Foundation
import TestSupport
import Testing

/// The checks of inputs by `geocli batch run` and `geocli batch` before Spark starts, and the file that Spark gets.
@Suite struct RunInputTests {
    /// A stand-in for spark-sql that keeps a copy of its input. The file `words` exists only if it was started.
    private static let keeping = RunDesk.good + #"cp -rL "$places" seen; echo "$places" >link; "# + "\n"
    private static let head = "id,longitude,latitude,name\n"
    private static let rows = (1...39).map { "\($0),127.\(100 + $0),37.\(100 + $0),n\($0)\n" }
    private static let whole = head + rows.joined()

    private static func places(_ text: String, _ name: String = "p.csv") throws -> RunDesk {
        let desk = try RunDesk(keeping)
        try desk.place.write(text, to: name)
        return desk
    }

    private func expectRefused(
        _ desk: RunDesk, _ words: [String], _ said: String, status: Int32 = 65,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try desk.place.geocli(
            ["batch", "run", "plan.sql", "--spark-sql", "./spark-sql", "--scratch", "scratch", "-o", "answer.csv"]
                + words)
        #expect(
            run.status == status && run.errorText.contains(said), "\(run.errorText)", sourceLocation: sourceLocation)
        #expect(run.errorText.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
        #expect(!FileManager.default.fileExists(atPath: desk.place.file("words").path), sourceLocation: sourceLocation)
        #expect(try desk.isScratchEmpty, sourceLocation: sourceLocation)
    }

    private static let badFiles: [(text: String, said: String)] = [
        (head + rows[0] + "2,127,37,\"Foo\n" + rows[2], "a quote that opens at line 3, byte 56 is never closed"),
        (head + "2,127,37,\"Foo\"bar\n", "text follows a closing quote"),
        (head + "1,127\n", "the record at line 2 has 2 fields, but the first line has 4"),
        (head + "1,127,37,x,y\n", "the record at line 2 has 5 fields, but the first line has 4"),
        (head, "p.csv has no rows below its column names"), ("", "p.csv is empty"), ("\n\r\n", "p.csv is empty"),
        ("id,lon,lat\n1,127,37\n", "p.csv has no column longitude, only \"id\", \"lon\", \"lat\""),
        ("id, longitude,latitude\n1,127,37\n", "p.csv has no column longitude, only \"id\", \" longitude\""),
        ("id,longitude,latitude,Latitude\n1,127,37,38\n", "p.csv has 2 columns named latitude"),
        ("id\tlongitude\tlatitude\n1\t127\t37\n", "p.csv has no column id, only"),
        (head + "1,127,37,a\0b\n", "p.csv contains a NUL byte"),
    ]

    @Test(arguments: badFiles)
    func aBadFileIsRefusedBeforeSparkStarts(text: String, said: String) throws {
        try expectRefused(Self.places(text), ["--places", "p.csv"], said)
    }

    @Test func otherBytesAreRefusedBeforeSparkStarts() throws {
        let desk = try Self.places(Self.whole)
        for (bytes, said) in [
            (
                Data(Self.head.utf8) + Data("1,127,37,caf".utf8) + Data([0xE9, 0x0A]),
                "line 2 has a broken character at byte 39 (0xE9)"
            ),
            (Self.whole.data(using: .utf16)!, "p.csv contains a NUL byte"),
            (Data([0x50, 0x41, 0x52, 0x31, 0]), "contains a NUL"),
        ] {
            try bytes.write(to: desk.place.file("p.csv"))
            try expectRefused(desk, ["--places", "p.csv"], said)
        }
    }

    @Test func aFieldThatIsNotThereIsNamedByPlanAndRun() throws {
        let desk = try Self.places(Self.whole)
        for line in [
            "batch nearest --places p.csv --fields nam", "batch collide --zoom 3 --places p.csv --columns priority",
        ] {
            let run = try desk.place.geocli(line)
            #expect(run.status == 65 && run.errorText.contains("p.csv has no column "), "\(run.errorText)")
            #expect(run.output.isEmpty)
        }
        try desk.place.succeed("batch nearest --places other.csv --queries queries.csv --fields nam -o plan.sql")
        try expectRefused(desk, ["--places", "p.csv"], "p.csv has no column nam, only")
    }

    /// Names that Spark reads as patterns, schemes, escapes or hidden files, or that a shell or SQL would interpret.
    @Test(arguments: [
        "ok[1].csv", "a*b.csv", "a?.csv", "a{x,y}.csv", "a'b.csv", "a\"b.csv", "a$b.csv", "a\\b.csv", "a`b.csv",
        "${x}.csv",
        " a .csv", "a%41.csv", "a#b.csv", "a:b.csv", "file:a.csv", "~a.csv", "_a.csv", ".a.csv", "a;b.csv", "a,b.csv",
        "책방 [1].csv", "a\nb.csv", "s3:a.csv",
    ])
    func theVeryFileIsRead(name: String) throws {
        let desk = try Self.places(Self.whole, name)
        // The file that the pattern would match instead.
        for other in ["ok1.csv", "ab.csv", "axb.csv", "a1.csv", "ax.csv", "a.csv", "aA.csv"] {
            try desk.place.write(Self.head + "7,1,1,wrong\n", to: other)
        }
        let run = try desk.place.geocli([
            "batch", "run", "plan.sql", "--spark-sql", "./spark-sql", "--scratch", "scratch", "--places=\(name)", "-o",
            "answer.csv",
        ])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try String(contentsOf: desk.place.file("seen"), encoding: .utf8) == Self.whole)
        let link = try String(contentsOf: desk.place.file("link"), encoding: .utf8)
        #expect(link.hasSuffix("/places.csv\n") && link.contains("/scratch/geocli-run-"), "\(link)")
        #expect(try desk.isScratchEmpty)
    }

    @Test func whatSparkIsToldIsWhatStandsThere() throws {
        let desk = try Self.places(Self.head + "1,127,37,\"a,\"\"b\"\"\r\nc\"\n\n2,127,37,5\" pipe\r\n3,127,37,")
        try desk.place.succeed("batch nearest --places p.csv --queries queries.csv --fields name -o plan.sql")
        #expect(try desk.run().status == 0)
        let words = try String(contentsOf: desk.place.file("words"), encoding: .utf8)
        // Computed by Python's csv and zlib: sum(zlib.crc32("\x1f".join(values)) >> 8).
        #expect(words.contains("-d places_records=3 -d places_sum=24823922 "), "\(words)")
        // In TSV, a quote is an ordinary character, and a line of blanks is not a row.
        try desk.place.write("id\tlongitude\tlatitude\tname\n1\t127\t37\t\"a\n \t\t\n2\t127\t37\tb\"c\"\n", to: "p.tsv")
        try desk.place.succeed("batch nearest --places p.tsv --queries queries.csv --fields name -o plan.sql")
        #expect(try desk.run().status == 0)
        let others = try String(contentsOf: desk.place.file("words"), encoding: .utf8)
        #expect(others.contains("/p.tsv -d places_records=2 -d places_sum=6555421 "), "\(others)")
    }

    @Test func aGzipIsReadWhateverItIsCalled() throws {
        let desk = try Self.places("id,longitude,latitude,priority\n1,127,37,5\n")
        #expect(
            try desk.place.shell("gzip -k p.csv; cp p.csv.gz q.csv; cp p.csv r.csv.gz; head -c 40 p.csv.gz >cut.csv.gz")
                .status == 0)
        #expect(try desk.place.succeed("batch collide --zoom 9 --places p.csv.gz").text.contains("--columns priority'"))
        for (name, ending) in [
            ("p.csv.gz", "/p.csv.gz\n"), ("q.csv", "/places.csv.gz\n"), ("r.csv.gz", "/places.csv\n"),
        ] {
            #expect(try desk.run("--places \(name) -o answer.csv").status == 0)
            #expect(try String(contentsOf: desk.place.file("link"), encoding: .utf8).hasSuffix(ending))
        }
        try FileManager.default.removeItem(at: desk.place.file("words"))
        try expectRefused(desk, ["--places", "cut.csv.gz"], "the gzip data is cut off")
    }

    @Test func aFolderIsReadWholeOrNotAtAll() throws {
        let desk = try Self.places(Self.whole)
        let place = desk.place
        #expect(
            try place.shell(
                "mkdir d.csv e.csv; cp p.csv d.csv/a.csv; touch d.csv/_SUCCESS d.csv/.a.csv.crc d.csv/empty.csv"
            ).status == 0)
        #expect(try desk.run("--places d.csv -o answer.csv").status == 0)
        #expect(try String(contentsOf: place.file("words"), encoding: .utf8).contains("-d places_records=39 "))
        try FileManager.default.removeItem(at: place.file("words"))
        try expectRefused(desk, ["--places", "e.csv"], "e.csv is a folder without files")
        for (script, said) in [
            ("cp p.csv d.csv/_b.csv", "d.csv/_b.csv is a hidden file"),
            ("cp p.csv d.csv/.b.csv", "d.csv/.b.csv is a hidden file"),
            ("mkdir d.csv/sub; cp p.csv d.csv/sub", "d.csv/sub is not a file"),
            ("mkfifo d.csv/f.csv", "d.csv/f.csv is not a file"),
            ("printf 'id,latitude,longitude,name\\n1,37,127,x\\n' >d.csv/b.csv", "d.csv/b.csv has different columns"),
            ("printf '\"' >d.csv/b.csv", "never closed"),
        ] {
            #expect(try place.shell(script).status == 0)
            try expectRefused(desk, ["--places", "d.csv"], said)
            _ = try place.shell("rm -rf d.csv/_b.csv d.csv/.b.csv d.csv/sub d.csv/f.csv d.csv/b.csv")
        }
    }

    @Test func whatCannotBeReadTwiceIsRefused() throws {
        let desk = try Self.places(Self.whole)
        #expect(try desk.place.shell("mkfifo fifo.csv; ln -s /dev/null null.csv").status == 0)
        for name in ["fifo.csv", "null.csv", "/dev/zero"] {
            try expectRefused(desk, ["--places", name], "is not a regular file")
            #expect(try desk.place.geocli("batch nearest --input-format csv --places \(name)").status == 65)
        }
    }

    @Test func whatIsReadIsNeverWritten() throws {
        let desk = try Self.places(Self.whole)
        #expect(try desk.place.shell("ln -s p.csv soft.csv; ln p.csv hard.csv").status == 0)
        for name in ["p.csv", "soft.csv", "hard.csv", "queries.csv", "plan.sql", "spark-sql"] {
            let former = try Data(contentsOf: desk.place.file(name))
            try expectRefused(desk, ["--places", "p.csv", "--log", name], "would overwrite", status: 64)
            if name != "plan.sql" && name != "spark-sql" {
                try expectRefused(desk, ["--places", "p.csv", "-o", name], "would overwrite", status: 64)
            }
            #expect(try Data(contentsOf: desk.place.file(name)) == former)
        }
        let plan = try desk.place.geocli("batch nearest --places p.csv -o hard.csv")
        #expect(
            plan.status == 64
                && plan.errorText.contains("writing to hard.csv would overwrite p.csv, which this command reads"),
            "\(plan.errorText)")
    }

    @Test func columnsThatAPlanDoesNotUseAreNamed() throws {
        let desk = try Self.places("id,longitude,latitude,Priority,width\n1,127,37,5,9\n")
        let plan = try desk.place.succeed("batch collide --zoom 9 --places later.csv -o plan.sql")
        #expect(plan.errorText.contains("the columns of later.csv can't be read now"), "\(plan.errorText)")
        let run = try desk.run("--places p.csv -o answer.csv")
        #expect(
            run.errorText.contains("p.csv has columns that this plan does not use: width, priority;"),
            "\(run.errorText)")
        #expect(try desk.run("--places p.csv -o answer.csv -q").errorText.isEmpty)
        #expect(try desk.place.succeed("batch collide --zoom 9 --places p.csv").errorText.isEmpty)
    }

    /// Two rows by pyarrow 26: id, where (longitude, latitude), longitude, latitude, tags (a list), Width, 이름.
    private static let parquet = """
        UEFSMRUAFSwVLCwVBBUAFQYVBhwAAAACAAAABAEBAAAAAAAAAAIAAAAAAAAAFQAVLBUsLBUEFQAVBhUGHAAAAAIAAAAEAgAAAAAA
        APA/AAAAAAAA8D8VABUsFSwsFQQVABUGFQYcAAAAAgAAAAQCAAAAAAAAAEAAAAAAAAAAQBUAFSwVLCwVBBUAFQYVBhwAAAACAAAA
        BAEAAAAAAMBfQGZmZmZmxl9AFQAVLBUsLBUEFQAVBhUGHAAAAAIAAAAEAQAAAAAAwEJAzczMzMzMQkAVABUkFSQsFQQVABUGFQYc
        AAAAAgAAAAQAAwAAAAMHAAEAAABhFQAVLBUsLBUEFQAVBhUGHAAAAAIAAAAEASgAAAAAAAAAMgAAAAAAAAAVABUoFSgsFQQVABUG
        FQYcAAAAAgAAAAQBAwAAAOOEsQMAAADjhLQVBBnMNQAYBnNjaGVtYRUOABUEJQIYAmlkADUCGAV3aGVyZRUEABUKJQIYCWxvbmdp
        dHVkZQAVCiUCGAhsYXRpdHVkZQAVCiUCGAlsb25naXR1ZGUAFQolAhgIbGF0aXR1ZGUANQIYBHRhZ3MVAhUGTDwAAAA1BBgEbGlz
        dBUCABUMJQIYB2VsZW1lbnQlAEwcAAAAFQQlAhgFV2lkdGgAFQwlAhgG7J2066aEJQBMHAAAABYEGRwZjCYAHBUEGSUGABkYAmlk
        FQAWBBZSFlImCEkcFQAVABUCADwpBhkmAAQAAAAmABwVChklBgAZKAV3aGVyZQlsb25naXR1ZGUVABYEFlIWUiZaSRwVABUAFQIA
        PCkGGTYAAAQAAAAmABwVChklBgAZKAV3aGVyZQhsYXRpdHVkZRUAFgQWUhZSJqwBSRwVABUAFQIAPCkGGTYAAAQAAAAmABwVChkl
        BgAZGAlsb25naXR1ZGUVABYEFlIWUib+AUkcFQAVABUCADwpBhkmAAQAAAAmABwVChklBgAZGAhsYXRpdHVkZRUAFgQWUhZSJtAC
        SRwVABUAFQIAPCkGGSYABAAAACYAHBUMGSUGABk4BHRhZ3MEbGlzdAdlbGVtZW50FQAWBBZKFkomogNJHBUAFQAVAgA8FgIZJgQA
        GUYAAgACAAAAJgAcFQQZJQYAGRgFV2lkdGgVABYEFlIWUibsA0kcFQAVABUCADwpBhkmAAQAAAAmABwVDBklBgAZGAbsnbTrpoQV
        ABYEFk4WTia+BEkcFQAVABUCADwWDBkGGSYABAAAABaEBRYEJggWhAUAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAu
        MRmMHAAAHAAAHAAAHAAAHAAAHAAAHAAAHAAAAKUCAABQQVIx
        """

    @Test func columnsOfParquetAreFound() throws {
        let desk = try Self.places(Self.whole)
        let file = try #require(Data(base64Encoded: Self.parquet, options: .ignoreUnknownCharacters))
        try file.write(to: desk.place.file("p.parquet"))
        let plan = try desk.place.succeed("batch collide --zoom 9 --places p.parquet --fields 이름 -o used.sql")
        #expect(plan.errorText.isEmpty)
        let sql = try String(contentsOf: desk.place.file("used.sql"), encoding: .utf8)
        #expect(sql.contains("-- reads places: parquet id,longitude,latitude,width,이름\n"), "\(sql.prefix(900))")
        // Nested columns are not columns of the table.
        for (field, shown) in [("element", "element"), ("schema", "schema"), ("list", "list")] {
            let run = try desk.place.geocli("batch nearest --places p.parquet --fields \(field)")
            #expect(run.status == 65 && run.text.isEmpty)
            let said = """
                p.parquet has no column \(shown), only "id", "where", "longitude", "latitude", "tags", "Width", "이름";
                """
            #expect(run.errorText.contains(said), "\(run.errorText)")
        }
        // A plan that names no file of places gets one when it runs.
        try desk.place.succeed("batch collide --zoom 9 --input-format parquet -o plan.sql")
        let run = try desk.run("--places p.parquet -o answer.csv")
        #expect(run.errorText.contains("p.parquet has columns that this plan does not use: width;"), "\(run.errorText)")
    }

    @Test func aDamagedParquetFileIsSaid() throws {
        let desk = try Self.places(Self.whole)
        let file = try #require(Data(base64Encoded: Self.parquet, options: .ignoreUnknownCharacters))
        var wrongSize = file
        wrongSize[file.count - 8] = 255
        var wrongFooter = file
        wrongFooter[file.count - 300] = 0xFF
        for bytes in [Data(), file.prefix(3), file.prefix(500), file.dropLast(1), wrongSize, Data(Self.whole.utf8)] {
            try bytes.write(to: desk.place.file("p.parquet"))
            let run = try desk.place.geocli("batch collide --zoom 9 --places p.parquet")
            #expect(run.status == 65 && run.text.isEmpty)
            #expect(run.errorText.contains("p.parquet is not a complete Parquet file"), "\(run.errorText)")
        }
        try wrongFooter.write(to: desk.place.file("p.parquet"))
        #expect([0, 65].contains(try desk.place.geocli("batch collide --zoom 9 --places p.parquet").status))
    }

    @Test(.timeLimit(.minutes(1))) func theLogIsARegularFile() throws {
        let desk = try Self.places(Self.whole)
        try #require(mkfifo(desk.place.file("pipe").path, 0o600) == 0)
        try expectRefused(desk, ["--places", "p.csv", "--log", "pipe"], "pipe is a pipe; give a regular file")
        try expectRefused(desk, ["--places", "p.csv", "--log", "/dev/null"], "/dev/null is a device")
    }

    @Test func queriesWithoutRowsAreSaid() throws {
        let desk = try Self.places(Self.whole)
        try desk.place.write(Self.head, to: "none.csv")
        let run = try desk.run("--queries none.csv -o answer.csv")
        #expect(
            run.status == 0 && run.errorText.contains("none.csv has no rows, so the answer is empty"),
            "\(run.errorText)")
    }

    /// The engine of a killed run ends, and its folder is removed; the next run removes the rest.
    @Test func aKilledRunLeavesNoEngineBehind() throws {
        let desk = try RunDesk(RunDesk.good + "sleep 300 & echo $! >child; touch begun; wait\n")
        let script = """
            "$0" batch run plan.sql --spark-sql ./spark-sql --scratch scratch -o answer.csv & id=$!
            for i in $(seq 100); do [ -e begun ] && break; sleep 0.1; done
            kill -9 $id; wait $id 2>/dev/null
            alive() { grep -qs '^State:[[:space:]]*[^ZX]' /proc/$(cat child)/status; }
            for i in $(seq 50); do alive || [ "$(ls scratch)" ] || break; sleep 0.1; done
            alive && echo alive; ls scratch
            """
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", script, TestSupport.geocli.path],
            environment: Workplace.environment, folder: desk.place.folder)
        #expect(run.text.isEmpty, "\(run.text) \(run.errorText)")
    }

    @Test func whatAKilledRunHasLeftGoesWithTheNext() throws {
        let desk = try RunDesk(RunDesk.good)
        let script = """
            mkdir -p scratch/geocli-run-dead/tables scratch/geocli-run-live scratch/geocli-run-none scratch/other
            touch scratch/geocli-run-dead/lock scratch/geocli-run-dead/tables/x scratch/geocli-run-live/lock
            ln -s ../other scratch/geocli-run-link; touch scratch/other/lock
            exec 7<scratch/geocli-run-live/lock; flock 7
            "$0" batch run plan.sql --spark-sql ./spark-sql --scratch scratch -o answer.csv; ls scratch
            """
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", script, TestSupport.geocli.path],
            environment: Workplace.environment, folder: desk.place.folder)
        // An engine still holds the lock of one folder; another folder has no lock. Links are never followed.
        #expect(
            run.text == "geocli-run-link\ngeocli-run-live\ngeocli-run-none\nother\n", "\(run.text) \(run.errorText)")
        #expect(FileManager.default.fileExists(atPath: desk.place.file("scratch/other/lock").path))
    }
}

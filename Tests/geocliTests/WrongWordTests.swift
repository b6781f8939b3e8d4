import TestSupport
import Testing

/// The errors for wrong filters, output options and words, word for word.
@Suite struct WrongWordTests {
    private typealias Case = WrongUsage

    @Test(arguments: options) func aWrongOptionIsRefusedInOneSentence(_ wrong: WrongUsage) throws { try wrong.check() }

    private static let options: [WrongUsage] = [
        // district
        Case(
            "list --limit 1 --district Gangnm", "--district \"Gangnm\": \(WrongUsage.meantDistrict) 강남구 (Gangnam-gu)?"),
        Case("list --limit 1 --district 강냠", "--district \"강냠\": \(WrongUsage.meantDistrict) 강남구 (Gangnam-gu)?"),
        Case("list --limit 1 --district 마포동", "--district \"마포동\": \(WrongUsage.meantDistrict) 마포구 (Mapo-gu)?"),
        Case("list --limit 1 --district 부산", "--district \"부산\": \(WrongUsage.district)"),
        Case("list --limit 1 --district ''", "--district \"\": \(WrongUsage.district)"),
        Case("list --limit 1 --district mapo-gu,xyz", "--district \"xyz\": \(WrongUsage.district)"),
        Case("list --limit 1 --district 'a\nb'", "--district \"a b\": \(WrongUsage.district)"),
        // filters
        Case("list --kind novel", "--kind \"novel\": choose one of new, used, other"),
        Case("list --kind ''", "--kind \"\": choose one of new, used, other"),
        Case("list --has fax", "--has \"fax\": choose one of phone, website, sns"),
        Case(
            "list --match ''",
            "--match \"\": the search text is empty; write a part of a name, address or phone number"),
        Case(
            "list --match ' '",
            "--match \"\": the search text is empty; write a part of a name, address or phone number"),
        Case(
            "search",
            "TEXT is missing; write a part of a name, address or phone number, or type it with --interactive"),
        Case(
            "search -i 책방",
            "--interactive needs standard input and standard error to be a terminal; leave out --interactive and give TEXT"
        ),
        Case("search -i --match y", "give the text to search for as TEXT; leave out --match"),
        Case("search ''", "the search text is empty; write a part of a name, address or phone number"),
        Case("search x --match y", "give the text to search for as TEXT; leave out --match"),
        Case("search 책방 --match y", "give the text to search for as TEXT; leave out --match"),
        // output
        Case("list --fields nme", "--fields: unknown field \"nme\"; did you mean name?"),
        Case("list --fields ''", "--fields: unknown field \"\"; choose from \(WrongUsage.fields)"),
        Case("list --fields id,,name", "--fields: unknown field \"\"; choose from \(WrongUsage.fields)"),
        Case("list --format xml", "--format \"xml\": choose one of table, json, ndjson, csv, tsv, geojson, geojsonseq"),
        Case("list --json --csv", "--json and --csv are two formats; give only one of them"),
        Case("list --geojson --format csv", "--geojson and --format csv are two formats; give only one of them"),
        Case("export --csv --format gpkg", "--csv and --format gpkg are two formats; give only one of them"),
        Case("status --json --format table", "--json and --format table are two formats; give only one of them"),
        Case("runs --geojson", "--format \"geojson\": \(WrongUsage.noPlace); \(WrongUsage.plainFormats)"),
        Case("list --format ''", "--format \"\": choose one of table, json, ndjson, csv, tsv, geojson, geojsonseq"),
        Case("runs --format geojson", "--format \"geojson\": \(WrongUsage.noPlace); \(WrongUsage.plainFormats)"),
        Case("verify --format geojson", "--format \"geojson\": \(WrongUsage.noPlace); \(WrongUsage.plainFormats)"),
        Case(
            "runs last --format geojsonseq",
            "--format \"geojsonseq\": \(WrongUsage.noPlace); \(WrongUsage.plainFormats)"),
        Case(
            "runs --format kml",
            "--format \"kml\": \(WrongUsage.onlyExport) kml; run: geocli export --format kml -o FILE.kml"),
        Case("runs --format xml", "--format \"xml\": \(WrongUsage.plainFormats)"),
        Case(
            "runs -o runs.geojson",
            "-o runs.geojson: \(WrongUsage.noPlace); end the file name in .json, .ndjson, .csv, .tsv or .txt"),
        Case(
            "verify -o checks",
            "-o checks: unknown file extension; use .json, .ndjson, .csv, .tsv or .txt, or give --format"),
        Case(
            "export -o x.json",
            "-o x.json: export writes geojson, geojsonseq, csv, tsv, gpkg or kml; use 'geocli list' for other formats"),
        Case(
            "export --format json -o x.csv",
            "--format \"json\": export writes geojson, geojsonseq, csv, tsv, gpkg or kml; use 'geocli list' for other formats"
        ),
        Case(
            "list -o x.gpkg",
            "-o x.gpkg: only 'geocli export' writes gpkg; run: geocli export --format gpkg -o FILE.gpkg"),
        Case("export -o x.gpkg --excel", "--excel only works with --format csv or tsv, not with gpkg"),
        Case("export --raw", "--raw only works with --format csv or tsv, not with geojson"),
        Case("export -o x.kml --raw", "--raw only works with --format csv or tsv, not with kml"),
        Case(
            "export --format geojsonseq --raw --excel",
            "--excel only works with --format csv or tsv, not with geojsonseq"),
        Case("list -o out.xyz", "-o out.xyz: \(WrongUsage.ending)"),
        Case(
            "list -o nodir/x.csv",
            "cannot create nodir/x.csv: No such file or directory; give -o a path in a writable folder", 73),
        Case(
            "list -o . --format csv", "cannot create .: Is a directory; give -o a path in a writable folder", 73
        ),
        Case(
            "list -o catalog.sqlite/x.csv",
            "cannot create catalog.sqlite/x.csv: Not a directory; give -o a path in a writable folder", 73),
        Case(
            "list -o /dev/full", "cannot write /dev/full: No space left on device; the output is incomplete", 74),
        Case("list -o ''", "-o : \(WrongUsage.ending)"),
        Case("list -o x", "-o x: \(WrongUsage.ending)"),
        Case(
            "show 1 --fields nme", "--fields: unknown field \"nme\"; did you mean name?"),
        Case(
            "cluster --zoom 1 --fields nme",
            "--fields: unknown field \"nme\"; did you mean name?"
        ),
        Case(
            "runs last --fields nme",
            "--fields: unknown field \"nme\"; choose from run_id, page, row, line, byte, reason, kept, feed_id, value, no_match, raw"
        ),
        Case(
            "near 1,2 --fields nme", "--fields: unknown field \"nme\"; did you mean name?"
        ),
        // days
        Case("list --as-of tomorrow", "--as-of \"tomorrow\": \(WrongUsage.day)"),
        Case("list --as-of -1d", "--as-of \"-1d\": \(WrongUsage.day)"),
        Case("list --as-of 99999999d", "--as-of \"99999999d\": \(WrongUsage.day)"),
        Case("list --as-of 9999999d", "--as-of \"9999999d\": \(WrongUsage.day)"),
        Case("list --as-of d", "--as-of \"d\": \(WrongUsage.day)"),
        Case("list --as-of 1.5d", "--as-of \"1.5d\": \(WrongUsage.day)"),
        Case("list --as-of 7", "--as-of \"7\": \(WrongUsage.day)"),
        Case("list --as-of 2026-13-01", "--as-of \"2026-13-01\": \(WrongUsage.day)"),
        Case("export --as-of 2026-02-29", "--as-of \"2026-02-29\": \(WrongUsage.day)"),
        Case("show 1 --as-of ''", "--as-of \"\": \(WrongUsage.day)"),
        Case(
            "show 1 --as-of 2026-09-20",
            "catalog.sqlite had no place 1 on 2026-09-20; the first good run was on 2026-09-21", 66),
        Case(
            "show 999 --as-of 2026-09-21",
            "catalog.sqlite had no bookstore 999 on 2026-09-21; list all with 'geocli list --as-of 2026-09-21 --include-closed --fields id,ref,name'",
            66),
        Case("near 1,2 --as-of 2026-09-21", "unknown option --as-of; see 'geocli near --help'"),
        // changes
        Case("changes --since tomorrow", "--since \"tomorrow\": \(WrongUsage.since)"),
        Case("changes --since 99999999d", "--since \"99999999d\": \(WrongUsage.since)"),
        Case("changes --since -1d", "--since \"-1d\": \(WrongUsage.since)"),
        Case("changes --since ''", "--since \"\": \(WrongUsage.since)"),
        Case("changes --since -1", "--since \"-1\": \(WrongUsage.since)"),
        Case("changes --since 1.x", "--since \"1.x\": \(WrongUsage.since)"),
        Case("changes --since 2026-02-30", "--since \"2026-02-30\": \(WrongUsage.since)"),
        Case("changes --since 2026-9-1", "--since \"2026-9-1\": \(WrongUsage.since)"),
        Case(
            "changes --since 2",
            "catalog.sqlite has no run 2; the last run is 1, and 'geocli runs' lists all runs", 66),
        Case(
            "changes --since 99999999999999999999",
            "catalog.sqlite has no run 9223372036854775807; the last run is 1, and 'geocli runs' lists all runs", 66),
        Case(
            "changes --what new", "--what \"new\": choose one of added, changed, moved, removed, closed, returned"),
        Case(
            "changes --what added,", "--what \"\": choose one of added, changed, moved, removed, closed, returned"),
        Case(
            "changes --fields nme",
            "--fields: unknown field \"nme\"; did you mean name?"
        ),
        // readers
        Case("changes --reader ''", "--reader \"\": \(WrongUsage.reader)"),
        Case("changes --reader ../bot", "--reader \"../bot\": \(WrongUsage.reader)"),
        Case("changes --reader .bot", "--reader \".bot\": \(WrongUsage.reader)"),
        Case("changes --reader a/b", "--reader \"a/b\": \(WrongUsage.reader)"),
        Case("changes --reader 'my bot'", "--reader \"my bot\": \(WrongUsage.reader)"),
        Case("changes --reader a\u{200B}b", "--reader \"a\u{200B}b\": \(WrongUsage.reader)"),
        Case("changes --reader 📚", "--reader \"📚\": \(WrongUsage.reader)"),
        Case(
            "changes --reader \(String(repeating: "가", count: 34))",
            "--reader \"\(String(repeating: "가", count: 29))…\": \(WrongUsage.reader)"),
        Case("changes --mark-read", "--mark-read needs --reader NAME"),
        Case(
            "changes --mark-read --since 1",
            "--mark-read needs --reader NAME"),
        Case(
            "changes --reader bot --mark-read --since 1",
            "--mark-read can't be combined with --since: earlier changes would be marked as read without being shown; leave out --since"
        ),
        Case(
            "changes --reader bot --mark-read --limit 10",
            "--mark-read can't be combined with --limit: later changes would be marked as read without being shown; leave out --limit"
        ),
        Case(
            "changes --reader bot --since 1", "--reader and --since both choose where to begin; give only one"),
        // words
        Case("list extra", "unexpected argument 'extra'; see 'geocli list --help'"),
        Case("list --nope", "unknown option --nope; see 'geocli list --help'"),
        Case("nearby", "unknown command \"nearby\"; did you mean near?"),
        Case("list --lang fr", "--lang \"fr\": choose ko or en; see 'geocli list --help'"),
        Case("list --lang", "--lang <ko|en> needs a value; see 'geocli list --help'"),
        Case("list --Kind new", "unknown option --Kind; did you mean --kind?"),
        Case("list --kin new", "unknown option --kin; did you mean --kind?"),
        Case("list --all-zooms", "unknown option --all-zooms; see 'geocli list --help'"),
        Case("near -- -33.8,151.2 1", "WHERE: \"151.2 1\" is not a number; \(WrongUsage.position)"),
    ]
}

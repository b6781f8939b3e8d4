import TestSupport
import Testing

/// The errors of each command, word for word.
@Suite struct WrongCommandTests {
    private typealias Case = WrongUsage

    @Test(arguments: commands) func aWrongCommandIsRefusedInOneSentence(_ wrong: WrongUsage) throws {
        try wrong.check()
    }

    private static let commands: [WrongUsage] = [
        // show
        Case("show", "PLACE is missing; \(WrongUsage.place)"),
        Case(
            "show 힣힣",
            "PLACE: no place is called \"힣힣\"; search for a part of the name with 'geocli search'", 66),
        Case("show 99999", "catalog.sqlite has no bookstore 99999; \(WrongUsage.list)", 66),
        Case("show -5", "catalog.sqlite has no bookstore -5; \(WrongUsage.list)", 66),
        Case("show 0", "catalog.sqlite has no bookstore 0; \(WrongUsage.list)", 66),
        Case("show 7486", "catalog.sqlite has no bookstore 7486; \(WrongUsage.list)", 66),
        Case(
            "show seoul-bookstores/nix", "catalog.sqlite has no bookstore seoul-bookstores/nix; \(WrongUsage.list)", 66),
        Case("show nofeed/1", "catalog.sqlite has no bookstore nofeed/1; \(WrongUsage.list)", 66),
        Case("show /", "catalog.sqlite has no bookstore /; \(WrongUsage.list)", 66),
        Case("show 1 2", "PLACE \"1 2\": \(WrongUsage.isPosition)"),
        Case("show 37.5,127", "PLACE \"37.5,127\": \(WrongUsage.isPosition)"),
        Case("show ''", "PLACE is missing; \(WrongUsage.place)"),
        Case("show ' '", "PLACE is missing; \(WrongUsage.place)"),
        Case("show name:", "PLACE: the name is empty; write the name of a place"),
        Case(
            "show 마포", "PLACE \"마포\": this is a district or a landmark; write the id or the name of a place"),
        Case(
            "show 999999999999999999999999999999",
            "PLACE: an id has at most 19 digits; if a name is a number, put 'name:' before it, as in name:1984", 66),
        Case("open", "PLACE is missing; \(WrongUsage.place)"),
        // cluster
        Case("cluster", "--zoom is missing; give a zoom from 0 to 22, or --all-zooms"),
        Case("cluster --zoom 23", "--zoom \"23\": write a number from 0 to 22"),
        Case("cluster --zoom -1", "--zoom \"-1\": write a number from 0 to 22"),
        Case("cluster --zoom x", "--zoom \"x\": write a number from 0 to 22"),
        Case("cluster --zoom nan", "--zoom \"nan\": write a number from 0 to 22"),
        Case("cluster --zoom 3 --all-zooms", "--zoom and --all-zooms exclude each other; give only one"),
        Case("cluster --all-zooms --members", "--members only works with --zoom, not with --all-zooms"),
        Case(
            "cluster --all-zooms --mode faithful",
            "--all-zooms needs --mode stable: in faithful mode a marker can vanish when you zoom in"),
        Case("cluster --zoom 3 --mode odd", "--mode \"odd\": choose one of faithful, stable, areas"),
        Case(
            "cluster --zoom 3 --mode areas --attribution nearest",
            "--attribution nearest does not work with --mode areas; leave it out"),
        Case("cluster --zoom 3 --icon 40", "--icon \"40\": write two numbers, such as 40x53"),
        Case("cluster --zoom 3 --padding -1", "--padding \"-1\": write a number from 0 to 1000"),
        Case("cluster --zoom 3 --tile-size 300", "--tile-size \"300\": choose 512 or 256"),
        Case("cluster --zoom 3 --max-zoom 23", "--max-zoom \"23\": write a number from 0 to 22"),
        Case("cluster --zoom 3 --attribution x", "--attribution \"x\": choose one of first, nearest"),
        Case(
            "cluster --zoom 20 --max-zoom 18",
            "--zoom 20 is above --max-zoom 18; choose a lower zoom or a higher --max-zoom"),
        Case("cluster --zoom 3 --bbox 1,2,3", "--bbox: \"1,2,3\" is not 4 numbers; \(WrongUsage.box)"),
        Case("cluster --zoom 3 --from x --kind new", "filters only work with the catalog; leave them out with --from"),
        Case(
            "cluster --zoom 3 --from missing.csv",
            "cannot read missing.csv: No such file or directory; check the path and its permissions", 66),
        // changes
        Case("changes --exec true --server http://127.0.0.1:1", "--exec needs --follow"),
        // export
        Case("export --format table", "--format \"table\": \(WrongUsage.exportFormats)"),
        Case("export --format json", "--format \"json\": \(WrongUsage.exportFormats)"),
        Case("export --format ndjson", "--format \"ndjson\": \(WrongUsage.exportFormats)"),
        Case("export -o x.json", "-o x.json: \(WrongUsage.exportFormats)"),
        Case("export -o x.shp", "-o x.shp: \(WrongUsage.exportEnding)"),
        Case(
            "export --format xml",
            "--format \"xml\": choose one of geojson, geojsonseq, csv, tsv, gpkg, kml; did you mean kml?"),
        Case("export --format gpkg", "gpkg: \(WrongUsage.needsFile)"),
        Case("export --format gpkg -o -", "gpkg: \(WrongUsage.needsFile)"),
        Case("export --format gpkg -o /dev/full", "-o /dev/full: \(WrongUsage.needsFile)"),
        Case("export --format gpkg -o /dev/stdout", "-o /dev/stdout: \(WrongUsage.needsFile)"),
        Case(
            "list --format gpkg",
            "--format \"gpkg\": \(WrongUsage.onlyExport) gpkg; run: geocli export --format gpkg -o FILE.gpkg"),
        Case(
            "cluster --zoom 3 -o x.kml",
            "-o x.kml: \(WrongUsage.onlyExport) kml; run: geocli export --format kml -o FILE.kml"),
        Case(
            "export --layer shops", "--layer \"shops\": choose one of places, clusters, changes, districts"),
        Case(
            "export --layer changes,places",
            "--layer \"changes,places\": geojson can contain only one layer; choose one, or use gpkg or kml"),
        Case("export --since 3", "--since is for the changes layer; add --layer changes or leave out --since"),
        Case("export --layer changes --since x", "--since \"x\": \(WrongUsage.since)"),
        Case("export --icon 9x9", "--icon is for the clusters layer; add --layer clusters or leave out --icon"),
        Case(
            "export --layer clusters --mode faithful",
            "--all-zooms needs --mode stable: in faithful mode a marker can vanish when you zoom in"),
        Case(
            "export --layer changes --as-of 2026-09-21",
            "--as-of can't be combined with the layer \"changes\"; limit that layer with --since"),
        Case("export --rs", "--rs only works with --format geojsonseq, not with geojson"),
        Case(
            "export --crs EPSG:5186",
            "--crs \"EPSG:5186\": geojson always has longitude and latitude on WGS 84 (RFC 7946); use gpkg or csv"
        ),
        Case(
            "export --crs 5179 -o x.kml",
            "--crs \"5179\": kml always has longitude and latitude on WGS 84 (KML 2.2); use gpkg or csv"),
        Case(
            "export --crs EPSG:999999 --format csv",
            "PROJ does not know the coordinate system EPSG:999999; for Korea, choose EPSG:5174, 5178, 5179, 5181 or 5186"
        ),
        Case(
            "export -o nodir/x.geojson",
            "cannot create nodir/x.geojson: No such file or directory; give -o a path in a writable folder", 73),
        // status
        Case("status --format csv", "--format \"csv\": choose one of table, json, ndjson, prometheus"),
        Case("status --max-age 5", "--max-age \"5\": write a time with its unit, such as 36h, 90m or 7d"),
        Case("status --max-age x", "--max-age \"x\": write a time with its unit, such as 36h, 90m or 7d"),
        Case("status --max-age -5h", "--max-age \"-5h\": write a time with its unit, such as 36h, 90m or 7d"),
        Case("runs 0", "RUN \"0\": \(WrongUsage.run)"),
        Case("runs x", "RUN \"x\": \(WrongUsage.run)"),
        Case("runs 99", "catalog.sqlite has no run 99; 'geocli status' shows the last run", 66),
        Case("runs -1", "RUN \"-1\": \(WrongUsage.run)"),
        // ingest
        Case(
            "ingest nofile.json",
            "cannot read nofile.json: No such file or directory; check the path and its permissions", 66),
        Case("ingest --sample x", "give either --sample or SOURCE, not both"),
        Case("ingest --feed nix --sample", "--feed \"nix\": choose one of \(WrongUsage.feeds)"),
        Case("ingest --max-loss 101 --sample", "--max-loss \"101\": write a number from 0 to 100"),
        Case("ingest --max-loss -1 --sample", "--max-loss \"-1\": write a number from 0 to 100"),
        Case("ingest --accept '' --sample", WrongUsage.reason), Case("ingest --accept why --sample", WrongUsage.reason),
        Case("ingest --accept '\"Why?\"' --sample", WrongUsage.reason),
        Case("ingest --accept … --sample", WrongUsage.reason),
        Case("ingest --accept x --sample", WrongUsage.reason), Case("ingest --accept 사유 --sample", WrongUsage.reason),
        Case("ingest --accept 'empty: why' --sample", WrongUsage.reason),
        Case("ingest --accept empty: --sample", WrongUsage.reason),
        Case(
            "ingest --sample --dry-run --format csv --db q.sqlite",
            "--format \"csv\": choose one of table, json, ndjson"),
        Case(
            "ingest ftp://x/",
            "SOURCE is not a service address; write one such as http://openapi.seoul.go.kr:8088"),
        Case(
            "ingest http://x:0/",
            "the address in SOURCE has no valid host or port; write one such as http://openapi.seoul.go.kr:8088"),
        Case(
            "ingest 'http://x/a b'",
            "the path in SOURCE contains characters that are not allowed in an address; percent-encode them"),
        Case("ingest http://u:p@x/", WrongUsage.baseAddress), Case("ingest http://x/?key=1", WrongUsage.baseAddress),
        Case("ingest http://x/1234/json/TbSlibBookstoreInfo/1/5/", WrongUsage.baseAddress),
        Case("ingest http://x/ http://y/", "an address must be the only SOURCE; give one address, or only saved pages"),
        Case(
            "ingest --key 1234",
            "other users can read a key on the command line; ask the portal for a new key and put it into "
                + "SEOUL_OPENAPI_KEY or the configuration file (see 'geocli help ingest')"),
        Case(
            "ingest --feed places",
            "the service of places has no address; give page files, a folder, - or an http:// address, or set url.places in the configuration file"
        ),
        Case("ingest --sample --resume", "--resume \(WrongUsage.fetchingOnly)"),
        Case("ingest --sample --timeout 1m", "--timeout \(WrongUsage.fetchingOnly)"),
        Case(
            "ingest --replay 1 --sample",
            "--replay reads the pages that the catalog keeps; leave out SOURCE and --sample"),
        Case("ingest --replay x", "--replay \"x\": \(WrongUsage.positive)"),
        Case("ingest --replay 99", "seoul-bookstores has no run 99; 'geocli runs' lists all runs", 66),
        Case(
            "ingest --replay 1",
            "the pages of run 1 are not kept (only the pages of recent runs from a service are kept); ingest the files again",
            66),
        Case(
            "ingest --replay 1 --db none.sqlite", "there is no catalog at none.sqlite; \(WrongUsage.makeOne)", 66),
        Case(
            "ingest --sample --keep-pages x", "--keep-pages \"x\": write a whole number, 0 or more"),
        Case("ingest .", "the folder . contains no page (.json, .xml, .csv); save the service's answers there", 66),
        Case(
            "ingest --dry-run catalog.sqlite",
            "catalog.sqlite is the catalog itself and can't be an input; choose another file"),
        // from
        Case("near --from x 37,127", "give either WHERE or --from FILE, not both"),
        Case(
            "near --from missing.csv",
            "cannot read missing.csv: No such file or directory; check the path and its permissions", 66),
        // catalog
        Case("list --db ''", "--db is empty; give it the path of a catalog"),
        Case("list --db none.sqlite", "there is no catalog at none.sqlite; \(WrongUsage.makeOne)", 66),
        Case("list --db nodir/none.sqlite", "there is no catalog at nodir/none.sqlite; \(WrongUsage.makeOne)", 66),
        Case("list --db .", ". is not a geocli catalog (a folder); \(WrongUsage.leftAlone)", 65),
        Case(
            "list --db /etc/passwd",
            "/etc/passwd is not a geocli catalog (not an SQLite database); \(WrongUsage.leftAlone)", 65),
        Case(
            "ingest --sample --db /etc/passwd",
            "/etc/passwd is not a geocli catalog (not an SQLite database); \(WrongUsage.leftAlone)", 65),
        Case("list --db", "--db <path> needs a value; see 'geocli list --help'"),
    ]
}

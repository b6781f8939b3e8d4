import GeocliText
import Testing

@testable import GeocliExport

@Suite struct FieldsTests {
    @Test(arguments: ListingFormat.listings)
    func anUnknownFieldIsRefusedInEveryFormat(_ format: ListingFormat) {
        let sink = ByteSink { _ in Issue.record("wrote something") }
        let error = #expect(throws: PlainError.self) {
            _ = try ListingWriter(.sample, options(format) { $0.fields = ["id", "nmae"] }, into: sink)
        }
        #expect(error?.words.en.contains("\"nmae\"") == true)
        #expect(sink.bytes == [])
    }

    @Test func theErrorNamesTheFieldAndTheChoice() {
        let error = PlainError.unknownField("n\u{1B}m\ne", among: ["id", "name"])
        #expect(error.description == "--fields: unknown field \"nm e\"; choose from id, name")
        #expect(error.words.ko == "--fields: \"nm e\" 필드는 없습니다. 쓸 수 있는 필드: id, name")
    }

    @Test func keysAreExact() {
        for field in ["", " id", "ID", "Name", "distance"] {
            #expect(throws: PlainError.self, "\(field)") {
                _ = try sampleText([], options(.csv) { $0.fields = [field] })
            }
        }
    }

    @Test func tablesShowTheirOwnChoiceUnlessAsked() throws {
        #expect(try sampleText([], options(.table)).hasPrefix("id  name  note  distance\n"))
        #expect(try sampleText([], options(.table) { $0.fields = ["phone", "id"] }).hasPrefix("phone  id\n"))
        #expect(try sampleText([SampleRow()], options(.table) { $0.isSingle = true }).contains("longitude"))
    }

    @Test func allOtherFormatsWriteAllColumns() throws {
        let keys = ListingSchema<SampleRow>.sample.columns.map(\.key)
        #expect(try sampleText([], options(.csv)) == keys.joined(separator: ",") + "\n")
        guard case .object(let members) = try parsed(try sampleText([SampleRow()], options(.ndjson))) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == keys)
    }

    @Test func aColumnOfAnInnerRowKeepsItsKeyAndTitle() {
        let column = Column<Int>("n", en: "number", ko: "번호") { .integer(Int64($0)) }.of { (text: String) in
            text.utf8.count
        }
        #expect(column.key == "n" && column.title == Words(en: "number", ko: "번호"))
        #expect(column.value("abc") == .integer(3))
    }

    @Test func endingsPickTheFormat() {
        let cases: [(String, ListingFormat?)] = [
            ("a.json", .json), ("a.ndjson", .ndjson), ("a.jsonl", .ndjson), ("a.csv", .csv), ("a.tsv", .tsv),
            ("a.geojson", .geojson),
            ("a.geojsonseq", .geojsonseq), ("a.geojsonl", .geojsonseq), ("a.geojsons", .geojsonseq),
            ("a.ndgeojson", .geojsonseq),
            ("a.txt", .table), ("A.CSV", .csv), ("/tmp/x.y/책방.GeoJSON", .geojson), ("a.csv.json", .json), ("a", nil),
            ("", nil),
            ("a.", nil), ("a.gpkg", .gpkg), ("a.KML", .kml), ("a.kmz", nil), ("a.json.gz", nil), ("dir.csv/file", nil),
            ("csv", nil), ("/dev/stdout", nil),
            ("a.json ", nil),
        ]
        for (path, format) in cases { #expect(ListingFormat(path: path) == format, "\(path)") }
    }

    @Test func formatsAreNamedAsInTheManual() {
        #expect(
            ListingFormat.listings.map(\.rawValue) == [
                "table", "json", "ndjson", "csv", "tsv", "geojson", "geojsonseq",
            ])
        #expect(
            ListingFormat.mapFiles.map(\.rawValue) == ["geojson", "geojsonseq", "csv", "tsv", "gpkg", "kml"])
        #expect(Set(ListingFormat.listings + ListingFormat.mapFiles) == Set(ListingFormat.allCases))
        let options = ListingOptions()
        #expect(options.format == .ndjson && options.fields == nil && !options.isSingle && !options.isRaw)
        #expect(
            !options.isForExcel && options.language == .english && options.terminalColumns == nil && !options.isTerminal
        )
    }
}

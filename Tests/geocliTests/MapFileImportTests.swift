import Foundation
import TestSupport
import Testing

/// `geocli mine import` of files as map programs write them: only points with names become places, and the rest is
/// counted.
@Suite struct MapFileImportTests {
    private let place: Workplace

    init() throws {
        let shops = [("1", "밤의 책방", "37.56"), ("2", "체인", "37.57"), ("3", "체인", "37.67")]
        place = try Workplace.ingested([
            FeedPage(
                rows: shops.map {
                    FeedPage.Row(
                        id: $0.0, name: $0.1, latitude: $0.2, longitude: "126.92", district: "마포구",
                        address: "마포구 독막로 \($0.0)")
                })
        ])
    }

    /// The outcomes of an import with `--all`, the marks with their points, and what the report says.
    private func imported(_ text: String, as name: String) throws -> (
        outcomes: [String], marks: [String], report: String
    ) {
        try place.write(text, to: name)
        let run = try place.succeed("mine import \(name) --all --format ndjson --mine-db records-\(name)")
        let outcomes = try run.text.split(separator: "\n").map { row in
            let row = try #require(JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
            return "\(row["name"] ?? "") \(row["outcome"] ?? "")"
        }
        let export = try place.succeed("mine export --format csv --mine-db records-\(name)").text
        let marks = export.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[3]) \(cells[5]) \(cells[6])"
        }
        #expect(
            try place.succeed("mine import \(name) --all -q --format csv --fields outcome --mine-db records-\(name)")
                .text.split(whereSeparator: \.isNewline).dropFirst().allSatisfy { ["same", "doubtful"].contains($0) })
        return (outcomes, marks.sorted(), run.errorText)
    }

    // MARK: Takeout

    @Test func pinsOfDifferentLinksAreTwo() throws {
        let file = try imported(
            """
            Title,Note,URL,Tags,Comment\r
            ,,,,\r
            Dropped pin,,"https://www.google.com/maps/search/37.55,126.92",,\r
            Dropped pin,,"https://www.google.com/maps/search/37.56,126.93",,\r
            밤의 책방,,https://www.google.com/maps/place/a/data=!4m2!3m1!1s0x357c:0x1,,좋다\r
            체인,,https://www.google.com/maps/place/a/data=!4m2!3m1!1s0x357c:0x2,,\r
            어느 곳,,https://www.google.com/maps/place/b/data=!4m2!3m1!1s0x357c:0x4,,\r
            어느 곳,,https://www.google.com/maps/place/b/data=!4m2!3m1!1s0x357c:0x5,,\r
            정확한 곳,,"https://www.google.com/maps/place/c/@37.5,126.9,17z/data=!4m6!3m5!1s0x1:0x2!8m2!3d37.51!4d126.91",,\r

            """, as: "list.csv")
        #expect(
            file.outcomes == [
                "Dropped pin added", "Dropped pin added", "밤의 책방 added", "체인 doubtful", "어느 곳 added", "어느 곳 added",
                "정확한 곳 added",
            ])
        #expect(
            file.marks == [
                "Dropped pin 37.55 126.92", "Dropped pin 37.56 126.93", "밤의 책방 37.56 126.92", "어느 곳  ", "어느 곳  ",
                "정확한 곳 37.51 126.91",
            ])
        #expect(!file.report.contains("left out"))
    }

    /// Which of two links is the only shop of that name is unknown.
    @Test func aNameWithTwoLinksIsDoubtful() throws {
        let file = try imported(
            "Title,URL\n밤의 책방,https://www.google.com/maps/place/a/data=!1\n밤의 책방,https://www.google.com/maps/place/a/data=!2\n",
            as: "two.csv")
        #expect(file.outcomes == ["밤의 책방 doubtful", "밤의 책방 doubtful"])
    }

    @Test func aTitleStandsAboveTheHeader() throws {
        let file = try imported(
            "\"책방: 마포, 서대문\"\n\nTitle,Note,URL,Comment\n밤의 책방,,https://maps.google.com/?cid=1,좋다\n", as: "title.csv")
        #expect(file.outcomes == ["밤의 책방 added"])
    }

    @Test func aTakeoutPlaceWithoutAPointHasItsLink() throws {
        let file = try imported(
            #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"google_maps_url":"http://maps.google.com/?q=37.51,126.91","Comment":"No location information is available for this saved place"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"google_maps_url":"http://maps.google.com/?q=37.52,126.91","location":{"name":"링크만"}}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"Google Maps URL":"http://maps.google.com/?cid=2","Location":{"Geo Coordinates":{"Latitude":"37.53","Longitude":"126.95"}},"Title":"옛 별표"}}]}
            """#, as: "saved.json")
        #expect(file.marks == ["링크만 37.52 126.91", "옛 별표 37.53 126.95"])
        #expect(file.report.contains("left out: 1 place without a name;"), "\(file.report)")
    }

    @Test func theMiddleOfAMapIsTold() throws {
        let file = try imported("이름,링크\n어느 곳,https://www.openstreetmap.org/#map=17/37.5/126.9\n", as: "view.csv")
        #expect(file.marks == ["어느 곳 37.5 126.9"])
        #expect(file.report.contains("1 point is only the middle of the map in a link"), "\(file.report)")
    }

    // MARK: Lines and areas

    @Test func onlyPointsOfKMLBecomePlaces() throws {
        let file = try imported(
            """
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Folder><name>마포</name>
            <Placemark><name>밤의 책방</name><LookAt><longitude>126.0</longitude><latitude>36.0</latitude></LookAt><Point><coordinates>
            126.92,37.56,0
            </coordinates></Point></Placemark>
            <Placemark><name>산책</name><LineString><coordinates>126.9,37.5 127.1,37.6</coordinates></LineString></Placemark>
            <Placemark><name>동네</name><Polygon><outerBoundaryIs><LinearRing><coordinates>126.9,37.5 127,37.5 127,37.6 126.9,37.5</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
            <Placemark><name>걷기</name><gx:MultiTrack><gx:Track><when>2024-05-02T10:00:00Z</when><gx:coord>126.9 37.5 10</gx:coord></gx:Track></gx:MultiTrack></Placemark>
            <Placemark><name>점과 선</name><MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString><Point><coordinates>126.8,37.4</coordinates></Point></MultiGeometry></Placemark>
            <Placemark><name>점 둘</name><MultiGeometry><Point><coordinates>126.81,37.41</coordinates></Point><Point><coordinates>126.82,37.42</coordinates></Point></MultiGeometry></Placemark>
            <Placemark><Point><coordinates>126.7,37.3</coordinates></Point></Placemark>
            </Folder></Document></kml>
            """, as: "all.kml")
        #expect(
            file.marks == ["밤의 책방 37.56 126.92", "점 둘 37.41 126.81", "점 둘 37.42 126.82", "점과 선 37.4 126.8"])
        #expect(
            file.report.contains("left out: 1 line, 1 area, 1 track, 1 place without a name; only points with names"),
            "\(file.report)")
    }

    @Test func aFileOfLinesHasNoPlaces() throws {
        try place.write(
            "<kml><Placemark><name>먼 곳</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></kml>",
            to: "line.kml")
        let run = try place.geocli("mine import line.kml --all --lang ko")
        #expect(run.status == 65)
        #expect(run.errorText.contains("이름이 있는 점이 없습니다(선 1)"), "\(run.errorText)")
    }

    @Test(arguments: ["126.9 37.5", "126.9", "126.9,37.5,0,1", "126.9,37.5 126.8,37.4", "126.9,x,0"])
    func aTupleOfKMLHasTwoOrThreeNumbers(_ text: String) throws {
        try place.write(
            "<kml><Placemark><name>가</name><Point><coordinates>\(text)</coordinates></Point></Placemark></kml>",
            to: "tuple.kml")
        let run = try place.geocli("mine import tuple.kml --all")
        #expect(run.status == 65)
        #expect(
            run.errorText.contains(
                "feature 1 of tuple.kml has no valid position: the coordinates \"\(text)\" are not a longitude"),
            "\(run.errorText)")
    }

    @Test func routesAndTracksOfGPXAreCounted() throws {
        let file = try imported(
            """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">
            <wpt lat="37.56" lon="126.92"><name>밤의 책방</name><type>책방</type><extensions><osmand:amenity_name>다른 이름</osmand:amenity_name></extensions></wpt>
            <wpt lat="37.1" lon="126.9"><desc>quiet shop</desc></wpt><wpt lat="37.2" lon="126.9"/>
            <rte><name>길</name><rtept lat="37.5" lon="126.9"><name>꺾는 곳</name></rtept></rte>
            <trk><name>자취</name><trkseg><trkpt lat="37.5" lon="126.9"/></trkseg></trk></gpx>
            """, as: "all.gpx")
        #expect(file.marks == ["밤의 책방 37.56 126.92"])
        #expect(file.report.contains("left out: 1 route, 1 track, 2 places without a name;"), "\(file.report)")
    }

    @Test func linesAndAreasOfGeoJSONAreCounted() throws {
        let file = try imported(
            #"""
            {"type":"umap","layers":[{"type":"FeatureCollection","_umap_options":{"name":"층"},"features":[
            {"type":"Feature","geometry":{"type":"Point","coordinates":[126.92,37.56]},"properties":{"name":"밤의 책방"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[126.5,37.5]},"properties":{}},
            {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[126.6,37.4],[126.61,37.41]]},"properties":{"name":"두 점"}},
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[126.9,37.5],[127,37.6]]},"properties":{"name":"선"}},
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[126.9,37.5],[127,37.5],[127,37.6],[126.9,37.5]]]},"properties":{"name":"면"}}]}]}
            """#, as: "map.umap")
        #expect(file.marks == ["두 점 37.4 126.6", "두 점 37.41 126.61", "밤의 책방 37.56 126.92"])
        #expect(file.report.contains("left out: 1 line, 1 area, 1 place without a name;"), "\(file.report)")
        #expect(
            try place.succeed("mine marks --format csv --fields list --mine-db records-map.umap").text.contains("층"))
    }

    @Test func aColumnOfGeometriesHasPointsAndLines() throws {
        let file = try imported(
            "WKT,name,description\n\"POINT (126.92 37.56)\",밤의 책방,좋다\n\"LINESTRING (126.9 37.5, 127 37.6)\",선,\n\"POLYGON ((126.9 37.5, 127 37.5, 127 37.6, 126.9 37.5))\",면,\n",
            as: "mymaps.csv")
        #expect(file.marks == ["밤의 책방 37.56 126.92"])
        #expect(file.report.contains("left out: 1 line, 1 area;"), "\(file.report)")
    }

    // MARK: Tables and objects

    @Test func aTableMayHaveSemicolonsAndDecimalCommas() throws {
        let file = try imported(
            "\u{FEFF}sep=;\r\nName;Lat (WGS84);Lon (WGS84);Note\r\n먼 곳;37,1234;126,9876;\r\n;;;;\r\n;;;이름 없음\r\n",
            as: "comma.csv")
        #expect(file.marks == ["먼 곳 37.1234 126.9876"])
        #expect(file.report.contains("left out: 1 place without a name;"), "\(file.report)")
        let tabs = try imported("이름\t위도\t경도\n먼 곳\t37,1\t126,9\n", as: "tabs.tsv")
        #expect(tabs.marks == ["먼 곳 37.1 126.9"])
    }

    @Test(arguments: [
        ("n/a,126.9", "row 1 of f.csv has no valid position: the latitude \"n/a\" is not a number"),
        ("37.5,", "row 1 of f.csv has no valid position: the longitude \"\" is not a number"),
        ("483160,1128730", "row 1 of f.csv has no valid position: 483160, 1128730 are not degrees"),
    ])
    func numbersThatAreNoPositionAreNamed(_ numbers: String, _ says: String) throws {
        try place.write("name,lat,lon\n가,\(numbers)\n", to: "f.csv")
        let run = try place.geocli("mine import f.csv --all")
        #expect(run.status == 65 && run.errorText.contains(says), "\(run.errorText)")
    }

    @Test func ourOwnListIsRead() throws {
        for format in ["json", "ndjson", "csv", "tsv", "geojson", "geojsonseq"] {
            let text = try place.succeed("list --format \(format)").text
            let file = try imported(text, as: "list.\(format)")
            #expect(file.outcomes.allSatisfy { $0.hasSuffix("added") } && file.outcomes.count == 3, "\(format)")
        }
    }

    @Test func placesOfAFolderOfNaverMapAreRead() throws {
        let file = try imported(
            #"{"folder":{"name":"책방"},"bookmarkList":[{"name":"밤의 책방","px":126.92,"py":37.56,"memo":"좋다"},{"name":"먼 곳","px":127.5,"py":36.5}]}"#,
            as: "naver.json")
        #expect(file.marks == ["먼 곳 36.5 127.5", "밤의 책방 37.56 126.92"])
    }
}

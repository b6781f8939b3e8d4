internal import GeocliGeo
internal import GeocliText
internal import Testing

@testable internal import GeocliQuery

@Suite struct PointFileTests {
    private func points(_ text: String) throws -> [FilePoint] {
        var file = try PointFile(ByteSource(name: "points", bytes: Array(text.utf8)))
        var points: [FilePoint] = []
        while let point = try file.next() { points.append(point) }
        return points
    }

    private func failure(_ text: String) -> String? {
        do {
            _ = try points(text)
            return nil
        } catch {
            return (error as? any ExplainedError)?.words.en ?? "\(error)"
        }
    }

    @Test func joinedFilesAndBrokenLinesAreNamed() {
        #expect(
            failure("id,name,Lat,Lon\n1,a,37.5,127\n\u{FEFF}id,name,Lat,Lon\n2,b,37.5,127\n")
                == "row 2 of points has the names of the columns again, as where two files were joined; delete this line"
        )
        let line = #"{"type":"Point","coordinates":[127,37.5]}"#
        #expect(
            failure("\(line)\n\n\(line.dropLast(2))\n\(line)\n")
                == "points is not valid JSON at line 3, byte 82; correct that position")
    }

    @Test func csvAndGeoJSONGiveTheSamePoints() throws {
        let csv = try points("\u{FEFF}id,latitude,longitude\n7,37.5,127\r\n8, -33 ,\" 151.2\"\n")
        let collection = try points(
            """
             {"type":"FeatureCollection","features":[
             {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{}},
             {"type":"Feature","id":8,"geometry":{"type":"Point","coordinates":[151.2,-33,5]},"properties":{"a":1}}]}
            """)
        let sequence = try points(
            "\u{1E}{\"type\":\"Point\",\"coordinates\":[127,37.5]}\n\u{1E}{\"type\":\"Point\",\"coordinates\":[151.2,-33]}\n"
        )
        for found in [csv, collection, sequence] {
            #expect(found.map(\.coordinate.latitude) == [37.5, -33])
            #expect(found.map(\.coordinate.longitude) == [127, 151.2])
            #expect(found.map(\.number) == [1, 2])
        }
        #expect(csv.map { $0.id?.scalarText } == ["7", "8"])
        #expect(collection.map { $0.id?.scalarText } == ["7", "8"])
    }

    @Test func anglesOfTwoColumnsAreAPoint() throws {
        let found = try points("lat,lon\n\"37°33'36\"\"N\",\"127°0'36\"\"E\"\n37.56,127.01\n")
        #expect(found.map(\.coordinate.latitude) == [37.56, 37.56])
        #expect(found.map(\.coordinate.longitude) == [127.01, 127.01])
        #expect(failure("lat,lon\n37°33'36N,x\n")?.contains("is not a number") == true)
    }

    @Test(arguments: [
        "lat,lon", "LAT,Lng", "latitude,long", " Lat , Longitude ", "y,x", "Y,X", "위도,경도", "위 도,경 도", "lat,경도",
        "\"lat\",\"lon\"",
    ])
    func columnsHaveTheNamesThatPeopleGiveThem(_ header: String) throws {
        for separator in [",", "\t", ";"] {
            let text = "id,\(header)\n7,37.5,127\n".replacing(",", with: separator)
            for (start, end) in [("", "\n"), ("\u{FEFF}", "\r\n"), ("\n\n", "\n")] {
                let found = try points(start + text.replacing("\n", with: end))
                #expect(found.map(\.coordinate) == [try Coordinate(longitude: 127, latitude: 37.5)], "\(text)")
                #expect(found.first?.id?.scalarText == "7")
            }
        }
    }

    @Test func xAndYBesideOtherNamesAreOtherColumns() throws {
        let found = try points("x,y,lat,lon\n200000,550000,37.5,127\n")
        #expect(found.map(\.coordinate) == [try Coordinate(longitude: 127, latitude: 37.5)])
        #expect(
            failure("x,y\n200000,550000\n")
                == "row 1 of points has no valid position: longitude 200000.0 is not between -180 and 180; positions must be in degrees (EPSG:4326), not in meters"
        )
        #expect(failure("x,lat\n1,2\n")?.hasPrefix("points has no column longitude") == true)
    }

    @Test func twoColumnsThatFitAreRefused() {
        #expect(
            failure("lat,latitude,lon\n1,1,2\n")
                == "points: two columns may be the latitude (lat, latitude); choose with --lat and --lon")
        #expect(
            failure("위도\tLNG\t경도\n1\t1\t2\n")
                == "points: two columns may be the longitude (lng, 경도); choose with --lat and --lon")
        #expect(
            failure("lat,lon, Lat\n1,1,2\n") == "points has column lat twice; remove or rename one")
    }

    @Test func theTakenColumnsAreSaid() throws {
        func note(_ text: String) throws -> String? {
            try PointFile(ByteSource(name: "points", bytes: Array(text.utf8))).columns?.note?.en
        }
        #expect(try note("Latitude,longitude\n") == nil)
        #expect(try note("{}") == nil)
        #expect(try note("위도;경도\n") == "latitude is read from column 위도 and longitude from column 경도")
        #expect(try note("x,y\u{1B}[31m,y\n") == "latitude is read from column y and longitude from column x")
    }

    /// geocli's TSV has no quotes; another program's TSV may have quotes in its header.
    @Test func aQuoteInATSVIsACharacterUnlessTheHeaderIsQuoted() throws {
        #expect(try points("id\tlat\tlon\n\"a\"b\t37.5\t127\n").first?.id?.scalarText == "\"a\"b")
        #expect(try points("\"id\"\t\"lat\"\t\"lon\"\n\"a\tb\"\t37.5\t127\n").first?.id?.scalarText == "a\tb")
    }

    @Test func filesWithoutPointsAreEmpty() throws {
        #expect(try points("latitude,longitude\n").isEmpty)
        #expect(try points("{\"type\":\"FeatureCollection\",\"features\":[]}").isEmpty)
    }

    @Test func whatIsWrongIsNamedWithItsRow() {
        #expect(
            failure("")
                == "points has no column latitude; name the columns of the position with --lat and --lon, or give GeoJSON with points"
        )
        #expect(
            failure("lat,name\n1,2\n")
                == "points has no column longitude; name the columns of the position with --lat and --lon, or give GeoJSON with points"
        )
        #expect(failure("latitude,longitude\n1,2\n3\n") == "row 2 of points has 1 field, but the header has 2")
        #expect(
            failure("latitude,longitude\nnan,2\n") == "row 1 of points has a latitude that is not a number: \"nan\"")
        #expect(
            failure("latitude,longitude\n1,0x2\n") == "row 1 of points has a longitude that is not a number: \"0x2\"")
        #expect(
            failure("latitude,longitude\n91,2\n")
                == "row 1 of points has no valid position: latitude 91.0 is not between -90 and 90; the columns latitude and longitude seem to be swapped"
        )
        #expect(
            failure("y,x\n4518000,500000\n")
                == "row 1 of points has no valid position: longitude 500000.0 is not between -180 and 180; positions must be in degrees (EPSG:4326), not in meters"
        )
        #expect(
            failure("7,서가,37.55,126.92\n8,다락,37.56,126.93\n")
                == "points has no names of columns: its first line has values (7, 서가, 37.55, 126.92); add a line of names before it, such as id,name,latitude,longitude"
        )
        #expect(
            failure("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}")
                == "feature 1 of points is a LineString, not a point; use only points")
        #expect(
            failure("{\"type\":\"Feature\",\"geometry\":null}\n{\"type\":\"Point\",\"coordinates\":[181,2]}")?
                .hasPrefix("feature 2 of points has no valid position: longitude 181.0 is not between") == true)
        #expect(
            failure("{\"type\":\"Point\",\"coordinates\":[1")
                == "points ends in the middle of its JSON, after byte 32; fetch it again")
    }
}

/// Tables whose positions are geometries, and rows as spreadsheets write them.
@Suite struct GeometryColumnTests {
    private func read(_ text: String) throws -> [FilePoint] {
        var file = try PointFile(ByteSource(name: "points", bytes: Array(text.utf8)))
        var points: [FilePoint] = []
        while let point = try file.next() { points.append(point) }
        return points
    }

    private func failure(_ text: String) -> String? {
        let error = #expect(throws: PointFileError.self) { try read(text) }
        return error?.words.en
    }

    @Test(arguments: ["WKT", "geom", "the_geom", "Geometry", "wkb_geometry"])
    func aColumnOfGeometriesIsRead(_ name: String) throws {
        let points = try read(
            "id;\(name)\n1;POINT (126.92 37.55)\n2;POINT(126.93 37.56)\n"
                + "3;POINT EMPTY\n4;\n5;{\"type\":\"Point\",\"coordinates\":[126.94,37.57]}\n")
        #expect(points.map(\.coordinate.longitude) == [126.92, 126.93, 126.94])
        #expect(points.map(\.coordinate.latitude) == [37.55, 37.56, 37.57])
        #expect(points.map(\.number) == [1, 2, 5])
    }

    @Test func numbersGoBeforeGeometries() throws {
        let points = try read("lat,lon,geom\n37.5,126.9,POINT(1 2)\n")
        #expect(points.map(\.coordinate.longitude) == [126.9])
        #expect(try read("wkt\nSRID=4326;POINT(126.9 37.5)\n").map(\.coordinate.latitude) == [37.5])
    }

    @Test func whatIsNoPointIsNamed() {
        #expect(
            failure("id,wkt\n1,SRID=5186;POINT(200000 500000)\n")
                == "row 1 of points states SRID=5186, but positions must be in degrees (EPSG:4326); convert them, in PostGIS with ST_Transform(geom, 4326)"
        )
        #expect(
            failure("id\twkt\n1\tLINESTRING(1 2,3 4)\n")
                == "row 1 of points has a wkt that is not a point: LINESTRING(1 2,3 4); write it like POINT(126.9 37.5)"
        )
        #expect(
            failure("wkt\nPOINT(37.5 126.9)\n")
                == "row 1 of points has no valid position: latitude 126.9 is not between -90 and 90; write the longitude first"
        )
        #expect(
            failure("geom,wkt\n,\n")
                == "points: two columns may be the position (geom, wkt); choose with --lat and --lon")
    }

    @Test func emptyFieldsAfterTheLastColumnAreLeftOut() throws {
        #expect(try read("id,lat,lon\n1,37.5,126.9,,\n2,37.6,127, \n").count == 2)
        #expect(failure("id,lat,lon\n1,37.5,126.9,,x\n") == "row 1 of points has 5 fields, but the header has 3")
    }
}

@Suite struct DoubledColumnTests {
    private func failure(_ text: String, markers: Bool) -> String? {
        let source = ByteSource(name: "points", bytes: Array(text.utf8))
        let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        do {
            if markers {
                _ = try MarkerFile.members(source, template: template)
            } else {
                var file = try PointFile(source)
                while try file.next() != nil {}
            }
            return nil
        } catch {
            return (error as? any ExplainedError)?.words.en ?? "\(error)"
        }
    }

    @Test(arguments: ["latitude,longitude,latitude", "LATITUDE,longitude, latitude ,x", "longitude,latitude,Longitude"])
    func aPointGivenTwiceIsNotGuessedAt(header: String) {
        let name = header.lowercased().hasPrefix("long") ? "longitude" : "latitude"
        for markers in [false, true] {
            #expect(
                failure(header + "\n37.5,127,1,1\n", markers: markers)
                    == "points has column \(name) twice; remove or rename one")
        }
    }

    @Test(arguments: [
        "id", "width", "height", "anchor_x", "anchor_y", "global_z_index", "z_index", "priority", "force", "hides",
        "min_zoom", "max_zoom", "kind",
    ])
    func aColumnOfMarkersGivenTwiceIsNotGuessedAt(column: String) {
        let id = column == "id" ? "" : "id,"
        let csv = "\(id)latitude,longitude,\(column),\(column.uppercased())\n"
        #expect(failure(csv, markers: true) == "points has column \(column) twice; remove or rename one")
        let properties = "\"\(column)\":1,\"x\":1,\"\(column)\":2"
        let feature =
            "{\"type\":\"Feature\",\"id\":1,\"geometry\":{\"type\":\"Point\",\"coordinates\":[127,37]},\"properties\":{\(properties)}}"
        #expect(failure(feature, markers: true) == "feature 1 of points has \(column) twice; keep only one")
        #expect(failure(feature, markers: false) == nil)
    }

    /// Tables often repeat the names of columns that geocli does not read; this is no error.
    @Test func whatNobodyReadsMayComeTwice() {
        #expect(failure("latitude,longitude,note,note,,\n37,127,a,b,,\n", markers: false) == nil)
        #expect(failure("id,latitude,longitude,note,note,,\n1,37,127,a,b,,\n", markers: true) == nil)
    }
}

@Suite struct FeaturesWithoutGeometryTests {
    private static let empty = [
        #"{"type":"Feature","geometry":null,"properties":{}}"#, #"{"type":"Feature","properties":null}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[]}}"#, #"{"type":"Point","coordinates":[]}"#,
        #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[]}}"#,
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}"#,
        #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[]}}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[]},{"type":"GeometryCollection","geometries":[]}]}"#,
    ]

    private static func point(_ longitude: Int) -> String {
        #"{"type":"Feature","id":"\#(longitude)","geometry":{"type":"Point","coordinates":[\#(longitude),37]}}"#
    }

    /// The numbers are those of the Features in the file, so that answers can be joined with them.
    @Test(arguments: empty)
    func areCountedAndPassedOver(feature: String) throws {
        let features = [feature, Self.point(1), feature, feature, Self.point(2), feature]
        for text in [
            features.joined(separator: "\n"),
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
        ] {
            var file = try PointFile(ByteSource(name: "points", bytes: Array(text.utf8)))
            var points: [FilePoint] = []
            while let point = try file.next() { points.append(point) }
            #expect(points.map(\.number) == [2, 5] && points.map(\.question.number) == [1, 4])
            #expect(points.map(\.coordinate.longitude) == [1, 2])
            #expect(file.withoutGeometryCount == 4)
        }
    }

    @Test func rowsWithBlankCoordinatesAreSkippedAndHalfBlankOnesRefused() throws {
        let text = "id,latitude,longitude\n1,37,127\n2,,\n3, ,\u{3000}\n4,38,128\n"
        var file = try PointFile(ByteSource(name: "points", bytes: Array(text.utf8)))
        var numbers: [Int] = []
        while let point = try file.next() { numbers.append(point.number) }
        #expect(numbers == [1, 4] && file.withoutGeometryCount == 2)
        for half in ["5,37,", "5,,127"] {
            var file = try PointFile(ByteSource(name: "points", bytes: Array("id,latitude,longitude\n\(half)\n".utf8)))
            #expect(throws: PointFileError.self) { try file.next() }
        }
    }

    @Test func markersWithoutOneAreLeftOut() throws {
        var passedOver = 0
        let text = [Self.empty[0], Self.point(1), Self.empty[0]].joined(separator: "\n")
        let members = try MarkerFile.members(
            ByteSource(name: "markers", bytes: Array(text.utf8)),
            template: Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0)),
            skipped: { passedOver = $0.blankCount })
        #expect(members.map(\.marker.id) == [.integer(1)])
        #expect(passedOver == 2)
    }
}

@Suite struct PointFilePiecesTests {
    /// Formerly, the first byte of the mark alone was read as the start of a CSV file.
    @Test func aByteOrderMarkMayComeInPieces() throws {
        var rest = Array("\u{FEFF}{\"type\":\"Point\",\"coordinates\":[127,37]}".utf8)[...]
        var file = try PointFile(
            ByteSource(name: "points") {
                defer { rest = rest.dropFirst() }
                return Array(rest.prefix(1))
            })
        #expect(try file.next()?.coordinate.longitude == 127)
        #expect(try file.next() == nil)
    }
}

@Suite struct MarkerFileTests {
    private let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))

    private func markers(_ text: String) throws -> [Marker] {
        let source = ByteSource(name: "markers", bytes: Array(text.utf8))
        return try MarkerFile.members(source, template: template).map(\.marker)
    }

    private func failure(_ text: String) -> String? {
        do {
            _ = try markers(text)
            return nil
        } catch {
            return (error as? PointFileError)?.words.en ?? "\(error)"
        }
    }

    @Test func everyColumnReachesTheMarker() throws {
        let header = "id,longitude,latitude,width,height,anchor_x,anchor_y,global_z_index,z_index,priority,force,hides,"
        let found = try markers(header + "min_zoom,max_zoom\na,127,37,22,35,0.25,0.75,5,-3,1.5,true,false,2,9.5\n")
        let marker = try #require(found.first)
        #expect(marker.id == .text("a"))
        #expect(marker.coordinate == (try Coordinate(longitude: 127, latitude: 37)))
        #expect([marker.width, marker.height, marker.anchorX, marker.anchorY] == [22, 35, 0.25, 0.75])
        #expect(marker.globalZIndex == 5 && marker.zIndex == -3 && marker.priority == 1.5)
        #expect(marker.force && !marker.hides)
        #expect(marker.minZoom == 2 && marker.maxZoom == 9.5)
    }

    @Test func absentAndBlankColumnsTakeTheTemplate() throws {
        let found = try markers("id,longitude,latitude,width,force\n1,127,37,,\n2,127,37,10,1\n")
        #expect(found.map(\.width) == [40, 10])
        #expect(found.map(\.force) == [false, true])
        #expect(found.map(\.id) == [.integer(1), .integer(2)])
    }

    @Test func geoJSONPropertiesAreColumns() throws {
        let found = try markers(
            """
            {"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[1,2]},
             "properties":{"width":12,"force":true,"hides":"no"}}
            """)
        #expect(found.map(\.width) == [12] && found.map(\.force) == [true] && found.map(\.hides) == [false])
    }

    @Test func oneTextIDMakesAllIDsText() throws {
        #expect(try markers("id,longitude,latitude\n1,1,1\nb,1,1\n").map(\.id) == [.text("1"), .text("b")])
    }

    @Test func wrongValuesAreNamed() {
        #expect(failure("longitude,latitude\n1,1\n") == "row 1 of markers has no id; give each row its own id")
        #expect(
            failure("id,longitude,latitude,width\n1,1,1,wide\n")
                == "row 1 of markers has width \"wide\"; write a number")
        #expect(
            failure("id,longitude,latitude,z_index\n1,1,1,1.5\n")
                == "row 1 of markers has z_index \"1.5\"; write a whole number")
        #expect(
            failure("id,longitude,latitude,force\n1,1,1,maybe\n")
                == "row 1 of markers has force \"maybe\"; write true or false")
    }
}

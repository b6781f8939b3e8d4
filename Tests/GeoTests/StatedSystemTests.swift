import GeocliText
import Testing

@testable import GeocliGeo

/// The coordinate system that a GeoJSON file states: WGS 84 in any spelling, or a refusal with the way out.
@Suite struct StatedSystemTests {
    static let known = [
        "null", #""EPSG:4326""#, "4326", #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC::CRS84"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84h"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:2:84"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4326"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG:6.9:4326"}}"#,
        #"{"type":"name","properties":{"name":"urn:x-ogc:def:crs:EPSG:4326"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4979"}}"#,
        #"{"type":"name","properties":{"name":" epsg:4326 "}}"#, #"{"type":"name","properties":{"name":"EPSG:4326"}}"#,
        #"{"type":"name","properties":{"name":"OGC:CRS84"}}"#, #"{"type":"name","properties":{"name":"CRS:84"}}"#,
        #"{"type":"name","properties":{"name":"WGS 84"}}"#, #"{"type":"name","properties":{"name":"GCS_WGS_1984"}}"#,
        #"{"type":"name","properties":{"name":"http://www.opengis.net/def/crs/EPSG/0/4326"}}"#,
        #"{"type":"name","properties":{"name":"https://www.opengis.net/def/crs/OGC/1.3/CRS84"}}"#,
        #"{"type":"name","properties":{"name":"http://www.opengis.net/gml/srs/epsg.xml#4326"}}"#,
        #"{"type":"name","properties":{"name":"+proj=longlat +datum=WGS84 +no_defs"}}"#,
        #"{"type":"name","properties":{"name":"GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298]]]"}}"#,
        #"{"type":"EPSG","properties":{"code":4326}}"#, #"{"type":"EPSG","properties":{"code":"4326"}}"#,
        #"{"type":"OGC","properties":{"urn":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#,
        #"{"type":"link","properties":{"href":"https://epsg.io/4326.json","type":"proj4"}}"#,
        #"{"type":"link","properties":{"href":"http://spatialreference.org/ref/epsg/4326/proj4/"}}"#,
        #"{"properties":{"name":"EPSG:4326"},"type":"name"}"#,
    ]

    /// Each with the part of the message that names it.
    static let foreign = [
        (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4162"}}"#, "urn:ogc:def:crs:EPSG::4162"),
        (#"{"type":"name","properties":{"name":"EPSG:4162"}}"#, "EPSG:4162"),
        (#"{"type":"name","properties":{"name":"EPSG:43260"}}"#, "EPSG:43260"),
        (#"{"type":"name","properties":{"name":"EPSG:14326"}}"#, "EPSG:14326"),
        (#"{"type":"name","properties":{"name":"KATEC:4326"}}"#, "KATEC:4326"),
        (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS83"}}"#, "CRS83"),
        (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4269"}}"#, "EPSG::4269"),
        (#"{"type":"name","properties":{"name":"http://www.opengis.net/def/crs/EPSG/0/3857"}}"#, "EPSG/0/3857"),
        (#"{"type":"name","properties":{"name":"+proj=longlat +ellps=bessel +no_defs"}}"#, "bessel"),
        (#"{"type":"name","properties":{"name":"+proj=longlat +datum=WGS84 +pm=paris"}}"#, "longlat"),
        (#"{"type":"name","properties":{"name":"PROJCS[\"WGS 84 / UTM zone 52N\",GEOGCS[\"WGS 84\"]]"}}"#, "UTM"),
        (#"{"type":"EPSG","properties":{"code":5179}}"#, "5179"), (#""EPSG:5186""#, "EPSG:5186"), ("5186", "5186"),
        (#"{"type":"link","properties":{"href":"data.crs","type":"ogcwkt"}}"#, "data.crs"),
        (#"{"type":"link","properties":{"href":"https://epsg.io/3857"}}"#, "epsg.io/3857"),
        ("{}", "an unknown coordinate system"), ("[]", "an unknown coordinate system"),
        (#"{"type":"name","properties":{"name":null}}"#, "an unknown coordinate system"),
    ]

    private static let point = #""geometry":{"type":"Point","coordinates":[126.9,37.5]}"#

    /// A file in which `member` stands in each place where a file may state its system.
    private static func files(_ member: String) -> [String] {
        let feature = #"{"type":"Feature",\#(point),"properties":{"crs":"EPSG:5186"}}"#
        let inFeature = #"{"type":"Feature",\#(point),\#(member),"properties":{}}"#
        let inGeometry = #"{"type":"Feature","geometry":{"type":"Point",\#(member),"coordinates":[126.9,37.5]}}"#
        let inPart =
            #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"coordinates":[126.9,37.5],\#(member),"type":"Point"}]}}"#
        return [
            #"{"type":"FeatureCollection",\#(member),"features":[\#(feature)]}"#,
            #"{"type":"FeatureCollection","features":[\#(feature)],\#(member)}"#,
            #"{"features":[],"bbox":[1,2,3,4],\#(member),"type":"FeatureCollection","name":"a"}"#,
            #"{"type":"FeatureCollection","features":[\#(inFeature)]}"#,
            #"{"type":"FeatureCollection","features":[\#(feature),\#(inGeometry)]}"#,
            #"{"type":"FeatureCollection","features":[\#(inPart)]}"#, inFeature, inGeometry, feature + "\n" + inFeature,
            #"{"type":"Point","coordinates":[126.9,37.5],\#(member)}"#,
        ]
    }

    private func count(_ text: String) throws -> Int {
        var reader = FeatureReader(ByteSource(name: "area.geojson", bytes: Array(text.utf8)))
        while try reader.next() != nil {}
        return reader.count
    }

    @Test(arguments: known) func wgs84IsReadInEverySpelling(_ system: String) throws {
        for file in Self.files(#""crs":\#(system)"#) { _ = try count(file) }
        try StatedSystem.check(Array(#"{"crs":\#(system)}"#.utf8), in: "a")
    }

    @Test(arguments: foreign) func anotherSystemIsRefusedWithTheCommandThatConverts(_ system: String, _ says: String) {
        for file in Self.files(#""crs":\#(system)"#) {
            let error = #expect(throws: PlainError.self, "\(file)") { try count(file) }
            #expect(error?.exit == .data && error?.words.en.contains(says) ?? false, "\(error?.words.en ?? "-")")
            #expect(error?.words.en.hasPrefix("area.geojson is in ") ?? false)
            #expect(
                error?.words.en.hasSuffix("; convert it: ogr2ogr -t_srs EPSG:4326 NEW.geojson OLD.geojson") ?? false)
            #expect(throws: PlainError.self) {
                try StatedSystem.check(Array(file.split(separator: "\n").last!.utf8), in: "a")
            }
        }
    }

    /// The input of opengeospatial/ogc-feat-geo-json#68, and files that are not JSON-FG.
    @Test func jsonFGIsNamed() throws {
        let place = #""place":{"type":"Point","coordinates":[198010,551010]}"#
        let feature = #"{"type":"Feature","time":null,\#(place),"geometry":null,"properties":{"name":"a"}}"#
        for file in [
            #"{"type":"FeatureCollection","coordRefSys":"http://www.opengis.net/def/crs/EPSG/0/5186","features":[\#(feature)]}"#,
            feature, #"{"type":"Feature",\#(place),"properties":{}}"#,
        ] {
            let error = #expect(throws: PlainError.self, "\(file)") { try count(file) }
            let words = error?.words.en ?? "-"
            #expect(words.hasPrefix("area.geojson is JSON-FG: its positions are in place") && words.contains("ogr2ogr"))
            #expect(throws: PlainError.self) { try StatedSystem.check(Array(file.utf8), in: "a") }
        }
        for feature in [
            #"{"type":"Feature",\#(place),\#(Self.point),"properties":{}}"#,
            #"{"type":"Feature","place":"Seoul","geometry":null,"properties":{\#(place)}}"#,
        ] {
            #expect(try count(feature) == 1, "\(feature)")
        }
    }

    @Test func propertiesStateNoSystem() throws {
        #expect(
            try count(#"{"type":"Feature",\#(Self.point),"properties":{"crs":"EPSG:5186","geometry":{"crs":1}}}"#) == 1)
        #expect(
            try count(#"{"type":"Feature",\#(Self.point),"properties":{"a":"\"crs\":1","spatialReference":{}}}"#) == 1)
    }

    @Test func arcGISIsNamed() {
        let feature = #"{"attributes":{"name":"a"},"geometry":{"x":14129000.5,"y":4518000.25}}"#
        for (text, says) in [
            (#"{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":[\#(feature)]}"#, "system 102100;"),
            (#"{"features":[\#(feature)],"spatialReference":{"wkid":102100}}"#, "is Esri (ArcGIS) JSON, not GeoJSON"),
            (
                #"{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},"features":[\#(feature)]}"#,
                "ArcGIS"
            ),
        ] {
            let error = #expect(throws: PlainError.self) { try count(text) }
            #expect(error?.words.en.contains(says) ?? false, "\(error?.words.en ?? "-")")
        }
    }

    /// Features inside of something else are named with their place and the way out, also by a reader that keeps few
    /// members.
    @Test(arguments: [nil, ["type", "geometry"]] as [Set<String>?])
    func featuresInsideAreFound(kept: Set<String>?) throws {
        func words(_ text: String) -> String? {
            var reader = FeatureReader(ByteSource(name: "x.json", bytes: Array(text.utf8)), keeping: kept)
            do {
                while try reader.next() != nil {}
                return nil
            } catch let error as any ExplainedError { return error.words.en } catch { return "\(error)" }
        }
        let features = #"[{"type":"Feature",\#(Self.point),"properties":{}}]"#
        for (text, place) in [
            (#"{"ok":1,"data":{"bbox":[1,2],"type":"FeatureCollection","features":\#(features)}}"#, "inside of data;"),
            (
                #"{"response":{"status":"OK","result":{"fc":{"features":\#(features),"type":"FeatureCollection"}}}}"#,
                "inside of response.result.fc;"
            ),
            (
                #"{"type":"success","layers":[1,{"type":"FeatureCollection","features":\#(features)}]}"#,
                "inside of layers;"
            ),
            (
                #"{"type":"FeatureCollection","features":[{"type":"FeatureCollection","features":\#(features)}]}"#,
                "a FeatureCollection is in the place of a Feature"
            ),
        ] {
            let found = words(text)
            #expect(found?.contains(place) ?? false, "\(found ?? "-")")
            #expect(found?.contains(": jq '") == true && found?.hasSuffix("' OLD.json > NEW.geojson") == true)
        }
        // A Feature may have any other members.
        #expect(
            words(#"{"a":{"type":"FeatureCollection","features":[]},"type":"Feature",\#(Self.point),"properties":{}}"#)
                == nil)
        #expect(words(#"{"note":"FeatureCollection","type":"FeatureCollection","features":\#(features)}"#) == nil)
        let bare = words(#"{"data":{"type":"Other","features":[]}}"#)
        #expect(bare?.contains("no \"type\"") ?? false, "\(bare ?? "-")")
    }

    /// The end of a file is looked at before the first Feature is given, and only its last members count.
    @Test(arguments: [
        (#","crs":{"type":"name","properties":{"name":"EPSG:5186"}}}"#, true),
        (#","crs":"EPSG:5186","a":[1,{}]}"# + "\n\n", true),
        (#","a":"x","crs" : "EPSG:5186" }"#, true), (#","crs":"EPSG:4326"}"#, false), ("}", false),
        (#","a":{"crs":"EPSG:5186"}}"#, false), (#","a":[{"crs":"EPSG:5186"}]}"#, false),
        (#","a":"\"crs\":\"EPSG:5186\""}"#, false),
    ])
    func theEndOfAFileIsLookedAtFirst(_ end: String, _ isForeign: Bool) throws {
        let feature = #"{"type":"Feature",\#(Self.point),"properties":{"crs":"EPSG:5186"}}"#
        let text = #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]"# + end
        for count in [text.utf8.count, end.utf8.count + 30, end.utf8.count] {
            let last = Array(text.utf8.suffix(count))
            #expect(
                (try? StatedSystem.check(end: last, in: "a")) == nil ? isForeign : !isForeign, "\(count) of \(text)")
        }
    }

    @Test func aCollectionWithManyListsIsReadWithoutRecursion() throws {
        let lists = String(repeating: #""features":[],"#, count: 100_000)
        #expect(try count("{\(lists)\"type\":\"FeatureCollection\"}") == 0)
    }
}

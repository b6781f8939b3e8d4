import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliProjection
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

@Suite struct PointReaderTests {
    private func read(_ latitude: String?, _ longitude: String?, _ feed: Feed = .seoulBookstores) throws -> Result<
        Coordinate, PointProblem
    > {
        try PointReader(feed: feed).point(x: longitude, y: latitude)
    }

    private func reason(_ latitude: String?, _ longitude: String?, _ feed: Feed = .seoulBookstores) throws
        -> RejectionReason?
    {
        guard case .failure(let problem) = try read(latitude, longitude, feed) else { return nil }
        return problem.reason
    }

    @Test(
        arguments: [
            ("37.5573847248586", "126.922886096614"), (" 37.5573847248586 ", "\t126.922886096614\u{3000}"),
            ("+37.5573847248586", "1.26922886096614e2"), ("37.55738472485860000", "0126.922886096614"),
        ])
    func aPlainPairIsAPoint(latitude: String, longitude: String) throws {
        #expect(
            try read(latitude, longitude).get() == Coordinate(longitude: 126.922886096614, latitude: 37.5573847248586))
    }

    @Test(
        arguments: [
            ("37.40", "126.73"), ("37.40", "127.20"), ("37.72", "126.73"), ("37.72", "127.20"), ("37.4", "127"),
            ("37.72", "127"),
            ("37.5", "126.73"), ("37.5", "127.2"),
        ])
    func edgesOfTheAreaAreIn(latitude: String, longitude: String) throws {
        #expect(try reason(latitude, longitude) == nil)
    }

    @Test(
        arguments: [
            ("37.39999999999999", "127"), ("37.72000000000001", "127"), ("37.5", "126.72999999999999"),
            ("37.5", "127.20000000000002"), ("35.6812362011", "139.7671248"), ("-37.5", "127"), ("37.5", "-127"),
            ("33.4777368", "124.8492506"), ("90", "180"), ("-90", "-180"), ("37.5", "37.5"),
        ])
    func beyondTheAreaIsOutside(latitude: String, longitude: String) throws {
        #expect(try reason(latitude, longitude) == .coordinateOutsideArea)
    }

    @Test(
        arguments: [
            (nil, nil), (nil, "127"), ("37.5", nil), ("", "127"), ("37.5", ""), (" ", "\u{3000}"), ("0", "0"),
            ("0.0", "0.000"),
            ("-0", "0"), ("0", "127"), ("37.5", "0"), ("0e5", "127"), ("x", ""), ("", "x"),
        ] as [(String?, String?)])
    func nothingAndZeroAreMissing(latitude: String?, longitude: String?) throws {
        #expect(try reason(latitude, longitude) == .coordinateMissing)
    }

    @Test(
        arguments: [
            "37.5718961547884~2", "nan", "NaN", "inf", "-infinity", "0x1.2p5", "0x25", "1e999", "-1e999", "37,5",
            "37.5.6", "37 5", "37.5 N x", "37°60'", "-37.5N", "37°33'26\"N 126°55'23\"E",
            "--37.5", "3７.5", ".", "-", "+", "35.86561079 , 128.6083915",
            "null",
        ])
    func whatIsNoPlainNumberIsUnreadable(text: String) throws {
        #expect(try reason(text, "127") == .coordinateUnreadable)
        #expect(try reason("37.5", text) == .coordinateUnreadable)
    }

    @Test(arguments: [
        ("37°33'22\"N", "126°55'23\"E"), ("37º33′22″", "126º55′23″"), ("N37 33 22", "E126 55 23"),
        ("37도 33분 22초", "126도 55분 23초"), ("북위 37.55611", "126.92306"), ("37.55611N", "126.92306°"),
        ("37:33:22", "126:55:23"),
    ])
    func anglesOfTwoColumnsAreDegrees(latitude: String, longitude: String) throws {
        let point = try read(latitude, longitude).get()
        #expect(abs(point.latitude - 37.55611) < 1e-5 && abs(point.longitude - 126.92306) < 1e-5)
        #expect(try reason(longitude, latitude) != nil, "in the other columns")
    }

    /// Only degrees are written as angles.
    @Test func metersAreNoAngles() throws {
        #expect(try reason("37°33'22\"N", "126°55'23\"E", RealFeeds.gyms) == .coordinateUnreadable)
    }

    @Test(arguments: [
        ("97", "127"), ("37.5", "180.1"), ("-90.1", "127"), ("37.5", "-999"), ("1e10", "1e10"), ("375573", "126922"),
    ])
    func noLatitudeOrLongitudeIsOutOfRange(latitude: String, longitude: String) throws {
        #expect(try reason(latitude, longitude) == .coordinateOutOfRange)
    }

    @Test(arguments: [("126.922886096614", "37.5573847248586"), ("127.20", "37.72"), ("126.73", "37.40")])
    func swappedIsSaidWhenTheOtherOrderFits(latitude: String, longitude: String) throws {
        #expect(try reason(latitude, longitude) == .coordinateSwapped)
        #expect(try reason(latitude, longitude, .places) == .coordinateSwapped)
    }

    @Test func theValueNamesBothAsTheyCame() throws {
        let problem = #expect(throws: PointProblem.self) { try read(" 97 ", "x y").get() }
        #expect(problem?.value == "97, x y")
    }

    @Test func zeroIsAPlaceInAFeedOfTheWorld() throws {
        for (latitude, longitude) in [("0", "0"), ("0", "127"), ("37.5", "0"), ("90", "180"), ("-90", "-180")] {
            #expect(try reason(latitude, longitude, .places) == nil)
        }
        #expect(try reason("90.0000001", "100", .places) == .coordinateOutOfRange)
    }

    // MARK: Feeds in metres.

    /// A loose box around Korea: 33.4777 N, 124.8493 E is inside.
    private func metres(_ crs: CRS) -> Feed {
        Feed(
            id: "metres", title: Words(en: "m", ko: "m"), publisher: "-", license: "-",
            envelope: .openData(service: "LOCALDATA_104201"),
            fields: [.id: "MGTNO", .name: "BPLCNM", .x: "X", .y: "Y"],
            crs: crs, area: BoundingBox(checkedWest: 124, south: 33, east: 132, north: 39))
    }

    @Test(
        arguments: [("0", "0"), ("0.0", "-0"), ("999.9", "-999.9"), ("", "1"), (nil, "451579")] as [(String?, String?)])
    func smallNumbersOfMetresAreMissing(x: String?, y: String?) throws {
        #expect(try reason(y, x, metres(.epsg5174)) == .coordinateMissing)
    }

    @Test func aThousandMetresIsAPlace() throws {
        #expect(try reason("451579.8509563", "0", metres(.epsg5174)) == nil)
        #expect(try reason("1000", "1000", metres(.epsg5174)) == nil)
    }

    @Test func metresThatHaveNoPlaceAreOutOfRange() throws {
        #expect(try reason("1e30", "1e30", metres(.epsg5174)) == .coordinateOutOfRange)
        #expect(try reason("nan", "1", metres(.epsg5174)) == .coordinateUnreadable)
    }

    @Test(.enabled(if: TestSupport.hasSharedFeed))
    func controlPointsAreWhereTheyWerePublished() throws {
        var checked = 0
        for row in try sharedTable("crs_control_points.tsv") {
            let feed: Feed
            switch row[1] {
            case let code where code.hasPrefix("EPSG:"): feed = metres(try CRS(parsing: code))
            default: feed = metres(.katec)
            }
            let result = try read(" \(row[3]) ", row[2], feed)
            checked += 1
            if row[0] == "zero-trap" {
                #expect(result == .failure(PointProblem(reason: .coordinateMissing, value: "0, 0")))
                continue
            }
            let longitude = try #require(Double(row[4]))
            let expected = try Coordinate(longitude: longitude, latitude: try #require(Double(row[5])))
            let tolerance = try #require(Double(row[6]))
            let distance = Geodesic.distanceMeters(from: expected, to: try result.get())
            // The table is rounded to 1e-7 degrees, which adds an error of up to a centimetre.
            #expect(distance <= tolerance + 0.008, "\(row[0]): \(distance) m")
        }
        #expect(checked == 17)
    }

    @Test(
        arguments: [
            ("마포구 동교로 194", "마포구"), ("서울특별시 마포구 동교로 194", "마포구"), ("서울 종로구 종로 1", "종로구"), ("서울특별시 월계로 42길 9", nil),
            ("동교로 194 마포구청역", nil), ("마포구청 앞", nil), ("", nil), ("중구", "중구"),
        ])
    func theDistrictOfTheAddressStandsInForAMissingOne(address: String, district: String?) throws {
        for missing in [
            RowText("1").with("CODE_VALUE", "\"  \""), RowText("1").without("CODE_VALUE"),
            RowText("1").with("CODE_VALUE", "null"),
        ] {
            let bench = try IngestBench()
            try bench.ingest([PageText.json([missing.with("ADRES", RowText.quoted(address))])])
            #expect(try bench.only().district == district)
        }
    }

    @Test func theStatedDistrictWins() throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json([RowText("1").with("CODE_VALUE", "\" 용산구 \"")])])
        #expect(try bench.only().district == "용산구")
    }
}

import Foundation
internal import GeocliGeo
internal import GeocliPlaces
import SampleFeed
import Testing

@Suite struct BundledSampleTests {
    private let page = SampleFeed.bundled.page(0)

    @Test func fileInTheRepositoryIsTheBundledSample() throws {
        let file = packageRoot.appendingPathComponent("data/sample/TbSlibBookstoreInfo_1_606.json")
        if ProcessInfo.processInfo.environment["GEOCLI_RECORD"] == "1" {
            try Data(page).write(to: file, options: .atomic)
        }
        #expect(try Data(contentsOf: file) == Data(page), "GEOCLI_RECORD=1 rewrites \(file.path)")
    }

    @Test func onePageHoldsAllRows() throws {
        #expect(SampleFeed.bundled.pageCount() == 1)
        #expect(try rows(page).count == BundledCounts.received)
        #expect(try service(page)["list_total_count"] as? Int == BundledCounts.received)
    }

    @Test func countsAreThoseOfTheIndependentScript() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", packageRoot.appendingPathComponent("Tests/Oracles/count_sample.py").path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "this test needs python3")
        let counts = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(counts["received"] as? Int == BundledCounts.received)
        #expect(counts["accepted"] as? Int == BundledCounts.accepted)
        #expect(counts["rejected"] as? Int == BundledCounts.rejected)
        #expect(counts["duplicates"] as? Int == BundledCounts.duplicates)
        #expect(counts["without_point"] as? Int == BundledCounts.withoutPoint)
        #expect(counts["reasons"] as? [String: Int] == BundledCounts.reasons)
        #expect(counts["kinds"] as? [String: Int] == BundledCounts.kinds)
        #expect(counts["districts"] as? [String: Int] == BundledCounts.districts)
    }

    @Test func countsAddUp() {
        let sum = BundledCounts.accepted + BundledCounts.rejected + BundledCounts.duplicates
        #expect(sum == BundledCounts.received)
        #expect(BundledCounts.kinds.values.reduce(0, +) == BundledCounts.accepted)
        #expect(BundledCounts.districts.values.reduce(0, +) == BundledCounts.accepted)
        #expect(BundledCounts.districts.count == 25)
    }

    @Test func eachBookstoreStandsInItsDistrictAndNotInTheRiver() throws {
        let areas = Dictionary(uniqueKeysWithValues: Ground.outlines(of: [Ground.seoulName]).map { ($0.name, $0.area) })
        let stated = try column("CODE_VALUE", of: page)
        for row in 0..<SampleFeed.bundled.count {
            guard let point = SampleFeed.bundled.coordinate(ofRow: row) else { continue }
            let position = try Coordinate(longitude: point.longitude, latitude: point.latitude)
            #expect(areas[stated[row]]?.contains(position) ?? false, "row \(row)")
            #expect(!Ground.river.contains(position), "row \(row)")
        }
    }

    @Test func eachDistrictHasOneCode() throws {
        let pairs = zip(try column("CODE_VALUE", of: page), try column("GU_CODE", of: page)).map { "\($0) \($1)" }
        #expect(Set(pairs).count == 25)
    }

    @Test func fewNamesAreUsedTwice() throws {
        let distinct = Set(try column("STORE_NAME", of: page)).count
        #expect((580...603).contains(distinct))
    }

    @Test func linksLeadToNoRealHost() throws {
        let links = try column("HMPG_URL", of: page) + column("SNS", of: page)
        let hosts = links.flatMap { $0.split(whereSeparator: { ", ".contains($0) }) }.compactMap { link in
            link.replacing("https://", with: "").replacing("http://", with: "").split(separator: "/").first
        }
        #expect(hosts.count > 300)
        for host in hosts {
            let isReserved =
                host.hasSuffix(".example") || host.hasSuffix("example.com") || host.hasSuffix("example.org")
            #expect(isReserved, "\(host)")
        }
    }

    @Test func phonesHaveAnExchangeOfZeros() throws {
        for phone in try column("TEL_NO", of: page) where phone.contains(where: \.isNumber) {
            #expect(phone.contains("000"), "\(phone)")
        }
    }

    @Test(
        arguments: [
            #""STORE_NAME":"","#, #""STORE_NAME":"=1+1 책방""#, #""STORE_NAME":"<b>굵은 &amp; 가는</b> 책방""#,
            #""STORE_NAME":"따옴표 \"쉼\" 역\\빗금 책방""#, #""STORE_SEQ_NO":"","#, #""TEL_NO":"    ""#,
            #""XCNTS":"0","YDNTS":"0""#, #""XCNTS":"","YDNTS":"            ""#, #"~2","YDNTS""#, #""XCNTS":"12"#,
            #""XCNTS":"35.6812362011","YDNTS":"139.7671248""#, #""TEL_NO":"1644-0000""#, #""STORE_TYPE":"0009""#,
        ])
    func dirtIsThere(_ text: String) {
        #expect(String(decoding: page, as: UTF8.self).contains(text))
    }

    @Test func idsComeInEachSpelling() throws {
        let text = try rowText(page)
        #expect(text.matches(of: #/"STORE_SEQ_NO":[0-9]+\.0,/#).count == 603)
        #expect(text.matches(of: #/"STORE_SEQ_NO":[0-9]+,/#).count == 1)
        #expect(text.matches(of: #/"STORE_SEQ_NO":"[0-9]+",/#).count == 1)
    }

    @Test func oneNameIsDecomposed() throws {
        let decomposed = try column("STORE_NAME", of: page).filter { name in
            name.unicodeScalars.contains { (0x1100...0x11FF).contains($0.value) }
        }
        #expect(decomposed.count == 1)
        #expect(
            decomposed.allSatisfy {
                $0.unicodeScalars.elementsEqual($0.decomposedStringWithCanonicalMapping.unicodeScalars)
            })
    }
}

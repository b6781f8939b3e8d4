import Foundation
import TestSupport
import Testing

/// The collections of geoserve, compared with the listings of geocli.
@Suite struct ServeFeaturesTests {
    /// The questions are a part of those that the script asks when it is run whole.
    @Test(arguments: [20_260_921, 7])
    func collectionsAreThoseOfAModelWhileNightsPublish(_ seed: Int) throws {
        let place = try Workplace()
        let folder = place.file("nights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        let server = TestSupport.geocli.deletingLastPathComponent().appendingPathComponent("geoserve").path
        try place.oracle(
            "check_features.py", [TestSupport.geocli.path, server, folder.path, "\(seed)", "60", outlines])
    }
}

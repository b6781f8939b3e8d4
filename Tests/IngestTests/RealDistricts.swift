import Foundation
import GeocliGeo
import GeocliPlaces
import GeocliText
import TestSupport

/// The real districts of Seoul, which are not part of the project.
enum RealDistricts {
    static func outlines() throws -> [DistrictOutline] {
        let file = TestSupport.packageRoot.deletingLastPathComponent()
            .appendingPathComponent("shared/feed/seoul_districts_juso2015_simple.geojson")
        var reader = FeatureReader(ByteSource(name: file.path, bytes: Array(try Data(contentsOf: file))))
        var found: [DistrictOutline] = []
        while let feature = try reader.next() {
            guard let polygons = feature.geometry?.polygons, !polygons.isEmpty else { continue }
            let name = feature.properties.lazy.compactMap(\.value.stringValue).first { $0.hasSuffix("구") }
            found.append(DistrictOutline(name: name ?? "", area: try MultiPolygon(polygons)))
        }
        return found
    }
}

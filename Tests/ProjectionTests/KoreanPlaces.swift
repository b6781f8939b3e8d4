import GeocliGeo
import TestSupport

extension Coordinate {
    /// A position in a box around South Korea.
    static func inKorea(using random: inout SeededGenerator) throws -> Coordinate {
        try Coordinate(
            longitude: Double.random(in: 124.5...131, using: &random),
            latitude: Double.random(in: 33...38.7, using: &random))
    }
}

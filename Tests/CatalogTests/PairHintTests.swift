import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable import GeocliPlaces

/// The hints are compared with geodesics.
@Suite struct PairHintTests {
    private func hint(_ point: Coordinate) -> PairHint {
        var hint = PairHint()
        hint.setPoint(longitude: point.longitude, latitude: point.latitude)
        return hint
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aHintAdmitsEveryPairThatIsNear(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let limit = Double(IssueJudge.repeatedTenths) / 10
        var refused = 0
        for _ in 0..<20_000 {
            let here = try Coordinate(
                longitude: .random(in: -179...179, using: &random), latitude: .random(in: -85...85, using: &random))
            let there = Geodesic.destination(
                from: here, bearingDegrees: .random(in: 0..<360, using: &random),
                distanceMeters: .random(in: limit - 2...limit + 8, using: &random))
            let tenths = (Geodesic.distanceMeters(from: here, to: there) * 10).rounded()
            let isAdmitted = hint(here).mayRepeat(hint(there))
            if tenths <= Double(IssueJudge.repeatedTenths) { #expect(isAdmitted, "seed \(seed): \(here) \(there)") }
            if !isAdmitted { refused += 1 }
        }
        // About three quarters of the pairs are too far apart, and few of these are beyond 60 degrees.
        #expect(refused > 5000)
    }

    @Test func aPhoneOrARoadAdmitsWithoutAPoint() {
        var (one, other) = (PairHint(), PairHint())
        #expect(!one.mayRepeat(other))
        (one.phone, other.phone) = (7, 7)
        #expect(one.mayRepeat(other))
        other.phone = 8
        (one.road, other.road) = (9, 9)
        #expect(one.mayRepeat(other))
    }
}

import Foundation
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct SharedBuildTests {
    private final class Gate: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
    }

    @Test func anIndexMadeOnTwoThreadsIsTheSame() throws {
        var random = SeededGenerator(seed: 1)
        for count in [0, 1, 9, 1000, 65_535, 65_536, 70_001, 150_000] {
            let coordinates = (0..<count).map { number in
                // Many positions are equal.
                number % 5 == 0
                    ? Coordinate(uncheckedLongitude: 127, latitude: 37)
                    : Coordinate(
                        uncheckedLongitude: Double.random(in: 126...128, using: &random),
                        latitude: Double.random(in: 37...38, using: &random))
            }
            let alone = PackedRTree(coordinates)
            let shared = PackedRTree(
                coordinates,
                both: { first, second in
                    let gate = Gate()
                    Thread.detachNewThread {
                        first()
                        gate.done.signal()
                    }
                    second()
                    gate.done.wait()
                })
            #expect(alone.ids == shared.ids, "\(count) coordinates")
            #expect(alone.levelStarts == shared.levelStarts)
        }
    }
}

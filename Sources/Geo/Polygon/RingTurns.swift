/// The directions in which a closed ring crosses the antimeridian.
enum RingTurns {
    /// Returns the number of full turns at each position of a ring; nil if the ring does not cross the antimeridian.
    ///
    /// - Throws: `GeoError(.polygon)` for a ring that is not closed, and for a ring that circles a pole without being
    ///   cut at the antimeridian.
    static func turns(of ring: ArraySlice<Coordinate>) throws(GeoError) -> [Int]? {
        guard ring.count >= 4, ring.first == ring.last else {
            throw GeoError(
                .polygon,
                en:
                    "a ring is not closed (it needs four positions or more, and the last must equal the first); repeat its first position at its end",
                ko: "고리가 닫히지 않았습니다(점이 네 개 이상이고 마지막 점이 첫 점과 같아야 함). 첫 점을 끝에 다시 쓰세요")
        }
        guard hasLongEdge(ring) else { return nil }
        let positions = Array(ring)
        let turns = turns(positions)
        guard turns.last == 0 else {
            guard zip(positions, positions.dropFirst()).allSatisfy({ abs($1.longitude - $0.longitude) != 360 }) else {
                throw GeoError(
                    .polygon,
                    en:
                        "a ring has an edge of 360°, which could go either way; add a position along that edge, or, if the ring goes around a pole, make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)",
                    ko:
                        "고리에 경도 차이가 360°인 변이 있어 어느 쪽으로 도는지 알 수 없습니다. 그 변에 점을 더 넣으세요. 극을 도는 고리라면 경도 180을 따라 극까지, 극을 따라 -180까지 갔다가 돌아오게 하세요(RFC 7946, 3.1.9)"
                )
            }
            throw GeoError(
                .polygon,
                en:
                    "a ring goes around a pole and is not cut; make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)",
                ko: "고리가 잘리지 않은 채 극을 한 바퀴 돕니다. 경도 180을 따라 극까지, 극을 따라 -180까지 갔다가 돌아오게 하세요(RFC 7946, 3.1.9)")
        }
        return turns.contains { $0 != 0 } ? turns : nil
    }

    /// Returns whether two neighbors in the ring are more than 180° apart, which is rare.
    private static func hasLongEdge(_ ring: ArraySlice<Coordinate>) -> Bool {
        var before = ring[ring.startIndex].longitude
        for position in ring {
            if abs(position.longitude - before) > 180 { return true }
            before = position.longitude
        }
        return false
    }

    /// Returns the number of full turns at each position of a ring.
    private static func turns(_ positions: [Coordinate]) -> [Int] {
        let widths = zip(positions, positions.dropFirst()).map { abs($1.longitude - $0.longitude) }
        let isUncut = widths.contains { $0 > 180 && $0 < 360 }
        var turn = 0
        var turns = [0]
        for (index, width) in widths.enumerated() {
            let isShort = width == 360 ? isCrossing(positions, index, isUncut: isUncut) : width > 180
            if isShort { turn += positions[index + 1].longitude < positions[index].longitude ? 1 : -1 }
            turns.append(turn)
        }
        return turns
    }

    /// Returns whether an edge between 180 and -180 goes the short way, across the antimeridian.
    ///
    /// If the ring was cut at the antimeridian, the edge goes the long way around the world, along a pole or along the
    /// edge of a band. If the ring was not cut, other edges of the ring cross the antimeridian, or the ring reaches the
    /// antimeridian on one side and leaves it on the other side.
    private static func isCrossing(_ positions: [Coordinate], _ index: Int, isUncut: Bool) -> Bool {
        let (from, to) = (positions[index], positions[index + 1])
        if from.latitude == to.latitude, abs(from.latitude) == 90 { return false }
        if isUncut { return true }
        let before = positions[index > 0 ? index - 1 : positions.count - 2]
        let after = positions[index + 2 < positions.count ? index + 2 : 1]
        return abs(before.longitude) < 180 && abs(after.longitude) < 180
    }
}

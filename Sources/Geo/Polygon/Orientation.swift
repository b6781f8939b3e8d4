/// On which side of a line a position lies.
enum Orientation {
    /// Positive where `place` lies to the left of the line from `from` to `to`, negative to the right, 0 on it.
    static func sign(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Int {
        func offset(_ vertex: RingVertex) -> Double {
            vertex.longitude - place.longitude + 360 * Double(vertex.turn - place.turn)
        }
        let left = offset(from) * (to.latitude - place.latitude)
        let right = offset(to) * (from.latitude - place.latitude)
        return left > right ? 1 : left < right ? -1 : 0
    }
}

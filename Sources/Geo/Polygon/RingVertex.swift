/// A position of a ring that may continue beyond ±180°: a longitude as in the file, and the number of full turns to
/// add.
struct RingVertex: Sendable {
    /// Degrees, -180…180.
    let longitude: Double
    /// Degrees, -90…90.
    let latitude: Double
    /// Full turns: the vertex is at longitude + 360 · turn.
    let turn: Int

    /// The longitude plus its turns, rounded to a double. If this number is less for one of two vertices, that vertex
    /// is farther west.
    var approximateX: Double { turn == 0 ? longitude : longitude + 360 * Double(turn) }

    /// Returns whether this vertex is west of another.
    ///
    /// The result is exact. Longitudes are within ±180, so vertices one turn apart are equal only at 180 and -180.
    func isWest(of other: RingVertex) -> Bool {
        switch other.turn - turn {
        case 0: longitude < other.longitude
        case 1: !(longitude == 180 && other.longitude == -180)
        case let turns: turns > 1
        }
    }
}

/// A position of a ring that may go on beyond ±180°: a longitude as the file has it, and how many full turns to add.
struct RingVertex: Sendable {
    /// Degrees, -180…180.
    let longitude: Double
    /// Degrees, -90…90.
    let latitude: Double
    /// Full turns: it stands at longitude + 360 · turn.
    let turn: Int

    /// The longitude with its turns, rounded: of two such numbers the lesser one is west in truth.
    var approximateX: Double { turn == 0 ? longitude : longitude + 360 * Double(turn) }

    /// Whether the meridian of this vertex comes west of another's.
    ///
    /// Exact: within ±180, one full turn apart are only the two names of the same meridian as equals.
    func isWest(of other: RingVertex) -> Bool {
        switch other.turn - turn {
        case 0: longitude < other.longitude
        case 1: !(longitude == 180 && other.longitude == -180)
        case let turns: turns > 1
        }
    }
}

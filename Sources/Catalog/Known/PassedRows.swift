/// The places that a feed has passed over, by the fingerprints of their rows.
///
/// Each place has one slot, which its fingerprint determines. A new place in a slot replaces the former one,
/// which must then be looked up if its row comes later. With a thousand places waiting, about one in 30 is
/// replaced.
struct PassedRows {
    /// A listed place. Its point is the one that the feed gives.
    struct Place {
        let id: Int64
        var fingerprint: RowFingerprint?
        let latitude: Double?
        let longitude: Double?
    }

    /// The number of slots, a power of 2. Each takes 80 bytes.
    private static let slotCount = 1 << 15

    private var slots: [Place?] = []

    /// The place whose row has this fingerprint; nil if no such place is stored here.
    ///
    /// - Complexity: O(1).
    subscript(fingerprint: RowFingerprint) -> Place? {
        guard !slots.isEmpty, let held = slots[Self.slot(fingerprint)], held.fingerprint == fingerprint else {
            return nil
        }
        return held
    }

    /// Stores a place here. Does nothing if the place has no fingerprint, because its row must be read in any
    /// case.
    mutating func hold(_ place: Place) {
        guard let fingerprint = place.fingerprint else { return }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
        slots[Self.slot(fingerprint)] = place
    }

    /// Returns the slot of a fingerprint: its lowest bits. Any bits would do, because a fingerprint is part of a hash.
    private static func slot(_ fingerprint: RowFingerprint) -> Int {
        Int(truncatingIfNeeded: fingerprint.low) & (slotCount - 1)
    }
}

/// The bookstores that a feed has passed over, by the fingerprints of their rows.
///
/// Each bookstore has one slot, which its fingerprint determines. A new bookstore in a slot replaces the former one,
/// which must then be looked up if its row comes later. With a thousand bookstores waiting, about one in 30 is
/// replaced.
struct PassedRows {
    /// A listed bookstore. Its point is the one that the feed gives.
    struct Bookstore {
        let id: Int64
        var fingerprint: RowFingerprint?
        let latitude: Double?
        let longitude: Double?
    }

    /// The number of slots, a power of 2. Each takes 80 bytes.
    private static let slotCount = 1 << 15

    private var slots: [Bookstore?] = []

    /// The bookstore whose row has this fingerprint; nil if no such bookstore is stored here.
    ///
    /// - Complexity: O(1).
    subscript(fingerprint: RowFingerprint) -> Bookstore? {
        guard !slots.isEmpty, let held = slots[Self.slot(fingerprint)], held.fingerprint == fingerprint else {
            return nil
        }
        return held
    }

    /// Stores a bookstore here. Does nothing if the bookstore has no fingerprint, because its row must be read in any
    /// case.
    mutating func hold(_ bookstore: Bookstore) {
        guard let fingerprint = bookstore.fingerprint else { return }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
        slots[Self.slot(fingerprint)] = bookstore
    }

    /// Returns the slot of a fingerprint: its lowest bits. Any bits would do, because a fingerprint is part of a hash.
    private static func slot(_ fingerprint: RowFingerprint) -> Int {
        Int(truncatingIfNeeded: fingerprint.low) & (slotCount - 1)
    }
}

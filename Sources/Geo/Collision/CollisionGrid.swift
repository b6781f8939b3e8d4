/// The visible hiders of one zoom, found by place.
///
/// Boxes of about one size share a *layer*, whose cells are squares of 2^k units. So the world is a whole number of
/// cells, cells halve exactly from zoom to zoom, and one huge icon does not widen the search for small ones. Cells
/// share a fixed number of slots:
///
///     slot of (layer, row, column) = hash(layer, row / 4, column / 4) · 16 + row mod 4 · 4 + column mod 4
///
/// so that sixteen neighbouring cells are one line of the processor's cache. A slot holds the last placed
/// marker of a ring that leads through all its markers in placing order. Cells of other places that fall into one slot
/// cost a test and can't give a wrong answer, because the boxes decide.
///
/// - Complexity: a search looks at O(1) markers where the unforced ones have about one size, because such markers
///   don't overlap; at most at all that are placed.
struct CollisionGrid: ~Copyable {
    private struct Entry {
        let x: Int64
        let y: Int64
        let rank: Int32
        let box: Int32
        /// The next entry of its ring; the first after the last.
        var next: Int32
    }

    private struct Layer {
        /// The binary logarithm of the cells' side in units.
        var cellBits: Int64
        var reach: CollisionBox
        var isUsed: Bool
    }

    private let entries: UnsafeMutableBufferPointer<Entry>
    /// The last entry per slot, or -1.
    private let rings: UnsafeMutableBufferPointer<Int32>
    private let boxes: UnsafeMutableBufferPointer<CollisionBox>
    private let layers: UnsafeMutableBufferPointer<Layer>
    private let hashShift: UInt64
    private(set) var count = 0

    /// An empty grid with room for the hiders of `field`; `clear` makes it ready for a zoom.
    init(for field: CollisionField) {
        let capacity = field.markers.count { $0.hides }
        let blockBits = max(0, Int.bitWidth - (capacity / 8).leadingZeroBitCount)
        hashShift = UInt64(64 - blockBits)
        entries = .allocate(capacity: capacity)
        rings = .allocate(capacity: 16 << blockBits)
        boxes = .allocate(capacity: field.boxes.count)
        layers = .allocate(capacity: field.layers.count)
        rings.initialize(repeating: -1)
        _ = boxes.initialize(from: field.boxes)
        _ = layers.initialize(
            from: field.layers.map { Layer(cellBits: 0, reach: $0.reach, isUsed: false) })
    }

    deinit {
        entries.deallocate()
        rings.deallocate()
        boxes.deallocate()
        layers.deallocate()
    }

    /// Forgets all markers and takes on the scale of `level`.
    mutating func clear(for field: CollisionField, level: Int) {
        let shift = CollisionPlane.shift(level: level)
        if count > 0 { rings.update(repeating: -1) }
        count = 0
        for index in boxes.indices { boxes[index] = field.boxes[index].scaled(shift: shift) }
        for (index, layer) in field.layers.enumerated() {
            // Beyond 2^41 one cell holds the world, its southern edge included.
            let cellBits = Int64(min(layer.cellBits + shift, 41))
            layers[index] = Layer(cellBits: cellBits, reach: layer.reach.scaled(shift: shift), isUsed: false)
        }
    }

    /// Places a visible hider after all others.
    mutating func place(_ marker: RankedMarker, rank: Int32) {
        let layer = Int(marker.layer)
        let bits = layers[layer].cellBits
        layers[layer].isUsed = true
        let slot = slot(layer: layer, row: marker.y >> bits, column: marker.x >> bits)
        let entry = Int32(count)
        var next = entry
        let last = rings[slot]
        if last >= 0 {
            next = entries[Int(last)].next
            entries[Int(last)].next = entry
        }
        entries.initializeElement(
            at: count, to: Entry(x: marker.x, y: marker.y, rank: rank, box: marker.box, next: next))
        rings[slot] = entry
        count += 1
    }

    /// Whether `marker` collides with `other`, which is somewhere on the same field.
    func collides(_ marker: RankedMarker, _ other: RankedMarker) -> Bool {
        boxes[Int(marker.box)].meets(
            boxes[Int(other.box)], eastward: other.x - marker.x, southward: other.y - marker.y)
    }

    /// The rank of a placed marker that hides `marker`, or -1.
    func hider(of marker: RankedMarker, goal: HiderGoal) -> Int32 {
        var search = HiderSearch(for: marker, box: boxes[Int(marker.box)], goal: goal)
        for layer in layers.indices where layers[layer].isUsed {
            guard look(inLayer: layer, for: &search) else { break }
        }
        return search.found < 0 ? -1 : entries[Int(search.found)].rank
    }
}

extension CollisionGrid {
    /// Searches one layer; false if no other layer can matter any more.
    private func look(inLayer layer: Int, for search: inout HiderSearch) -> Bool {
        search.setBounds(reach: layers[layer].reach)
        let bits = layers[layer].cellBits
        let (west, north, south) = (search.west >> bits, search.north >> bits, search.south >> bits)
        // Once round the world is enough, and the mask brings the seam's other side back into it.
        let worldColumns = max(CollisionPlane.side >> bits, 1)
        let columns = min((search.east >> bits) - west + 1, worldColumns)
        guard columns <= count, south - north < count, columns * (south - north + 1) <= count else {
            lookAtAll(for: &search)
            return false
        }
        // From the south, where by default markers are placed first, so that the first is found soon.
        for row in stride(from: south, through: north, by: -1) {
            for column in stride(from: west, to: west + columns, by: 1) {
                look(inRingAt: slot(layer: layer, row: row, column: column & (worldColumns - 1)), for: &search)
            }
        }
        return !search.isSettled(before: 0)
    }

    /// Searches one ring.
    @inline(__always)
    private func look(inRingAt slot: Int, for search: inout HiderSearch) {
        let last = rings[slot]
        guard last >= 0 else { return }
        var current = last
        repeat {
            current = entries[Int(current)].next
            if search.isSettled(before: current) || test(current, for: &search) { return }
        } while current != last
    }

    /// Searches all that is placed, which is cheaper than more cells than there are markers.
    private func lookAtAll(for search: inout HiderSearch) {
        for entry in 0..<Int32(count) where search.isSettled(before: entry) || test(entry, for: &search) { return }
    }

    /// Tests one entry; true if those after it in placing order are no longer wanted.
    @inline(__always)
    private func test(_ index: Int32, for search: inout HiderSearch) -> Bool {
        let entry = entries[Int(index)]
        let (eastward, southward) = (entry.x - search.marker.x, entry.y - search.marker.y)
        guard search.box.meets(boxes[Int(entry.box)], eastward: eastward, southward: southward) else { return false }
        search.take(index, eastward: eastward, southward: southward)
        return search.isSettled(before: index)
    }

    @inline(__always)
    private func slot(layer: Int, row: Int64, column: Int64) -> Int {
        // Odd constants near 2^64 divided by the golden ratio, and of xxHash, spread neighbours far apart.
        let mixed =
            (UInt64(bitPattern: row >> 2) &* 0x9E37_79B9_7F4A_7C15)
            ^ (UInt64(bitPattern: (column >> 2) | Int64(layer) << 40) &* 0xC2B2_AE3D_27D4_EB4F)
        let block = Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> hashShift)
        return block << 4 | Int(row & 3) << 2 | Int(column & 3)
    }
}

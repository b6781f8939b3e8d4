/// The visible markers at one zoom and the hiders of the others. One placement handles zoom after zoom in the same
/// memory.
///
/// In placing order, each visible marker that can hide others *claims* all markers that it collides with and that are
/// not claimed yet. So each hidden marker belongs to the first marker that hides it, and few other markers check it. A
/// marker that is not claimed when its turn comes is visible.
///
/// When the zoom increases, markers only move apart: each box contains its anchor and shrinks towards it. A visible
/// marker is *final* if its own window has all zooms and it does not collide with any other marker, whether hidden,
/// visible or outside its window. It is visible and alone at all higher zooms, so the search no longer includes it.
/// Therefore, most of the work for a marker is done between the zoom that first shows it and the second or third zoom
/// above that. A marker that hides no others never becomes final, because nothing looks for what it collides with.
/// - Complexity: 21 bytes of memory for each marker and 32 for each kind; `CollisionCells` needs about 15 for each
///   marker.
struct CollisionPlacement: ~Copyable {
    struct Step {
        let level: Int
        /// The zoom of that level; the windows of markers are in zooms.
        let zoom: Int
        /// Whether visible markers stay visible, as in the stable mode above its first level.
        let keepsVisible: Bool
        /// Whether hidden markers belong to the nearest hider instead of the first.
        let isNearestWanted: Bool
    }

    /// The value in `hiders` for a marker outside its window.
    static let inactive: Int32 = -1
    /// The value in `hiders` for a marker whose turn has not come yet.
    private static let undecided: Int32 = -2

    private let field: CollisionField
    /// For the marker of each rank, the rank of its hider; its own rank if the marker is visible.
    private let hiders: UnsafeMutableBufferPointer<Int32>
    /// The ranks that are not final, ascending; and the complement (~) of each that became final at the last zoom.
    private let pending: UnsafeMutableBufferPointer<Int32>
    private var pendingCount: Int
    /// The spots of the markers that are not final.
    private let present: SpotSet
    /// The spots of markers that can be hidden.
    private let claimable: SpotSet
    /// The spots that are not claimed yet.
    private let open: SpotSet
    /// The spots of visible markers, including final ones.
    private let shown: SpotSet
    private var cells: CollisionCells
    /// For each rank, the markers that its marker collided with when it was last visible.
    private let companies: UnsafeMutableBufferPointer<Company>
    /// The boxes of the kinds, in plane units.
    private let boxes: UnsafeMutableBufferPointer<CollisionBox>

    init(of field: CollisionField) {
        self.field = field
        let count = field.points.count
        hiders = .allocate(capacity: count)
        hiders.initialize(repeating: Self.inactive)
        pending = .allocate(capacity: count)
        _ = pending.initialize(from: 0..<Int32(count))
        pendingCount = count
        companies = .allocate(capacity: count)
        companies.initialize(repeating: .crowd)
        present = SpotSet(count: count)
        claimable = SpotSet(count: count)
        open = SpotSet(count: count)
        shown = SpotSet(count: count)
        for (spot, kind) in field.kindOfSpot.enumerated() {
            present.insert(spot)
            if !field.kinds[Int(kind)].force { claimable.insert(spot) }
        }
        boxes = .allocate(capacity: field.kinds.count)
        cells = CollisionCells(for: field)
    }

    deinit {
        hiders.deallocate()
        pending.deallocate()
        companies.deallocate()
        boxes.deallocate()
    }

    var hidersByRank: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(hiders) }

    /// Sets which ranks are visible before the first step, for a stable pass that continues from a known zoom.
    mutating func resume(where isVisible: (Int) -> Bool) {
        for rank in hiders.indices {
            hiders[rank] = isVisible(rank) ? Int32(rank) : Self.undecided
            if isVisible(rank) { shown.insert(Int(field.spotOfRank[rank])) }
        }
    }

    /// Places the markers of one zoom in rank order. If `step` keeps visible markers, these come before all others.
    /// - Precondition: no earlier call placed a higher zoom.
    /// - Complexity: O(n) on average, n markers that are not final. Markers near many forced markers cost more, because
    ///   each forced marker checks them, 64 or 4096 at a time.
    mutating func place(_ step: Step) {
        field.withTables { tables in
            open(step, tables)
            var placed: [Int32] = []
            if step.keepsVisible {
                for turn in 0..<pendingCount where hiders[Int(pending[turn])] == pending[turn] {
                    if step.isNearestWanted { placed.append(pending[turn]) }
                    claim(turn, tables)
                }
            }
            let carriedCount = placed.count
            for turn in 0..<pendingCount where pending[turn] >= 0 && hiders[Int(pending[turn])] == Self.undecided {
                let rank = pending[turn]
                hiders[Int(rank)] = rank
                open.remove(Int(tables.spotOfRank[Int(rank)]))
                shown.insert(Int(tables.spotOfRank[Int(rank)]))
                if step.isNearestWanted { placed.append(rank) }
                claim(turn, tables)
            }
            if step.isNearestWanted { giveToNearest(placed, carriedCount, tables) }
        }
    }

    mutating func open(_ step: Step, _ tables: CollisionTables) {
        let shift = CollisionPlane.shift(level: step.level)
        for (index, kind) in tables.kinds.enumerated() { boxes[index] = kind.box.scaled(shift: shift) }
        begin(step, tables)
        cells.build(field, tables, present: present, level: step.level)
    }

    /// Protects the marker of a rank from later claims.
    mutating func pass(rank: Int, _ tables: CollisionTables) { open.remove(Int(tables.spotOfRank[rank])) }

    /// For the first zoom that `open` prepares only, because a marker's turn equals its rank only at that zoom.
    mutating func claim(rank: Int, _ tables: CollisionTables) { claim(rank, tables) }

    /// Resets the markers that were hidden at the previous zoom, and drops the markers that became final at that zoom.
    private mutating func begin(_ step: Step, _ tables: CollisionTables) {
        if !step.keepsVisible { shown.removeAll() }
        open.fill(withBothOf: present, and: claimable, without: shown)
        var kept = 0
        for turn in 0..<pendingCount where pending[turn] >= 0 {
            let rank = pending[turn]
            pending[kept] = rank
            kept &+= 1
            let isCarried = step.keepsVisible && hiders[Int(rank)] == rank
            hiders[Int(rank)] = isCarried ? rank : Self.undecided
            if field.isAlwaysActive { continue }
            let spot = Int(tables.spotOfRank[Int(rank)])
            if tables.kinds[Int(tables.kindOfSpot[spot])].isActive(zoom: step.zoom) { continue }
            hiders[Int(rank)] = Self.inactive
            open.remove(spot)
            shown.remove(spot)
        }
        pendingCount = kept
    }

    /// Claims the markers that a visible marker hides. The visible marker becomes final if it collides with no other
    /// marker and has all zooms in its window; a marker that hides no others does not.
    private mutating func claim(_ turn: Int, _ tables: CollisionTables) {
        let rank = pending[turn]
        let index = tables.spotOfRank[Int(rank)]
        let kindIndex = Int(tables.kindOfSpot[Int(index)])
        let kind = tables.kinds[kindIndex]
        guard kind.hides else { return }
        var claim = Claim(rank: rank, spot: index, point: tables.points[Int(index)], box: boxes[kindIndex])
        let company = companies[Int(rank)]
        if company.isCrowd {
            look(for: &claim, tables)
        } else {
            takeKnown(company.first, for: &claim, tables)
            takeKnown(company.second, for: &claim, tables)
            takeKnown(company.third, for: &claim, tables)
        }
        companies[Int(rank)] = claim.company
        if claim.company.isEmpty, field.isAlwaysActive || kind.isAlwaysActive {
            pending[turn] = ~rank
            present.remove(Int(index))
        }
    }

    /// Claims the marker of a spot if it is open and collides; -1 means no spot.
    @inline(__always)
    private mutating func takeKnown(_ index: Int32, for claim: inout Claim, _ tables: CollisionTables) {
        guard index >= 0 else { return }
        let kind = Int(tables.kindOfSpot[Int(index)])
        if claim.meets(tables.points[Int(index)], boxes[kind]) { take(Int(index), for: &claim, tables) }
    }

    /// Adds a colliding marker to the company of `claim`, and claims the marker if it is open.
    @inline(__always)
    private mutating func take(_ index: Int, for claim: inout Claim, _ tables: CollisionTables) {
        guard index != Int(claim.spot) else { return }
        claim.company.append(Int32(truncatingIfNeeded: index))
        guard open.contains(index) else { return }
        hiders[Int(tables.rankOfSpot[index])] = claim.rank
        open.remove(index)
    }

    private mutating func look(for claim: inout Claim, _ tables: CollisionTables) {
        let side = CollisionPlane.side
        for index in cells.layers.indices where cells.layers[index].blocks > 0 {
            guard claim.setReach(of: cells.layers[index].reach) else { continue }
            claim.isReachExact = field.isUniform && claim.reach.east &- claim.reach.west < side &- 1
            guard claim.reach.east >= side else {
                look(inLayer: index, for: &claim, tables)
                continue
            }
            // The reach crosses the seam: the part west of the seam is checked first, then the part east of it.
            let beyond = claim.reach.east &- side
            claim.reach.east = side &- 1
            look(inLayer: index, for: &claim, tables)
            (claim.reach.west, claim.reach.east) = (0, beyond)
            look(inLayer: index, for: &claim, tables)
        }
    }

    private mutating func look(inLayer index: Int, for claim: inout Claim, _ tables: CollisionTables) {
        let bits = cells.layers[index].cellBits
        let last = CollisionPlane.side &- 1
        let (firstRow, lastRow) = (min(claim.reach.north, last) &>> bits, min(claim.reach.south, last) &>> bits)
        let (firstColumn, lastColumn) = (claim.reach.west &>> bits, claim.reach.east &>> bits)
        let height = lastRow &>> 2 &- firstRow &>> 2 &+ 1
        let width = lastColumn &>> 2 &- firstColumn &>> 2 &+ 1
        if height &* width > cells.layers[index].blocks {
            // There are fewer blocks with markers than within reach, so all spots of the layer are checked, without the
            // table.
            let layer = field.layers[index]
            look(from: layer.start, to: layer.start + layer.count, for: &claim, tables)
            return
        }
        for row in firstRow &>> 2...lastRow &>> 2 {
            let inRows = CollisionCells.cells(inRows: firstRow &- row &<< 2, lastRow &- row &<< 2)
            for column in firstColumn &>> 2...lastColumn &>> 2 {
                let inColumns = CollisionCells.cells(
                    inColumns: firstColumn &- column &<< 2, lastColumn &- column &<< 2)
                let block = cells.selection(layer: index, row: row, column: column, cells: inRows & inColumns)
                if block.wanted != 0 { look(at: block, for: &claim, tables) }
            }
        }
    }

    @inline(__always)
    private mutating func look(
        at block: CollisionCells.Selection, for claim: inout Claim, _ tables: CollisionTables
    ) {
        let (start, end) = (Int(cells.first(of: block).start), Int(cells.last(of: block).end))
        if end &- start <= 64, !claim.isForNearest {
            if claim.isReachExact {
                takeEach(from: start, to: end, for: &claim, tables)
            } else {
                for index in start..<end { takeKnown(Int32(truncatingIfNeeded: index), for: &claim, tables) }
            }
            return
        }
        var rest = block
        while rest.wanted != 0 {
            let cell = cells.first(of: rest)
            rest.wanted &= rest.wanted &- 1
            look(from: Int(cell.start), to: Int(cell.end), for: &claim, tables)
        }
    }

    /// Claims the open markers that collide, among a few spots. All boxes must be equal. Final markers collide with no
    /// other marker, so every marker that collides is present.
    @inline(__always)
    private mutating func takeEach(from start: Int, to end: Int, for claim: inout Claim, _ tables: CollisionTables) {
        let (west, north) = (claim.reach.west, claim.reach.north)
        let width = UInt64(bitPattern: claim.reach.east &- west)
        let height = UInt64(bitPattern: claim.reach.south &- north)
        // The hits are collected as bits, without branches, because the processor could not predict the branches.
        var hits: UInt64 = 0
        var index = end
        while index > start {
            index &-= 1
            let point = tables.points[index]
            let isInWidth: UInt64 = UInt64(bitPattern: point.x &- west) <= width ? 1 : 0
            let isInHeight: UInt64 = UInt64(bitPattern: point.y &- north) <= height ? 1 : 0
            hits = hits &<< 1 | isInWidth & isInHeight
        }
        while hits != 0 {
            take(start &+ hits.trailingZeroBitCount, for: &claim, tables)
            hits &= hits &- 1
        }
    }

    private mutating func look(from start: Int, to end: Int, for claim: inout Claim, _ tables: CollisionTables) {
        if claim.isForNearest {
            compare(in: start..<end, with: claim, tables)
        } else {
            take(in: start..<end, for: &claim, tables)
        }
    }

    /// Checks the spots of `range`, 64 or 4096 at a time if possible, and claims the open markers that collide.
    private mutating func take(in range: Range<Int>, for claim: inout Claim, _ tables: CollisionTables) {
        claim.company = .crowd
        let last = (range.upperBound &- 1) >> 6
        var word = range.lowerBound >> 6
        var group = -1
        while word <= last, let next = open.firstWord(from: word, through: last) {
            word = next
            if word >> 6 != group {
                group = word >> 6
                guard tables.wideBounds[group].meets(claim.reach) else {
                    word = (group &+ 1) << 6
                    continue
                }
            }
            if tables.bounds[word].meets(claim.reach) {
                take(open.words[word] & SpotSet.mask(word, range), ofWord: word, for: claim, tables)
            }
            word &+= 1
        }
    }

    /// Claims the colliding markers among some spots of one word. `bits` has a bit for each of these spots.
    @inline(__always)
    private mutating func take(_ bits: UInt64, ofWord word: Int, for claim: Claim, _ tables: CollisionTables) {
        let areAllMet = claim.isReachExact && claim.reach.contains(tables.bounds[word])
        var rest = bits
        var taken: UInt64 = 0
        while rest != 0 {
            let bit = rest & (0 &- rest)
            let spot = word << 6 | rest.trailingZeroBitCount
            rest ^= bit
            if !areAllMet {
                guard claim.meets(tables.points[spot], boxes[Int(tables.kindOfSpot[spot])]) else { continue }
            }
            hiders[Int(tables.rankOfSpot[spot])] = claim.rank
            taken |= bit
        }
        if taken != 0 { open.remove(taken, inWord: word) }
    }

    /// Gives each hidden marker to the nearest marker that hides it; of equally near ones, to the one placed first.
    /// `placed` has the visible markers in placing order, without final ones, which hide no marker. The first
    /// `carriedCount` of them were already visible; the others hide only lower ranks.
    /// - Complexity: O(n) on average, plus one step for each pair of a hidden marker and a marker that hides it.
    private mutating func giveToNearest(_ placed: [Int32], _ carriedCount: Int, _ tables: CollisionTables) {
        // `open` is empty at this point. From here on it contains the hidden markers.
        for turn in 0..<pendingCount where pending[turn] >= 0 {
            let hider = hiders[Int(pending[turn])]
            if hider >= 0, hider != pending[turn] { open.insert(Int(tables.spotOfRank[Int(pending[turn])])) }
        }
        for (order, rank) in placed.enumerated() {
            let index = tables.spotOfRank[Int(rank)]
            let kind = Int(tables.kindOfSpot[Int(index)])
            guard tables.kinds[kind].hides else { continue }
            var claim = Claim(rank: rank, spot: index, point: tables.points[Int(index)], box: boxes[kind])
            claim.isForNearest = true
            if order >= carriedCount { claim.highestRank = rank }
            look(for: &claim, tables)
        }
    }

    /// Makes the marker of `claim` the hider of those hidden markers that collide with it and are nearer to it than to
    /// their present hiders.
    private func compare(in range: Range<Int>, with claim: Claim, _ tables: CollisionTables) {
        let last = (range.upperBound - 1) >> 6
        var word = range.lowerBound >> 6
        while word <= last, let next = open.firstWord(from: word, through: last) {
            word = next + 1
            guard tables.bounds[next].meets(claim.reach) else { continue }
            var rest = open.words[next] & SpotSet.mask(next, range)
            while rest != 0 {
                let spot = next << 6 | rest.trailingZeroBitCount
                rest &= rest - 1
                let (point, rank) = (tables.points[spot], tables.rankOfSpot[spot])
                let hider = hiders[Int(rank)]
                guard hider != claim.rank, rank > claim.highestRank,
                    claim.meets(point, boxes[Int(tables.kindOfSpot[spot])])
                else { continue }
                let known = tables.points[Int(tables.spotOfRank[Int(hider)])]
                if claim.point.distanceSquared(to: point) < known.distanceSquared(to: point) {
                    hiders[Int(rank)] = claim.rank
                }
            }
        }
    }
}

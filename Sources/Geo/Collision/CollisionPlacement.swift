/// Who is visible at one zoom and who hides the others, found zoom by zoom in memory that is kept.
///
/// Visible hiders *claim*, in placing order, all markers that they collide with and that nobody has claimed before. So
/// each marker gets the first of those that hide it, is looked at by few others, and one that comes to its turn
/// unclaimed is visible.
///
/// While zooming in markers only separate: boxes shrink to their anchors, which they contain. So a visible marker that
/// collides with nobody, whether hidden, visible or outside its window, is *settled*: visible and alone at all zooms
/// above, and taken out of the search. Most work of a pass is therefore between the zoom that first shows a marker and
/// the second or third above it.
///
/// - Complexity: 21 bytes of memory for each marker, 32 for each kind, and those of `CollisionCells`, about 15.
struct CollisionPlacement: ~Copyable {
    /// How a zoom is placed.
    struct Step {
        /// The level, which gives the scale.
        let level: Int
        /// The same as the zoom that windows are written in.
        let zoom: Int
        /// Whether what is visible stays so: the stable mode above its first level.
        let keepsVisible: Bool
        /// Whether hidden markers belong to the nearest hider rather than the first.
        let isNearestWanted: Bool
    }

    /// What `hiders` says of a marker outside its window.
    static let inactive: Int32 = -1
    /// What it says of a marker whose turn has not come.
    private static let undecided: Int32 = -2

    private let field: CollisionField
    /// For each rank that of its hider: its own if it is visible.
    private let hiders: UnsafeMutableBufferPointer<Int32>
    /// The ranks that are not settled, ascending; the complement of one that got settled at the zoom placed last.
    private let pending: UnsafeMutableBufferPointer<Int32>
    private var pendingCount: Int
    /// The spots of those.
    private let present: SpotSet
    /// The spots that can be hidden at all.
    private let claimable: SpotSet
    /// The spots that nobody has claimed yet.
    private let open: SpotSet
    /// The spots of visible markers, those among them that are settled included.
    private let shown: SpotSet
    private var cells: CollisionCells
    /// For each rank whom it collided with when it was visible last.
    private let companies: UnsafeMutableBufferPointer<Company>
    /// The boxes of the kinds in units.
    private let boxes: UnsafeMutableBufferPointer<CollisionBox>

    /// A placement of `field` with nothing visible yet.
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

    /// For each rank that of the marker that hides it: its own if it is visible, -1 if it is inactive.
    var hidersByRank: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(hiders) }

    /// Says which ranks are visible before the first step, for a stable pass that goes on from a known zoom.
    mutating func resume(where isVisible: (Int) -> Bool) {
        for rank in hiders.indices {
            hiders[rank] = isVisible(rank) ? Int32(rank) : Self.undecided
            if isVisible(rank) { shown.insert(Int(field.spotOfRank[rank])) }
        }
    }

    /// Places one zoom: first, if asked, what is visible already, then the rest in rank order.
    ///
    /// - Precondition: no zoom that was placed before is higher.
    /// - Complexity: O(n) on average, n markers that are not settled; more by those that wait beside a crowd of forced
    ///   ones, each of which looks at them by 64 or 4096 at a time.
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
}

extension CollisionPlacement {
    /// Makes a zoom ready for claims.
    mutating func open(_ step: Step, _ tables: CollisionTables) {
        let shift = CollisionPlane.shift(level: step.level)
        for (index, kind) in tables.kinds.enumerated() { boxes[index] = kind.box.scaled(shift: shift) }
        begin(step, tables)
        cells.build(field, tables, present: present, level: step.level)
    }

    /// Lets nobody claim the marker of a rank from now on.
    mutating func pass(rank: Int, _ tables: CollisionTables) { open.remove(Int(tables.spotOfRank[rank])) }

    /// Lets the marker of a rank claim what it collides with, at the first zoom that was opened: there a marker's turn is
    /// its rank.
    mutating func claim(rank: Int, _ tables: CollisionTables) { claim(rank, tables) }

    /// Forgets what was hidden at the zoom before, and what got settled there.
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

    /// Lets a visible marker claim what it hides, and settles it if it is alone.
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

    /// Claims the marker of a spot if it is open and collides; -1 is none.
    @inline(__always)
    private mutating func takeKnown(_ index: Int32, for claim: inout Claim, _ tables: CollisionTables) {
        guard index >= 0 else { return }
        let kind = Int(tables.kindOfSpot[Int(index)])
        if claim.meets(tables.points[Int(index)], boxes[kind]) { take(Int(index), for: &claim, tables) }
    }

    /// Takes note of a marker that collides, and claims it if it is open.
    @inline(__always)
    private mutating func take(_ index: Int, for claim: inout Claim, _ tables: CollisionTables) {
        guard index != Int(claim.spot) else { return }
        claim.company.append(Int32(truncatingIfNeeded: index))
        guard open.contains(index) else { return }
        hiders[Int(tables.rankOfSpot[index])] = claim.rank
        open.remove(index)
    }

    /// Looks at all whom `claim` may collide with.
    private mutating func look(for claim: inout Claim, _ tables: CollisionTables) {
        let side = CollisionPlane.side
        for index in cells.layers.indices where cells.layers[index].blocks > 0 {
            guard claim.setReach(of: cells.layers[index].reach) else { continue }
            claim.isReachExact = field.isUniform && claim.reach.east &- claim.reach.west < side &- 1
            guard claim.reach.east >= side else {
                look(inLayer: index, for: &claim, tables)
                continue
            }
            // Across the seam: first its western, then its eastern side.
            let beyond = claim.reach.east &- side
            claim.reach.east = side &- 1
            look(inLayer: index, for: &claim, tables)
            (claim.reach.west, claim.reach.east) = (0, beyond)
            look(inLayer: index, for: &claim, tables)
        }
    }

    /// The same for one layer and one side of the seam.
    private mutating func look(inLayer index: Int, for claim: inout Claim, _ tables: CollisionTables) {
        let bits = cells.layers[index].cellBits
        let last = CollisionPlane.side &- 1
        let (firstRow, lastRow) = (min(claim.reach.north, last) &>> bits, min(claim.reach.south, last) &>> bits)
        let (firstColumn, lastColumn) = (claim.reach.west &>> bits, claim.reach.east &>> bits)
        let height = lastRow &>> 2 &- firstRow &>> 2 &+ 1
        let width = lastColumn &>> 2 &- firstColumn &>> 2 &+ 1
        if height &* width > cells.layers[index].blocks {
            // Fewer blocks have markers than lie within reach: no need to look for them.
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

    /// The same for the cells of one block.
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

    /// Claims what is open and collides among a few spots, where all boxes are alike.
    ///
    /// Settled markers among them collide with nobody, so whoever is met is present.
    @inline(__always)
    private mutating func takeEach(from start: Int, to end: Int, for claim: inout Claim, _ tables: CollisionTables) {
        let (west, north) = (claim.reach.west, claim.reach.north)
        let width = UInt64(bitPattern: claim.reach.east &- west)
        let height = UInt64(bitPattern: claim.reach.south &- north)
        // As bits first, without branches that nobody could foresee.
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

    /// Looks at the spots of a range, many at a time.
    private mutating func look(from start: Int, to end: Int, for claim: inout Claim, _ tables: CollisionTables) {
        if claim.isForNearest {
            compare(in: start..<end, with: claim, tables)
        } else {
            take(in: start..<end, for: &claim, tables)
        }
    }

    /// Claims what is open and collides among the spots of `range`, 64 or 4096 at a time where it can.
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

    /// The same for the spots of some bits of one word.
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
}

extension CollisionPlacement {
    /// Gives each hidden marker to the nearest of those that hide it, of equals to the one placed first.
    ///
    /// - Parameters:
    ///   - placed: the visible markers in placing order; settled ones hide nobody.
    ///   - carriedCount: how many of them were visible before; the others hide lower ranks only.
    /// - Complexity: O(n) on average and one step for each pair of a hidden marker and one that hides it.
    private mutating func giveToNearest(_ placed: [Int32], _ carriedCount: Int, _ tables: CollisionTables) {
        // Nothing is open any more: now the set holds the hidden ones.
        for turn in 0..<pendingCount where pending[turn] >= 0 {
            let hider = hiders[Int(pending[turn])]
            if hider >= 0, hider != pending[turn] { open.insert(Int(tables.spotOfRank[Int(pending[turn])])) }
        }
        for (place, rank) in placed.enumerated() {
            let index = tables.spotOfRank[Int(rank)]
            let kind = Int(tables.kindOfSpot[Int(index)])
            guard tables.kinds[kind].hides else { continue }
            var claim = Claim(rank: rank, spot: index, point: tables.points[Int(index)], box: boxes[kind])
            claim.isForNearest = true
            if place >= carriedCount { claim.highestRank = rank }
            look(for: &claim, tables)
        }
    }

    /// Gives the hidden markers among the spots of `range` to `claim` if it hides them and is nearer than their hider.
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

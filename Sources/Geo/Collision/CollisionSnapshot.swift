/// Who is visible at one zoom and who hides whom.
///
/// Markers are known by their index in the array the pass was made from.
///
/// - Edges: point counts of the visible markers add up to the number of active ones. A marker outside its zoom
///   window is inactive: neither visible nor a member of anything.
public struct CollisionSnapshot: Hashable, Sendable {
    /// The zoom that was asked for.
    public let zoom: Double

    /// For each rank that of its hider, its own if it is visible, or -1 if it is inactive.
    let hidersByRank: [Int32]
    /// The ranks of all members in rank order, cluster by cluster; those of rank r are `starts[r]..<starts[r + 1]`; the last
    /// start is there twice.
    private let memberRanks: [Int32]
    private let starts: [Int32]
    /// The pass's own tables, which all its snapshots share.
    private let inputOfRank: [Int32]
    private let rankOfInput: [Int32]

    /// A snapshot from the hiders of all ranks.
    ///
    /// - Complexity: O(n), 12 bytes for each marker.
    init(zoom: Double, _ hiders: UnsafeBufferPointer<Int32>, of field: CollisionField) {
        self.zoom = zoom
        hidersByRank = Array(hiders)
        inputOfRank = field.inputOfRank
        rankOfInput = field.rankOfInput
        (starts, memberRanks) = Self.members(hiders)
    }

    /// Sorts hidden markers by their hiders, counting first.
    private static func members(_ hiders: UnsafeBufferPointer<Int32>) -> (starts: [Int32], members: [Int32]) {
        // Counts stand two places further on: summed up they are the starts, one place further on, which move to the
        // ends of their clusters, and so to the starts of the next, while members are put in.
        var starts = [Int32](repeating: 0, count: hiders.count + 2)
        let members = starts.withUnsafeMutableBufferPointer { starts in
            for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                starts[Int(hiders[rank]) &+ 2] &+= 1
            }
            var total: Int32 = 0
            for place in starts.indices {
                total &+= starts[place]
                starts[place] = total
            }
            return [Int32](unsafeUninitializedCapacity: Int(total)) { members, count in
                for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                    let place = Int(hiders[rank]) &+ 1
                    members.initializeElement(at: Int(starts[place]), to: Int32(truncatingIfNeeded: rank))
                    starts[place] &+= 1
                }
                count = Int(total)
            }
        }
        return (starts, members)
    }

    /// The zoom whose set this is: the whole zoom at or below `zoom`.
    public var wholeZoom: Int { Int(zoom.rounded(.down)) }

    /// How many markers the pass has.
    public var count: Int { hidersByRank.count }

    /// The visible markers, highest rank first.
    ///
    /// - Complexity: O(n) each time.
    public var visible: [Int] {
        hidersByRank.indices.lazy.filter { hidersByRank[$0] == $0 }.map { Int(inputOfRank[$0]) }
    }

    /// The marker that hides marker `index`: `index` itself if it is visible, nil if it is inactive.
    public func hider(of index: Int) -> Int? {
        let hider = hidersByRank[Int(rankOfInput[index])]
        return hider < 0 ? nil : Int(inputOfRank[Int(hider)])
    }

    /// Whether marker `index` is visible.
    public func isVisible(_ index: Int) -> Bool { hidersByRank[Int(rankOfInput[index])] == rankOfInput[index] }

    /// The markers that visible marker `index` hides and got as members, highest rank first, itself left out.
    ///
    /// - Edges: empty for a marker that is hidden or inactive.
    public func members(of index: Int) -> Members {
        let rank = Int(rankOfInput[index])
        return Members(ranks: memberRanks[Int(starts[rank])..<Int(starts[rank + 1])], inputOfRank: inputOfRank)
    }

    /// How many markers visible marker `index` stands for, itself included; 0 if it is hidden or inactive.
    public func pointCount(of index: Int) -> Int {
        isVisible(index) ? 1 + memberCount(ofRank: Int(rankOfInput[index])) : 0
    }

    /// How many members the marker of a rank has.
    func memberCount(ofRank rank: Int) -> Int { Int(starts[rank + 1] - starts[rank]) }

    /// Members of a cluster.
    public struct Members: RandomAccessCollection, Sendable {
        fileprivate let ranks: ArraySlice<Int32>
        fileprivate let inputOfRank: [Int32]

        /// The place of the first member.
        public var startIndex: Int { ranks.startIndex }
        /// The place behind the last.
        public var endIndex: Int { ranks.endIndex }
        /// The member at a place.
        public subscript(place: Int) -> Int { Int(inputOfRank[Int(ranks[place])]) }
    }
}

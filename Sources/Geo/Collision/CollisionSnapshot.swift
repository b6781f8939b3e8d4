/// The visible markers at one zoom, and the hider of each hidden marker.
///
/// A marker is identified by its index in the array that the pass was created from.
///
/// - Edges: the point counts of the visible markers add up to the number of active markers. A marker outside its zoom
///   window is inactive: it is not visible, and it is not a member of any cluster.
public struct CollisionSnapshot: Hashable, Sendable {
    /// The zoom that the caller asked for; it may be fractional.
    public let zoom: Double

    /// For the marker of each rank, the rank of its hider; its own rank if the marker is visible, -1 if it is inactive.
    let hidersByRank: [Int32]
    /// The ranks of all members, cluster by cluster, in rank order. The members of rank r are at
    /// `starts[r]..<starts[r + 1]`. The last value of `starts` occurs twice, and its second copy is not used.
    private let memberRanks: [Int32]
    private let starts: [Int32]
    /// The tables of the pass. All snapshots of the pass share them.
    private let inputOfRank: [Int32]
    private let rankOfInput: [Int32]

    /// Creates a snapshot from the hiders of all ranks.
    ///
    /// - Complexity: O(n), 12 bytes for each marker.
    init(zoom: Double, _ hiders: UnsafeBufferPointer<Int32>, of field: CollisionField) {
        self.zoom = zoom
        hidersByRank = Array(hiders)
        inputOfRank = field.inputOfRank
        rankOfInput = field.rankOfInput
        (starts, memberRanks) = Self.members(hiders)
    }

    /// Groups hidden markers by their hiders, with a counting sort.
    private static func members(_ hiders: UnsafeBufferPointer<Int32>) -> (starts: [Int32], members: [Int32]) {
        // The count of rank r is at index r + 2. After the summation, the start of rank r is at index r + 1. Each
        // inserted member increases that start by one. So after the last member, index r + 1 holds the end of rank r,
        // which is also the start of rank r + 1.
        var starts = [Int32](repeating: 0, count: hiders.count + 2)
        let members = starts.withUnsafeMutableBufferPointer { starts in
            for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                starts[Int(hiders[rank]) &+ 2] &+= 1
            }
            var total: Int32 = 0
            for index in starts.indices {
                total &+= starts[index]
                starts[index] = total
            }
            return [Int32](unsafeUninitializedCapacity: Int(total)) { members, count in
                for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                    let index = Int(hiders[rank]) &+ 1
                    members.initializeElement(at: Int(starts[index]), to: Int32(truncatingIfNeeded: rank))
                    starts[index] &+= 1
                }
                count = Int(total)
            }
        }
        return (starts, members)
    }

    /// The zoom that was placed: the greatest whole number that is at most `zoom`.
    public var wholeZoom: Int { Int(zoom.rounded(.down)) }

    /// The number of markers in the pass.
    public var count: Int { hidersByRank.count }

    /// The visible markers, highest rank first.
    ///
    /// - Complexity: O(n) each time.
    public var visible: [Int] {
        hidersByRank.indices.lazy.filter { hidersByRank[$0] == $0 }.map { Int(inputOfRank[$0]) }
    }

    /// Returns the marker that hides marker `index`: `index` itself if it is visible, nil if it is inactive.
    public func hider(of index: Int) -> Int? {
        let hider = hidersByRank[Int(rankOfInput[index])]
        return hider < 0 ? nil : Int(inputOfRank[Int(hider)])
    }

    /// Returns whether marker `index` is visible.
    public func isVisible(_ index: Int) -> Bool { hidersByRank[Int(rankOfInput[index])] == rankOfInput[index] }

    /// Returns the members of the cluster of visible marker `index`, highest rank first, without the marker itself.
    ///
    /// - Edges: empty for a marker that is hidden or inactive.
    public func members(of index: Int) -> Members {
        let rank = Int(rankOfInput[index])
        return Members(ranks: memberRanks[Int(starts[rank])..<Int(starts[rank + 1])], inputOfRank: inputOfRank)
    }

    /// Returns the number of markers that visible marker `index` represents, including itself. The result is 0 if
    /// marker `index` is hidden or inactive.
    public func pointCount(of index: Int) -> Int {
        isVisible(index) ? 1 + memberCount(ofRank: Int(rankOfInput[index])) : 0
    }

    /// Returns the number of members that the marker of a rank has.
    func memberCount(ofRank rank: Int) -> Int { Int(starts[rank + 1] - starts[rank]) }

    /// The members of a cluster.
    public struct Members: RandomAccessCollection, Sendable {
        fileprivate let ranks: ArraySlice<Int32>
        fileprivate let inputOfRank: [Int32]

        /// The index of the first member.
        public var startIndex: Int { ranks.startIndex }
        /// The index after the last member.
        public var endIndex: Int { ranks.endIndex }
        /// The member at an index.
        public subscript(index: Int) -> Int { Int(inputOfRank[Int(ranks[index])]) }
    }
}

/// Who is visible at one zoom and who hides whom.
///
/// Markers are known by their index in the array the pass was made from.
///
/// - Edges: point counts of the visible markers add up to the number of active ones. A marker outside its zoom
///   window is inactive: neither visible nor a member of anything.
public struct CollisionSnapshot: Hashable, Sendable {
    /// The zoom that was asked for.
    public let zoom: Double
    /// The visible markers, highest rank first.
    public let visible: [Int]

    /// For each marker the index of its hider, its own index if it is visible, or -1 if it is inactive.
    private let hiders: [Int32]
    /// All members in rank order, cluster by cluster; those of marker i are `starts[i]..<starts[i + 1]`.
    private let members: [Int]
    private let starts: [Int32]

    /// A snapshot from the hiders of all markers, with the input indexes in rank order.
    ///
    /// - Complexity: O(n).
    init(zoom: Double, hiders: [Int32], rankOrder: [Int32]) {
        self.zoom = zoom
        self.hiders = hiders
        var starts = [Int32](repeating: 0, count: hiders.count + 1)
        for (index, hider) in hiders.enumerated() where hider >= 0 && Int(hider) != index {
            starts[Int(hider) + 1] += 1
        }
        for index in hiders.indices { starts[index + 1] += starts[index] }
        var ends = starts
        var members = [Int](repeating: 0, count: Int(starts[hiders.count]))
        var visible: [Int] = []
        for index in rankOrder {
            let hider = Int(hiders[Int(index)])
            if hider == Int(index) {
                visible.append(hider)
            } else if hider >= 0 {
                members[Int(ends[hider])] = Int(index)
                ends[hider] += 1
            }
        }
        self.starts = starts
        self.members = members
        self.visible = visible
    }

    /// The zoom whose set this is: the whole zoom at or below `zoom`.
    public var wholeZoom: Int { Int(zoom.rounded(.down)) }

    /// How many markers the pass has.
    public var count: Int { hiders.count }

    /// The marker that hides marker `index`: `index` itself if it is visible, nil if it is inactive.
    public func hider(of index: Int) -> Int? { hiders[index] < 0 ? nil : Int(hiders[index]) }

    /// Whether marker `index` is visible.
    public func isVisible(_ index: Int) -> Bool { Int(hiders[index]) == index }

    /// The markers that visible marker `index` hides and got as members, highest rank first, itself left out.
    ///
    /// - Edges: empty for a marker that is hidden or inactive.
    public func members(of index: Int) -> ArraySlice<Int> { members[Int(starts[index])..<Int(starts[index + 1])] }

    /// How many markers visible marker `index` stands for, itself included; 0 if it is hidden or inactive.
    public func pointCount(of index: Int) -> Int {
        isVisible(index) ? 1 + Int(starts[index + 1] - starts[index]) : 0
    }
}

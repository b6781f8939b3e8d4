/// The lowest level at which the stable mode shows each marker of a pass. With the levels, any zoom needs only one
/// placement.
///
/// In the stable mode a zoom depends on the zoom below, so `CollisionPass` places all lower zooms first. The levels say
/// which markers were visible at the lower zooms. One pass serves both tile sizes: zoom z of 512 pt tiles is level
/// z + 1, and zoom z of 256 pt tiles is level z.
///
/// - Complexity: one byte of memory for each marker, and the memory of the pass.
public struct StableLevels: Sendable {
    private let field: CollisionField
    /// For each rank, the lowest level that shows the marker; `never` if none does.
    private let firstLevels: [Int8]
    private static let never = Int8.max

    /// Places all levels once.
    ///
    /// - Precondition: no marker has a zoom window, and no icon is wider than half the world at level 0.
    /// - Complexity: O(n) for each of the 24 levels on average, n markers.
    public init(_ pass: CollisionPass) {
        precondition(pass.showsAllMarkersAtAllZooms, "levels need markers without zoom windows")
        field = pass.field
        var levels = [Int8](repeating: Self.never, count: pass.count)
        var placement = CollisionPlacement(of: field)
        for level in 0...CollisionPlane.highestLevel {
            placement.place(Self.step(level: level, zoom: level))
            for (rank, hider) in placement.hidersByRank.enumerated() where hider == rank && levels[rank] == Self.never {
                levels[rank] = Int8(level)
            }
        }
        firstLevels = levels
    }

    /// The number of markers.
    public var count: Int { firstLevels.count }

    /// Returns the snapshot that a stable pass over the same markers gives.
    ///
    /// - Parameters:
    ///   - zoom: 0…22.
    ///   - options: only the tile size and the attribution are used; the mode and the padding are ignored.
    /// - Complexity: O(n) on average.
    public func snapshot(zoom: Double, options: CollisionOptions) -> CollisionSnapshot {
        precondition(zoom >= 0 && zoom <= Double(CollisionOptions.highestZoom), "a zoom outside 0…22")
        let wholeZoom = Int(zoom.rounded(.down))
        let level = wholeZoom + options.levelOffset
        var placement = CollisionPlacement(of: field)
        if level > 0 { placement.resume { Int(firstLevels[$0]) < level } }
        placement.place(Self.step(level: level, zoom: wholeZoom, isNearestWanted: options.attribution == .nearest))
        return CollisionSnapshot(zoom: zoom, placement.hidersByRank, of: field)
    }

    /// Returns the zooms that split the clusters, as `CollisionPass.expansionZooms(of:)` does.
    ///
    /// - Edges: the snapshot must be from these levels, with the same tile size.
    /// - Complexity: O(n).
    public func expansionZooms(of snapshot: CollisionSnapshot, options: CollisionOptions) -> [Int?] {
        precondition(snapshot.count == count, "a snapshot of other levels")
        var lowest = [Int8](repeating: Self.never, count: count)
        let hiders = snapshot.hidersByRank
        for (rank, hider) in hiders.enumerated() where hider >= 0 && hider != rank {
            lowest[Int(hider)] = min(lowest[Int(hider)], firstLevels[rank])
        }
        let top = options.maximumZoom + options.levelOffset
        return hiders.indices.filter { hiders[$0] == $0 }.map {
            Int(lowest[$0]) > top ? nil : Int(lowest[$0]) - options.levelOffset
        }
    }

    /// Returns the lowest zoom at which each marker is visible, as `CollisionPass.allZooms()` does.
    ///
    /// - Complexity: O(n).
    public func allZooms(options: CollisionOptions) -> CollisionLevels {
        let top = options.maximumZoom + options.levelOffset
        let inInputOrder = field.rankOfInput.map { Int(firstLevels[Int($0)]) }
        return CollisionLevels(
            maximumZoom: options.maximumZoom,
            firstVisible: inInputOrder.map { $0 > top ? -1 : Int8(max($0 - options.levelOffset, 0)) },
            hiddenAtTop: inInputOrder.map { $0 > top })
    }

    private static func step(level: Int, zoom: Int, isNearestWanted: Bool = false) -> CollisionPlacement.Step {
        CollisionPlacement.Step(level: level, zoom: zoom, keepsVisible: level > 0, isNearestWanted: isNearestWanted)
    }
}

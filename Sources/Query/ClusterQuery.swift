public import GeocliGeo
public import GeocliPlaces

/// A marker of the collision pass, its result, and the item that it represents.
public struct ClusterRow<Item> {
    public let item: Item
    public let id: MarkerID
    public let coordinate: Coordinate
    public let isVisible: Bool
    /// The visible marker that hides this marker; nil if this marker is visible.
    public let hiddenBy: MarkerID?
    /// The number of markers that this marker represents, including itself; 1 for a hidden marker.
    public let pointCount: Int
    /// For each kind, the number of represented markers.
    public let kinds: [Kind: Int]
    /// The lowest zoom above the current one that shows a marker hidden by this marker; nil if there is none.
    public let expansionZoom: Int?
    /// The box around this marker and the markers that it hides; nil if it hides none.
    public let box: BoundingBox?
    public var isCluster: Bool { pointCount > 1 }
}

extension ClusterRow {
    init(
        _ item: Item, id: MarkerID, _ own: (coordinate: Coordinate, kind: Kind), hiddenBy hider: MarkerID?,
        members: [(coordinate: Coordinate, kind: Kind)], expansionZoom: Int?
    ) {
        var kinds: [Kind: Int] = [own.kind: 1]
        for member in members { kinds[member.kind, default: 0] += 1 }
        self.init(
            item: item, id: id, coordinate: own.coordinate, isVisible: hider == nil, hiddenBy: hider,
            pointCount: members.count + 1, kinds: kinds, expansionZoom: expansionZoom,
            box: members.isEmpty ? nil : BoundingBox(enclosing: members.map(\.coordinate) + [own.coordinate]))
    }
}

/// A marker of the collision pass over all zooms.
package struct LevelRow<Item> {
    package let item: Item
    package let id: MarkerID
    package let coordinate: Coordinate
    /// The lowest zoom at which the marker is shown.
    package let minZoom: Int
    /// Whether the marker is still hidden at the top zoom.
    package let isColocated: Bool
}

/// "Which markers does a map show if it hides markers that collide?", for any items with a position.
public struct ClusterQuery<Item> {
    /// An item, its marker, and its kind for the counts.
    public struct Member {
        public let item: Item
        let marker: Marker
        let kind: Kind

        public init(item: Item, marker: Marker, kind: Kind) {
            (self.item, self.marker, self.kind) = (item, marker, kind)
        }
    }

    private let members: [Member]
    private let pass: CollisionPass
    /// Indices of the members in the order of output, which is by id.
    private let order: [Int]

    /// Makes a pass over `members`.
    /// - Throws: `GeoError(.marker)` for a marker that is not valid in the pass, and for a duplicate id.
    /// - Complexity: O(n log n).
    public init(_ members: [Member], options: CollisionOptions) throws(GeoError) {
        self.members = members
        pass = try CollisionPass(count: members.count, options: options) { members[$0].marker }
        order = MarkerID.ascending(members.map(\.marker.id))
    }

    /// Calls `body` with the rows of one zoom, ordered by id.
    /// - Parameters:
    ///   - includesHidden: whether hidden markers get rows as well.
    ///   - box: rows outside the box are left out; markers outside it still take part in the pass.
    public func forEachRow(
        zoom: Double, includesHidden: Bool, in box: BoundingBox? = nil, body: (ClusterRow<Item>) throws -> Void
    ) throws {
        let snapshot = try pass.snapshot(zoom: zoom)
        var expansion = [Int?](repeating: nil, count: members.count)
        for (index, zoom) in zip(snapshot.visible, pass.expansionZooms(of: snapshot)) { expansion[index] = zoom }
        for index in order {
            guard let hider = snapshot.hider(of: index), includesHidden || hider == index else { continue }
            guard box?.contains(members[index].marker.coordinate) ?? true else { continue }
            try body(row(index, hider: hider, snapshot, expansion[index]))
        }
    }

    /// Calls `body` with every marker that is shown at some zoom, ordered by id.
    package func forEachLevel(in box: BoundingBox? = nil, body: (LevelRow<Item>) throws -> Void) throws {
        let levels = try pass.allZooms()
        for index in order {
            let member = members[index]
            guard let minZoom = levels.minZoom(of: index), box?.contains(member.marker.coordinate) ?? true else {
                continue
            }
            try body(
                LevelRow(
                    item: member.item, id: member.marker.id, coordinate: member.marker.coordinate, minZoom: minZoom,
                    isColocated: levels.isColocated(index)))
        }
    }

    private func row(
        _ index: Int, hider: Int, _ snapshot: CollisionSnapshot, _ expansionZoom: Int?
    ) -> ClusterRow<Item> {
        let marker = members[index].marker
        return ClusterRow(
            members[index].item, id: marker.id, (marker.coordinate, members[index].kind),
            hiddenBy: hider == index ? nil : members[hider].marker.id,
            members: snapshot.members(of: index).map { (members[$0].marker.coordinate, members[$0].kind) },
            expansionZoom: expansionZoom)
    }
}

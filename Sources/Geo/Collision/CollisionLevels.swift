/// The lowest zoom at which each marker is visible, in the stable mode.
///
/// A marker is identified by its index in the array that the pass was created from.
public struct CollisionLevels: Hashable, Sendable {
    /// The top zoom of the pass.
    public let maximumZoom: Int

    /// The lowest zoom at which each marker is visible; -1 for a marker that no zoom shows.
    private let minZooms: [Int8]
    private let colocated: [Bool]

    /// Creates levels from two values for each marker: the first zoom that shows it (-1 for none), and whether it is
    /// hidden at the top zoom.
    init(maximumZoom: Int, firstVisible: [Int8], hiddenAtTop: [Bool]) {
        self.maximumZoom = maximumZoom
        minZooms = zip(firstVisible, hiddenAtTop).map { $1 ? Int8(maximumZoom) : $0 }
        colocated = hiddenAtTop
    }

    /// The number of markers in the pass.
    public var count: Int { minZooms.count }

    /// Returns the lowest zoom that shows marker `index`; the top zoom for a marker that is still hidden there.
    ///
    /// - Units: zooms of the pass's tile size, 0…`maximumZoom`.
    /// - Edges: nil if no zoom shows the marker, because its window is empty or closes while another marker still hides
    ///   it. A marker whose window closes later is visible from this zoom to the end of its window.
    public func minZoom(of index: Int) -> Int? { minZooms[index] < 0 ? nil : Int(minZooms[index]) }

    /// Returns whether marker `index` is still hidden at the top zoom, for example because it is in the same building
    /// as its hider.
    public func isColocated(_ index: Int) -> Bool { colocated[index] }
}

/// From which zoom on each marker is visible, in the stable mode.
///
/// Markers are known by their index in the array the pass was made from.
public struct CollisionLevels: Hashable, Sendable {
    /// The top zoom of the pass.
    public let maximumZoom: Int

    /// The zoom per marker; -1 for a marker that no zoom shows.
    private let minZooms: [Int8]
    private let colocated: [Bool]

    /// Levels from the first visible zoom per marker, -1 for none, and who is hidden at the top zoom.
    init(maximumZoom: Int, firstVisible: [Int8], hiddenAtTop: [Bool]) {
        self.maximumZoom = maximumZoom
        minZooms = zip(firstVisible, hiddenAtTop).map { $1 ? Int8(maximumZoom) : $0 }
        colocated = hiddenAtTop
    }

    /// How many markers the pass has.
    public var count: Int { minZooms.count }

    /// The lowest zoom that shows marker `index`; the top zoom for one that is still hidden there.
    ///
    /// - Units: zooms of the pass's tile size, 0…`maximumZoom`.
    /// - Edges: nil if no zoom shows it: its window is empty, or closes while another marker still hides it. A marker
    ///   whose window closes later is visible from here to the end of its window.
    public func minZoom(of index: Int) -> Int? { minZooms[index] < 0 ? nil : Int(minZooms[index]) }

    /// Whether marker `index` is still hidden at the top zoom, as in one building with its hider.
    public func isColocated(_ index: Int) -> Bool { colocated[index] }
}

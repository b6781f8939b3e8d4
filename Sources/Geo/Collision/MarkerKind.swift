/// What alike markers have in common: their box, their flags and the whole zooms they take part in.
struct MarkerKind: Hashable, Sendable {
    /// The box in 1/64 pt.
    let box: CollisionBox
    let force: Bool
    let hides: Bool
    /// The lowest and the highest whole zoom inside the window.
    let firstZoom: Int8
    let lastZoom: Int8

    /// The kind of `marker` with `padding` pt around its box.
    init(of marker: Marker, padding: Double) {
        box = CollisionBox(of: marker, padding: padding)
        force = marker.force
        hides = marker.hides
        firstZoom = Self.wholeZoom((marker.minZoom ?? -.infinity).rounded(.up))
        lastZoom = Self.wholeZoom((marker.maxZoom ?? .infinity).rounded(.down))
    }

    /// A zoom limit as a small number; all limits outside -100…100 act alike.
    private static func wholeZoom(_ zoom: Double) -> Int8 { Int8(min(max(zoom, -100), 100)) }

    /// Whether `zoom` lies in the window.
    @inline(__always)
    func isActive(zoom: Int) -> Bool { zoom >= Int(firstZoom) && zoom <= Int(lastZoom) }

    /// Whether all zooms lie in the window, the one below 0 included where the stable mode may start.
    var isAlwaysActive: Bool { isActive(zoom: -1) && isActive(zoom: CollisionOptions.highestZoom) }
}

/// Numbers for values: equal values get the same number, in the order they come.
struct ValueCatalog<Value: Hashable> {
    private(set) var values: [Value] = []
    private var indexes: [Value: Int32] = [:]
    private var last: Int32 = -1

    /// The number of `value`, which is added if it is new.
    mutating func index(of value: Value) -> Int32 {
        // Most files have one value only, or runs of one.
        if last >= 0, values[Int(last)] == value { return last }
        if let known = indexes[value] {
            last = known
        } else {
            last = Int32(values.count)
            indexes[value] = last
            values.append(value)
        }
        return last
    }
}

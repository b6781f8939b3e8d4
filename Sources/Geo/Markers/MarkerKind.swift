/// The common properties of markers that look alike: their box, their flags and the whole zooms of their window.
struct MarkerKind: Hashable, Sendable {
    /// The box in 1/64 pt.
    let box: CollisionBox
    let force: Bool
    let hides: Bool
    /// The lowest and the highest whole zoom inside the window.
    let firstZoom: Int8
    let lastZoom: Int8

    /// Creates the kind of `marker` with `padding` pt around its box.
    init(of marker: Marker, padding: Double) {
        box = CollisionBox(of: marker, padding: padding)
        force = marker.force
        hides = marker.hides
        firstZoom = Self.wholeZoom((marker.minZoom ?? -.infinity).rounded(.up))
        lastZoom = Self.wholeZoom((marker.maxZoom ?? .infinity).rounded(.down))
    }

    /// Returns a zoom limit as a small number. A limit below -100 becomes -100, and a limit above 100 becomes 100. The
    /// effect of the limit stays the same.
    private static func wholeZoom(_ zoom: Double) -> Int8 { Int8(min(max(zoom, -100), 100)) }

    /// Returns whether `zoom` is in the window.
    @inline(__always)
    func isActive(zoom: Int) -> Bool { zoom >= Int(firstZoom) && zoom <= Int(lastZoom) }

    /// Whether all zooms are in the window, including -1, where the stable mode may start.
    var isAlwaysActive: Bool { isActive(zoom: -1) && isActive(zoom: CollisionOptions.highestZoom) }
}

/// A list of distinct values with numbers. Equal values get the same number. The numbers are assigned in the order in
/// which the values first occur.
struct ValueCatalog<Value: Hashable> {
    private(set) var values: [Value] = []
    private var indexes: [Value: Int32] = [:]
    private var last: Int32 = -1

    /// Returns the number of `value`; adds the value if it is new.
    mutating func index(of value: Value) -> Int32 {
        // Most files have only one value, or runs of equal values, so the last value is tried first.
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

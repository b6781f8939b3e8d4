internal import GeocliText

/// An icon on a map: its position, its size and its priority in collisions.
///
/// The defaults are those of NAVER Map SDK 3.18 with `isHideCollidedMarkers` set.
///
/// - Units: screen points (pt) for sizes, fractions of the size for anchors, zooms at the pass's tile size for limits.
/// - Edges: nothing is checked here; `CollisionPass` throws for a marker that it can't place.
public struct Marker: Hashable, Sendable {
    /// The id of the marker, unique in a pass. It is the last key of the rank.
    public var id: MarkerID
    /// The position of the icon's anchor.
    public var coordinate: Coordinate
    /// The icon's width in pt.
    public var width = 40.0
    /// The icon's height in pt.
    public var height = 53.0
    /// The horizontal position of the anchor on the icon: 0 at the left edge, 1 at the right.
    public var anchorX = 0.5
    /// The vertical position of the anchor on the icon: 0 at the top edge, 1 at the bottom.
    public var anchorY = 1.0
    /// The first key of the rank, higher first.
    public var globalZIndex = 200_000
    /// The second key of the rank, higher first.
    public var zIndex = 0
    /// The third key of the rank, higher first; the SDK does not have this key.
    public var priority = 0.0
    /// Whether the marker is always visible, even if it collides (`isForceShowIcon`).
    public var force = false
    /// Whether the marker hides markers that it collides with (`isHideCollidedMarkers`).
    public var hides = true
    /// The lowest zoom that shows the marker, inclusive; nil for no limit.
    public var minZoom: Double?
    /// The highest zoom that shows the marker, inclusive; nil for no limit.
    public var maxZoom: Double?
    /// The area to which the marker belongs, such as its district; markers without one are an area, too. Only the areas
    /// mode uses it.
    public var area: String?
    /// The part of the area in which the marker is, such as the outline that contains its point. While a marker does
    /// not stand for its whole area, it holds only markers of its own part.
    public var part: String?

    /// Creates a marker with the SDK's defaults at `coordinate`.
    public init(id: MarkerID, coordinate: Coordinate) {
        self.id = id
        self.coordinate = coordinate
    }

    /// A marker with the defaults, whose id and position do not matter.
    static var usual: Marker { Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0)) }

    /// - Throws: `GeoError` for an anchor outside 0…1, a size that is below 1/64 pt (its box would be empty after
    ///   rounding) or not finite, and a priority or zoom limit that is not a number.
    func check() throws(GeoError) {
        try check(anchor: anchorX, "anchor_x")
        try check(anchor: anchorY, "anchor_y")
        try check(size: width, "width")
        try check(size: height, "height")
        try check(number: priority, "priority")
        try check(number: minZoom ?? 0, "min_zoom")
        try check(number: maxZoom ?? 0, "max_zoom")
    }

    private func check(anchor: Double, _ name: StaticString) throws(GeoError) {
        guard anchor >= 0, anchor <= 1 else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) \(anchor) is not between 0 and 1",
                ko: "마커 \(id): \(name) \(anchor)\(.topic) 0에서 1 사이여야 합니다")
        }
    }

    private func check(size: Double, _ name: StaticString) throws(GeoError) {
        guard size >= 1 / 64.0, size.isFinite else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) \(size) is not a size; write a number of pt, 1/64 or more",
                ko: "마커 \(id): \(name) \(size)\(.topic) 크기로 쓸 수 없습니다. 1/64 이상의 값(pt)을 쓰세요")
        }
    }

    private func check(number: Double, _ name: StaticString) throws(GeoError) {
        guard !number.isNaN else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) is not a number", ko: "마커 \(id): \(name)\(.subject) 숫자가 아닙니다")
        }
    }
}

/// The id of a marker: a number, as in catalogs, or any text. Two texts are the same id only if their UTF-8 bytes are
/// equal, so the two encodings of `é` are two ids.
public enum MarkerID: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case text(String)

    /// The id as text: the decimal digits of a number, or the text itself.
    public var description: String {
        switch self {
        case .integer(let number): String(number)
        case .text(let text): text
        }
    }

    /// Returns whether both are numbers with the same value, or both are texts with the same bytes.
    public static func == (left: MarkerID, right: MarkerID) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    /// Feeds the parts that `==` compares into `hasher`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let number):
            hasher.combine(0 as UInt8)
            hasher.combine(number)
        case .text(let text):
            hasher.combine(1 as UInt8)
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// Returns the indices of `ids` in ascending order: by value if all are numbers, in O(n), otherwise by the UTF-8
    /// bytes of their texts. Equal ids keep the order of the input.
    public static func ascending(_ ids: [MarkerID]) -> [Int] {
        var list = MarkerIDList()
        list.reserveCapacity(ids.count)
        for id in ids { list.append(id) }
        return list.sorted().map(Int.init)
    }
}

/// The ids of markers: as numbers if all are numbers, otherwise as text.
struct MarkerIDList {
    private var numbers: [Int64] = []
    private var texts: [String] = []
    private var areNumbers = true
    /// Whether all ids are numbers and each is greater than the one before, as in a catalog.
    private var areAscending = true

    mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

    mutating func append(_ id: MarkerID) {
        if areNumbers, case .integer(let number) = id {
            if let last = numbers.last, last >= number { areAscending = false }
            numbers.append(number)
            return
        }
        if areNumbers {
            texts = numbers.map { String($0) }
            (numbers, areNumbers, areAscending) = ([], false, false)
        }
        texts.append(id.description)
    }

    /// Returns the indices of the ids in the order of `MarkerID.ascending`.
    func sorted() -> [Int32] {
        var order = (0..<Int32(areNumbers ? numbers.count : texts.count)).map { $0 }
        if areAscending { return order }
        if areNumbers {
            // With the sign bit flipped, negative numbers come first.
            RadixSort.sort(&order) { UInt64(bitPattern: numbers[Int($0)]) ^ 1 << 63 }
        } else {
            order.sort { left, right in
                let (one, other) = (texts[Int(left)].utf8, texts[Int(right)].utf8)
                return one.lexicographicallyPrecedes(other) || (left < right && one.elementsEqual(other))
            }
        }
        return order
    }

    /// Throws `GeoError` for an id that occurs twice. If any id is text, the number 12 and the text "12" are the same
    /// id, because they have the same bytes.
    func ascending() throws(GeoError) -> [Int32] {
        let order = sorted()
        if areAscending { return order }
        for (left, right) in zip(order, order.dropFirst()) where isEqual(Int(left), Int(right)) {
            let id = areNumbers ? String(numbers[Int(left)]) : DisplayText.shown(texts[Int(left)])
            throw GeoError(
                .marker, en: "two markers have the id \(id); give each marker its own id",
                ko: "마커 두 개의 id가 \(id)\(.by) 같습니다. 마커마다 다른 id를 쓰세요")
        }
        return order
    }

    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        areNumbers ? numbers[left] == numbers[right] : texts[left].utf8.elementsEqual(texts[right].utf8)
    }
}

/// A column of a file of markers, other than the id and the position. Its raw value is its name in the file.
package enum MarkerColumn: String, Sendable, CaseIterable {
    case width
    case height
    case anchorX = "anchor_x"
    case anchorY = "anchor_y"
    case globalZIndex = "global_z_index"
    case zIndex = "z_index"
    case priority
    case force
    case hides
    case minZoom = "min_zoom"
    case maxZoom = "max_zoom"

    /// All columns except the two zoom limits: a batch job sends geoworker only the markers whose limits include its
    /// one zoom, with these columns in this order.
    package static let atOneZoom = allCases.filter { $0 != .minZoom && $0 != .maxZoom }
}

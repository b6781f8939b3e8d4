public import GeocliGeo
public import GeocliText

/// The parts of a Feature other than its properties.
///
/// Every row of a listing has one, and it is passed on several times. So the usual parts are plain numbers, and the rare
/// ones are in an object, which most rows lack.
public struct FeatureParts {
    /// The position of a point; nil for an area, and for a Feature without a position.
    let coordinate: Coordinate?
    let minZoom: Int?
    /// The id if it is a whole number, in any spelling; nil for other ids.
    let number: Int64?
    private let others: Others?

    private final class Others {
        let id: JSONValue?
        let area: MultiPolygon?
        let address: String?

        init(id: JSONValue?, area: MultiPolygon? = nil, address: String? = nil) {
            self.id = id
            self.area = area
            self.address = address
        }
    }

    /// The web address that opens the row's place in a map, for a table with hyperlinks.
    var address: String? { others?.address }

    /// The id; nil if the Feature has none.
    var id: JSONValue? { others?.id ?? number.map { .number(String($0)) } }

    /// The id if it is a whole number in its usual spelling; nil for other ids.
    var plainNumber: Int64? { others == nil ? number : nil }

    /// The area; nil for any other Feature.
    var area: MultiPolygon? { others?.area }

    /// The geometry; nil for a Feature without a position.
    var place: FeatureWriter.Shape? { coordinate.map(FeatureWriter.Shape.point) ?? area.map(FeatureWriter.Shape.area) }

    /// Whether the Feature is a point or an area.
    var hasPlace: Bool { coordinate != nil || area != nil }

    /// Makes the parts of a Feature that is a point or has no position, and whose id is a number.
    public init(id: Int64, coordinate: Coordinate?) {
        number = id
        self.coordinate = coordinate
        minZoom = nil
        others = nil
    }

    /// Makes the parts of a Feature that is a point or has no position. `minZoom` becomes the foreign member that
    /// tippecanoe reads.
    public init(id: JSONValue?, coordinate: Coordinate?, minZoom: Int? = nil) {
        number = Self.number(of: id)
        others = id == number.map { .number(String($0)) } ? nil : Others(id: id)
        self.coordinate = coordinate
        self.minZoom = minZoom
    }

    /// Makes the parts of a Feature that is an area.
    public init(id: JSONValue?, area: MultiPolygon) {
        number = Self.number(of: id)
        others = Others(id: id, area: area)
        coordinate = nil
        minZoom = nil
    }

    /// Makes parts that are only a web address.
    init(address: String?) {
        number = nil
        others = Others(id: nil, address: address)
        coordinate = nil
        minZoom = nil
    }

    private static func number(of id: JSONValue?) -> Int64? {
        guard case .number(let text) = id else { return nil }
        return Int64(text)
    }
}

internal import GeocliPlaces
internal import GeocliText

/// The look of a layer: the colors, shapes and labels of the map page, for programs that make maps.
struct LayerStyle {
    /// A category of rows with its own look.
    struct Category {
        let value: String
        let title: String
        let color: RGB
        let shape: Shape
    }

    /// A color.
    struct RGB {
        let red: Int
        let green: Int
        let blue: Int

        /// `#RRGGBB`.
        var hex: String { "#" + [red, green, blue].map { Self.digits[$0 >> 4] + Self.digits[$0 & 15] }.joined() }
        private static let digits = "0123456789abcdef".map(String.init)
    }

    /// The shape of a marker. Each raw value is the name that both QGIS and SLD use.
    enum Shape: String { case circle, diamond, square, triangle }

    /// The layer's columns.
    let keys: [String]
    /// The titles of the columns, in the order of `keys`.
    let titles: [String]
    /// Whether the rows are areas.
    let hasAreas: Bool
    /// The column whose values are categories; nil if all rows have the same look.
    let attribute: String?
    let categories: [Category]
    /// The column of the labels; nil for none.
    let label: String?
    /// The size of a marker as a QGIS expression; nil if the size of all markers is `size`.
    let sizeExpression: String?

    /// The size of a marker in millimeters.
    static let size = 2.8
    /// Fonts with Hangul; the first one that is installed is used.
    static let fonts = [
        "Noto Sans CJK KR", "Noto Sans KR", "Pretendard", "Apple SD Gothic Neo", "Malgun Gothic", "NanumGothic",
        "Droid Sans Fallback", "Open Sans",
    ]
    /// The denominator of the smallest scale at which labels are shown. It is a scale for streets, or for the whole
    /// city if the rows are areas.
    var labelScale: Int { hasAreas ? 400_000 : 25_000 }

    /// - Parameter columns: the keys of the layer's columns in the file.
    init(_ shape: LayerShape, _ columns: [String]) {
        keys = columns
        titles = columns.map { key in shape.fields.first { $0.key == key }.map(Self.title) ?? key }
        hasAreas = shape.hasAreas
        attribute = shape.hasAreas ? nil : ["what", "kind"].first(where: shape.has)
        categories = attribute == "what" ? Self.changes : attribute == "kind" ? Self.kinds(shape.words) : []
        label = shape.has("name") ? "name" : nil
        // A marker that is visible at low zooms represents hidden markers, so it is drawn larger.
        sizeExpression = shape.has("minzoom") ? "scale_linear(\"minzoom\", 0, 18, 5, 2)" : nil
    }

    /// Returns a column's title in both languages: `이름 (name)`.
    static func title(of field: LayerShape.Field) -> String {
        field.title.ko == field.title.en ? field.title.en : "\(field.title.ko) (\(field.title.en))"
    }

    /// The color of a layer without categories.
    static let plain = RGB(red: 0x6B, green: 0x72, blue: 0x80)

    /// - Source: M. Okabe, K. Ito, "Color Universal Design" (2008): blue, vermilion, bluish green, reddish purple.
    private static let (blue, vermilion) = (
        RGB(red: 0x00, green: 0x72, blue: 0xB2), RGB(red: 0xD5, green: 0x5E, blue: 0x00)
    )

    /// The looks of kinds, in the order of the numbers that `PlaceWords.look(of:)` returns. The colors and shapes are
    /// those of the map page.
    private static let looks: [(color: RGB, shape: Shape)] = [
        (blue, .circle), (vermilion, .diamond), (RGB(red: 0x00, green: 0x80, blue: 0x5D), .triangle),
        (RGB(red: 0xA8, green: 0x50, blue: 0x8A), .circle), (RGB(red: 0x80, green: 0x68, blue: 0x0A), .diamond),
        (RGB(red: 0x2F, green: 0x7F, blue: 0xA8), .triangle), (RGB(red: 0x5B, green: 0x3A, blue: 0x8C), .circle),
        (plain, .square),
    ]

    private static func kinds(_ words: PlaceWords) -> [Category] {
        words.kinds.map { kind in
            let look = looks[words.look(of: kind)]
            return Category(
                value: kind.rawValue, title: words.bothTitles(of: kind), color: look.color, shape: look.shape)
        }
    }

    private static let changes = [
        Category(value: "added", title: "신규 (added)", color: RGB(red: 0, green: 0x9E, blue: 0x73), shape: .circle),
        Category(value: "moved", title: "이전 (moved)", color: blue, shape: .triangle),
        Category(value: "changed", title: "변경 (changed)", color: plain, shape: .circle),
        Category(
            value: "removed", title: "누락 (removed)", color: RGB(red: 0xCC, green: 0x79, blue: 0xA7), shape: .diamond),
        Category(value: "closed", title: "폐점 (closed)", color: vermilion, shape: .square),
        Category(
            value: "returned", title: "재등록 (returned)", color: RGB(red: 0x56, green: 0xB4, blue: 0xE9), shape: .circle),
    ]
}

internal import GeocliPlaces
internal import GeocliText

/// The look of a layer: the colors, shapes and labels of the map page, for programs that make maps.
struct LayerStyle {
    struct Category {
        let value: String
        let title: String
        let color: RGB
        let shape: Shape
    }

    struct RGB {
        let red: Int
        let green: Int
        let blue: Int

        var hex: String { "#" + [red, green, blue].map { Self.digits[$0 >> 4] + Self.digits[$0 & 15] }.joined() }
        private static let digits = "0123456789abcdef".map(String.init)
    }

    /// The shape of a marker. Each raw value is the name that both QGIS and SLD use.
    enum Shape: String { case circle, diamond, square, triangle }

    let keys: [String]
    let titles: [String]
    let hasAreas: Bool
    /// The column whose values are categories; nil if all rows have the same look.
    let attribute: String?
    let categories: [Category]
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
    /// The denominator of the smallest scale with labels: of streets, or of the whole city if the rows are areas.
    var labelScale: Int { hasAreas ? 400_000 : 25_000 }

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

    /// The looks of kinds in the order of `PlaceWords.look(of:)`, as on the map page.
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
            value: "removed", title: "피드에 없음 (removed)", color: RGB(red: 0xCC, green: 0x79, blue: 0xA7), shape: .diamond
        ),
        Category(value: "closed", title: "폐점 (closed)", color: vermilion, shape: .square),
        Category(
            value: "returned", title: "재등록 (returned)", color: RGB(red: 0x56, green: 0xB4, blue: 0xE9), shape: .circle),
    ]

    /// The style that QGIS 3.22 and later read, in the form of `QgsMapLayer.exportNamedStyle` (qgis.org).
    var qml: String {
        """
        <!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
        <qgis version="3.22.0" styleCategories="Symbology|Labeling|Fields|Forms|AttributeTable" labelsEnabled="\(label == nil ? 0 : 1)" simplifyDrawingHints="\(hasAreas ? 1 : 0)">
        \(renderer)
        \(labeling)<blendMode>0</blendMode>
        <featureBlendMode>0</featureBlendMode>
        <layerOpacity>1</layerOpacity>
        <fieldConfiguration>
        <field name="fid"><editWidget type="Hidden"><config><Option/></config></editWidget></field>
        </fieldConfiguration>
        <aliases>
        <alias index="0" field="fid" name=""/>
        \(zip(keys, titles).enumerated().map { alias($0.offset + 1, $0.element.0, $0.element.1) }.joined(separator: "\n"))
        </aliases>
        <attributetableconfig actionWidgetStyle="dropDown" sortExpression="" sortOrder="0">
        <columns>
        <column type="field" name="fid" hidden="1" width="-1"/>
        \(keys.map { "<column type=\"field\" name=\"\($0)\" hidden=\"0\" width=\"-1\"/>" }.joined(separator: "\n"))
        </columns>
        </attributetableconfig>
        \(label.map { "<previewExpression>\"\($0)\"</previewExpression>\n" } ?? "")<layerGeometryType>\(hasAreas ? 2 : 0)</layerGeometryType>
        </qgis>
        """
    }

    private func alias(_ index: Int, _ key: String, _ title: String) -> String {
        "<alias index=\"\(index)\" field=\"\(key)\" name=\"\(XMLText.html(title))\"/>"
    }

    // MARK: Symbols

    private var renderer: String {
        let start = "<renderer-v2 forceraster=\"0\" symbollevels=\"0\" enableorderby=\"0\""
        guard let attribute else {
            return
                "\(start) type=\"singleSymbol\">\n<symbols>\n\(symbol(0, Self.plain, .circle))\n</symbols>\n</renderer-v2>"
        }
        let list = categories.enumerated().map { index, category in
            "<category render=\"true\" symbol=\"\(index)\" value=\"\(category.value)\" label=\"\(XMLText.html(category.title))\"/>"
        }
        let symbols = categories.enumerated().map { symbol($0.offset, $0.element.color, $0.element.shape) }
        return """
            \(start) type="categorizedSymbol" attr="\(attribute)">
            <categories>
            \(list.joined(separator: "\n"))
            </categories>
            <symbols>
            \(symbols.joined(separator: "\n"))
            </symbols>
            </renderer-v2>
            """
    }

    private func symbol(_ index: Int, _ color: RGB, _ shape: Shape) -> String {
        let fill = "\(color.red),\(color.green),\(color.blue),255"
        let values: [(String, String)] =
            hasAreas
            ? [
                ("border_width_map_unit_scale", "3x:0,0,0,0,0,0"), ("color", "251,250,246,90"), ("joinstyle", "round"),
                ("offset", "0,0"), ("offset_unit", "MM"), ("outline_color", fill), ("outline_style", "solid"),
                ("outline_width", "0.3"), ("outline_width_unit", "MM"), ("style", "solid"),
            ]
            : [
                ("angle", "0"), ("cap_style", "square"), ("color", fill), ("horizontal_anchor_point", "1"),
                ("joinstyle", "round"), ("name", shape.rawValue), ("offset", "0,0"), ("offset_unit", "MM"),
                ("outline_color", "255,255,255,255"), ("outline_style", "solid"), ("outline_width", "0.25"),
                ("outline_width_unit", "MM"), ("scale_method", "diameter"), ("size", "\(Self.size)"),
                ("size_unit", "MM"), ("vertical_anchor_point", "1"),
            ]
        let options = values.map { "<Option type=\"QString\" name=\"\($0.0)\" value=\"\($0.1)\"/>" }
        // QGIS before 3.28 reads these elements instead of `<Option>`.
        let properties = values.map { "<prop k=\"\($0.0)\" v=\"\($0.1)\"/>" }
        return """
            <symbol type="\(hasAreas ? "fill" : "marker")" name="\(index)" alpha="1" clip_to_extent="1" force_rhr="0">
            <layer class="\(hasAreas ? "SimpleFill" : "SimpleMarker")" enabled="1" locked="0" pass="0">
            <Option type="Map">
            \(options.joined(separator: "\n"))
            </Option>
            \(properties.joined())
            \(sizeProperty)</layer>
            </symbol>
            """
    }

    private var sizeProperty: String {
        guard let sizeExpression else { return "" }
        return """
            <data_defined_properties><Option type="Map"><Option type="QString" name="name" value=""/>\
            <Option type="Map" name="properties"><Option type="Map" name="size">\
            <Option type="bool" name="active" value="true"/>\
            <Option type="QString" name="expression" value="\(XMLText.html(sizeExpression))"/>\
            <Option type="int" name="type" value="3"/></Option></Option>\
            <Option type="QString" name="type" value="collection"/></Option></data_defined_properties>

            """
    }

    // MARK: Labels

    private var labeling: String {
        guard let label else { return "" }
        let families = Self.fonts.map { "<family name=\"\($0)\"/>" }.joined()
        // A label is placed next to a point (6), or in the middle of an area (1).
        let placement = hasAreas ? 1 : 6
        return """
            <labeling type="simple">
            <settings calloutType="simple">
            <text-style fieldName="\(label)" isExpression="0" fontFamily="\(Self.fonts[0])" fontSize="\(hasAreas ? 10 : 8)" fontSizeUnit="Point" fontWeight="50" namedStyle="Regular" textColor="27,33,39,255" textOpacity="1" multilineHeight="1" allowHtml="0">
            <families>\(families)</families>
            <text-buffer bufferDraw="1" bufferSize="0.8" bufferSizeUnits="MM" bufferColor="255,255,255,255" bufferOpacity="0.9" bufferJoinStyle="128" bufferNoFill="1"/>
            </text-style>
            <text-format wrapChar="" autoWrapLength="0" multilineAlign="3"/>
            <placement placement="\(placement)" predefinedPositionOrder="TR,TL,BR,BL,R,L,TSR,BSR" dist="0.8" distUnits="MM" offsetType="1" priority="5" centroidWhole="1" centroidInside="1"/>
            <rendering drawLabels="1" obstacle="1" obstacleType="1" displayAll="0" scaleVisibility="1" scaleMin="1" scaleMax="\(labelScale)" minFeatureSize="0" upsidedownLabels="0" fontLimitPixelSize="0"/>
            </settings>
            </labeling>

            """
    }

    /// The style for programs other than QGIS: OGC 05-077r4 (Symbology Encoding 1.1), OGC 05-078r4 (SLD 1.1).
    var sld: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <StyledLayerDescriptor xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" \
        xmlns:se="http://www.opengis.net/se" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.opengis.net/sld http://schemas.opengis.net/sld/1.1.0/StyledLayerDescriptor.xsd" \
        version="1.1.0">
        <NamedLayer>
        <se:Name>layer</se:Name>
        <UserStyle>
        <se:Name>layer</se:Name>
        <se:FeatureTypeStyle>
        \(rules.joined(separator: "\n"))
        </se:FeatureTypeStyle>
        </UserStyle>
        </NamedLayer>
        </StyledLayerDescriptor>
        """
    }

    private var rules: [String] {
        let looks =
            attribute == nil
            ? [rule(nil, symbolizer(Self.plain, .circle))]
            : categories.map { rule($0, symbolizer($0.color, $0.shape)) }
        return looks + [labelRule].compactMap(\.self)
    }

    private func rule(_ category: Category?, _ symbolizer: String) -> String {
        guard let category, let attribute else { return "<se:Rule>\n\(symbolizer)\n</se:Rule>" }
        return """
            <se:Rule>
            <se:Name>\(XMLText.html(category.title))</se:Name>
            <ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>\(attribute)</ogc:PropertyName>\
            <ogc:Literal>\(category.value)</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>
            \(symbolizer)
            </se:Rule>
            """
    }

    private func symbolizer(_ color: RGB, _ shape: Shape) -> String {
        guard !hasAreas else {
            return """
                <se:PolygonSymbolizer>
                <se:Fill><se:SvgParameter name="fill">#fbfaf6</se:SvgParameter>\
                <se:SvgParameter name="fill-opacity">0.35</se:SvgParameter></se:Fill>
                <se:Stroke><se:SvgParameter name="stroke">\(color.hex)</se:SvgParameter>\
                <se:SvgParameter name="stroke-width">1</se:SvgParameter></se:Stroke>
                </se:PolygonSymbolizer>
                """
        }
        // SLD has no diamond, so a diamond is a turned square.
        let isDiamond = shape == .diamond
        return """
            <se:PointSymbolizer>
            <se:Graphic>
            <se:Mark><se:WellKnownName>\(isDiamond ? "square" : shape.rawValue)</se:WellKnownName>
            <se:Fill><se:SvgParameter name="fill">\(color.hex)</se:SvgParameter></se:Fill>
            <se:Stroke><se:SvgParameter name="stroke">#ffffff</se:SvgParameter>\
            <se:SvgParameter name="stroke-width">1</se:SvgParameter></se:Stroke>
            </se:Mark>
            <se:Size>\(isDiamond ? 9 : 10)</se:Size>
            \(isDiamond ? "<se:Rotation><ogc:Literal>45</ogc:Literal></se:Rotation>\n" : "")</se:Graphic>
            </se:PointSymbolizer>
            """
    }

    private var labelRule: String? {
        guard let label else { return nil }
        let placement =
            hasAreas
            ? "<se:AnchorPoint><se:AnchorPointX>0.5</se:AnchorPointX><se:AnchorPointY>0.5</se:AnchorPointY></se:AnchorPoint>"
            : "<se:AnchorPoint><se:AnchorPointX>0</se:AnchorPointX><se:AnchorPointY>0.5</se:AnchorPointY></se:AnchorPoint>"
                + "<se:Displacement><se:DisplacementX>7</se:DisplacementX><se:DisplacementY>0</se:DisplacementY></se:Displacement>"
        let fonts = Self.fonts.map { "<se:SvgParameter name=\"font-family\">\($0)</se:SvgParameter>" }.joined()
        return """
            <se:Rule>
            <se:MaxScaleDenominator>\(labelScale)</se:MaxScaleDenominator>
            <se:TextSymbolizer>
            <se:Label><ogc:PropertyName>\(label)</ogc:PropertyName></se:Label>
            <se:Font>\(fonts)<se:SvgParameter name="font-size">\(hasAreas ? 13 : 11)</se:SvgParameter></se:Font>
            <se:LabelPlacement><se:PointPlacement>\(placement)</se:PointPlacement></se:LabelPlacement>
            <se:Halo><se:Radius>2</se:Radius><se:Fill><se:SvgParameter name="fill">#ffffff</se:SvgParameter></se:Fill></se:Halo>
            <se:Fill><se:SvgParameter name="fill">#1b2127</se:SvgParameter></se:Fill>
            </se:TextSymbolizer>
            </se:Rule>
            """
    }
}

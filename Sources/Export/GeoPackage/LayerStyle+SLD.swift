internal import GeocliText

extension LayerStyle {
    /// The style for programs other than QGIS.
    ///
    /// - Source: OGC 05-077r4 (Symbology Encoding 1.1), OGC 05-078r4 (Styled Layer Descriptor 1.1).
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

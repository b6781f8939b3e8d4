internal import GeocliText

extension LayerStyle {
    /// The style in the form that QGIS 3.22 and later read.
    ///
    /// - Source: qgis.org, QGIS 3.22: the form that `QgsMapLayer.exportNamedStyle` writes and `importNamedStyle` reads.
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
}

internal import GeocliPlaces
internal import GeocliText

/// A KML document: the parts that its features share, and a folder for each layer.
///
/// - Source: OGC 07-147r2, KML 2.2.
struct KMLDocument {
    let layers: [LayerShape]
    let sources: [SourceStatement]

    /// The color of each look of a kind (`PlaceWords.look(of:)`), as on the map page. KML writes the digits of a color
    /// in the order aabbggrr, so blue and red are swapped.
    ///
    /// - Source: M. Okabe, K. Ito, "Color Universal Design" (2008): blue #0072B2, vermillion #D55E00.
    private static let colors = [
        "ffb27200", "ff005ed5", "ff5d8000", "ff8a50a8", "ff0a6880", "ffa87f2f", "ff8c3a5b", "ff80726b",
    ]

    func begin(into bytes: inout [UInt8]) {
        raw(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2">
            <Document>

            """, &bytes)
        XMLText.appendElement("name", text: layers.map(\.name).joined(separator: ", "), to: &bytes)
        if !sources.isEmpty {
            let sentences = sources.map { XMLText.html($0.sentence) }
            XMLText.appendElement("description", text: sentences.joined(separator: "<br>"), to: &bytes)
        }
        // Without an <Icon>, a viewer uses its own pin and loads nothing from the network. The label has the kind's
        // color too, because some viewers mix the icon's color with the color of their own pin.
        let words = layers.first?.words ?? .bookstores
        for kind in words.kinds {
            let color = Self.colors[words.look(of: kind)]
            raw(
                "<Style id=\"\(kind.rawValue)\"><IconStyle><color>\(color)</color><scale>0.9</scale></IconStyle><LabelStyle><color>\(color)</color><scale>0.8</scale></LabelStyle></Style>\n",
                &bytes)
        }
        // The order of the standard: first the elements that any feature may have, then those of a document.
        if !sources.isEmpty { origin(&bytes) }
        for layer in layers { schema(layer, &bytes) }
    }

    func end(into bytes: inout [UInt8]) { raw("</Document>\n</kml>\n", &bytes) }

    private func schema(_ layer: LayerShape, _ bytes: inout [UInt8]) {
        raw("<Schema name=\"\(layer.name)\" id=\"\(layer.name)\">\n", &bytes)
        for field in layer.fields where !KMLRows.isCoordinate(field.key) {
            raw("<SimpleField type=\"\(field.type.kml)\" name=\"\(field.key)\"></SimpleField>\n", &bytes)
        }
        raw("</Schema>\n", &bytes)
    }

    private func origin(_ bytes: inout [UInt8]) {
        raw("<ExtendedData>\n", &bytes)
        for source in sources {
            for (key, value) in source.pairs where key != "feed" {
                raw("<Data name=\"", &bytes)
                XMLText.append("\(source.feed)/\(key)", to: &bytes)
                raw("\"><value>", &bytes)
                XMLText.append(value, to: &bytes)
                raw("</value></Data>\n", &bytes)
            }
        }
        raw("</ExtendedData>\n", &bytes)
    }

    private func raw(_ text: String, _ bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
}

extension ColumnType {
    /// The type of a `SimpleField`; KML has no type for dates.
    fileprivate var kml: String {
        switch self {
        case .text, .date: "string"
        case .integer: "int"
        case .number: "double"
        case .flag: "bool"
        }
    }
}

internal import GeocliText

/// A KML document: the parts that its features share, and a folder for each layer.
///
/// - Source: OGC 07-147r2, KML 2.2.
struct KMLDocument {
    let layers: [LayerShape]
    let sources: [SourceStatement]

    /// Colors for new, used and other that differ for any color vision. Blue and red are swapped, because KML's order
    /// is aabbggrr.
    ///
    /// - Source: M. Okabe, K. Ito, "Color Universal Design" (2008): blue #0072B2, vermillion #D55E00.
    private static let colors = [("new", "ffb27200"), ("used", "ff005ed5"), ("other", "ff80726b")]

    /// Returns the name of a kind for people.
    static func title(ofKind kind: String) -> String {
        switch kind {
        case "new": "새책 (new books)"
        case "used": "헌책 (used books)"
        case "other": "기타 (other)"
        default: kind
        }
    }

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
        // Without an <Icon>, a viewer uses its own pin and loads nothing from the network. The label has the color,
        // too, because some viewers blend an icon's color with the color of their pin.
        for (kind, color) in Self.colors {
            raw(
                "<Style id=\"\(kind)\"><IconStyle><color>\(color)</color><scale>0.9</scale></IconStyle><LabelStyle><color>\(color)</color><scale>0.8</scale></LabelStyle></Style>\n",
                &bytes)
        }
        // The standard's order: first the elements that any feature may have, then those of a document.
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
    /// The type of a `SimpleField`; KML has none for dates.
    fileprivate var kml: String {
        switch self {
        case .text, .date: "string"
        case .integer: "int"
        case .number: "double"
        case .flag: "bool"
        }
    }
}

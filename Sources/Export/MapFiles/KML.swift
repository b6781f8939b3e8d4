internal import GeocliGeo
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
        // Without an <Icon>, a viewer uses its own pin and loads nothing from the network. Some viewers mix the icon's
        // color with that of their own pin, so the label has the kind's color too.
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

/// A folder of a KML document, with one Placemark for each row.
struct KMLRows: RowEncoder {
    private let layer: LayerShape
    private let name: Int?
    private let kind: Int?
    private let phone: Int?
    private let website: Int?
    private let balloonFields: [Int]
    /// The opening tag of each value's element; nil for latitude and longitude, which are in the Placemark's point.
    private let openings: [[UInt8]?]

    /// The fields that a balloon shows as text, if the layer has them. They come after the kind and before the links.
    private static let balloonKeys = ["what", "date", "field", "old", "new", "district", "address"]
    private static let maps: [MapService] = [.naver, .kakao, .google]

    init(_ layer: LayerShape) {
        self.layer = layer
        func position(_ key: String) -> Int? { layer.fields.firstIndex { $0.key == key } }
        name = position("name")
        kind = position("kind")
        phone = position("phone")
        website = position("website")
        balloonFields = Self.balloonKeys.compactMap(position)
        openings = layer.fields.map { field in
            Self.isCoordinate(field.key) ? nil : Array("<SimpleData name=\"\(field.key)\">".utf8)
        }
    }

    static func isCoordinate(_ key: String) -> Bool { ["latitude", "longitude"].contains(key) }

    mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: "<Folder>\n".utf8)
        XMLText.appendElement("name", text: layer.name, to: &bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        guard let coordinate = feature?.coordinate else { return }
        bytes.append(contentsOf: "<Placemark>\n".utf8)
        if let name { XMLText.appendElement("name", text: values[name].cell, to: &bytes) }
        describe(values, at: coordinate, into: &bytes)
        if let kind { XMLText.appendElement("styleUrl", text: "#\(values[kind].cell)", to: &bytes) }
        data(values, into: &bytes)
        bytes.append(contentsOf: "<Point><coordinates>".utf8)
        DecimalText.append(coordinate.longitude, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(coordinate.latitude, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        bytes.append(contentsOf: "</coordinates></Point>\n</Placemark>\n".utf8)
    }

    mutating func end(into bytes: inout [UInt8]) { bytes.append(contentsOf: "</Folder>\n".utf8) }

    private func title(ofKind word: String) -> String { Kind(rawValue: word).map(layer.words.bothTitles) ?? word }

    /// Writes the description. Viewers read it as HTML, so the values are first escaped for HTML.
    private func describe(_ values: [OutputValue], at point: Coordinate, into bytes: inout [UInt8]) {
        func text(_ position: Int?) -> String? {
            guard let text = position.map({ values[$0].cell }), !text.isEmpty else { return nil }
            return text
        }
        var lines = text(kind).map { ["<b>\(XMLText.html(title(ofKind: $0)))</b>"] } ?? []
        lines += balloonFields.compactMap { text($0).map(XMLText.html) }
        if let number = text(phone) { lines.append(Self.link("tel:\(number)", number)) }
        if let address = text(website) {
            lines.append(address.hasPrefix("http") ? Self.link(address, address) : XMLText.html(address))
        }
        if let name = text(name) {
            let links = Self.maps.map { Self.link($0.address(of: name, at: point), $0.name.ko) }
            lines.append(links.joined(separator: " · "))
        }
        guard !lines.isEmpty else { return }
        XMLText.appendElement("description", text: lines.joined(separator: "<br>"), to: &bytes)
    }

    private static func link(_ address: String, _ text: String) -> String {
        "<a href=\"\(XMLText.html(address))\">\(XMLText.html(text))</a>"
    }

    private func data(_ values: [OutputValue], into bytes: inout [UInt8]) {
        bytes.append(contentsOf: "<ExtendedData><SchemaData schemaUrl=\"#\(layer.name)\">\n".utf8)
        for (opening, value) in zip(openings, values) where value != .null {
            guard let opening else { continue }
            bytes.append(contentsOf: opening)
            XMLText.append(Self.text(value), to: &bytes)
            bytes.append(contentsOf: "</SimpleData>\n".utf8)
        }
        bytes.append(contentsOf: "</SchemaData></ExtendedData>\n".utf8)
    }

    /// Returns a value's text. A flag is written as 1 or 0, because GDAL reads no other booleans. XML allows this form.
    private static func text(_ value: OutputValue) -> String {
        guard case .bool(let flag) = value else { return value.cell }
        return flag ? "1" : "0"
    }
}

internal import Geo
internal import Text

/// A folder of a KML document: one Placemark a row.
struct KMLRows: RowEncoder {
    private let layer: LayerShape
    private let name: Int?
    private let kind: Int?
    private let told: [Int]

    /// What a balloon shows, where the layer has it.
    private static let toldKeys = ["what", "date", "field", "old", "new", "district", "address", "phone", "website"]

    init(_ layer: LayerShape) {
        self.layer = layer
        func position(_ key: String) -> Int? { layer.fields.firstIndex { $0.key == key } }
        name = position("name")
        kind = position("kind")
        told = Self.toldKeys.compactMap(position)
    }

    /// Whether the Placemark's point says it.
    static func isCoordinate(_ key: String) -> Bool { ["latitude", "longitude"].contains(key) }

    mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: "<Folder>\n".utf8)
        KMLDocument.element("name", layer.name, &bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        guard let coordinate = feature?.coordinate else { return }
        bytes.append(contentsOf: "<Placemark>\n".utf8)
        if let name { KMLDocument.element("name", values[name].cell, &bytes) }
        describe(values, into: &bytes)
        if let kind { KMLDocument.element("styleUrl", "#\(values[kind].cell)", &bytes) }
        data(values, into: &bytes)
        bytes.append(contentsOf: "<Point><coordinates>".utf8)
        DecimalText.append(coordinate.longitude, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(coordinate.latitude, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        bytes.append(contentsOf: "</coordinates></Point>\n</Placemark>\n".utf8)
    }

    mutating func end(into bytes: inout [UInt8]) { bytes.append(contentsOf: "</Folder>\n".utf8) }

    /// Viewers take a description for HTML, so that the values are written as HTML first.
    private func describe(_ values: [OutputValue], into bytes: inout [UInt8]) {
        let lines = told.compactMap { position -> String? in
            let text = values[position].cell
            return text.isEmpty ? nil : XMLText.html(text)
        }
        if !lines.isEmpty { KMLDocument.element("description", lines.joined(separator: "<br>"), &bytes) }
    }

    private func data(_ values: [OutputValue], into bytes: inout [UInt8]) {
        bytes.append(contentsOf: "<ExtendedData><SchemaData schemaUrl=\"#\(layer.name)\">\n".utf8)
        for (field, value) in zip(layer.fields, values) where value != .null && !Self.isCoordinate(field.key) {
            bytes.append(contentsOf: "<SimpleData name=\"\(field.key)\">".utf8)
            XMLText.append(value.cell, to: &bytes)
            bytes.append(contentsOf: "</SimpleData>\n".utf8)
        }
        bytes.append(contentsOf: "</SchemaData></ExtendedData>\n".utf8)
    }
}

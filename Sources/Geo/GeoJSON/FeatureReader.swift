public import GeocliText

/// Reads the Features of a GeoJSON file one by one. The file is a FeatureCollection of any size, a sequence of Features
/// (one per line, or with record separators, RFC 8142), one Feature, or one geometry.
///
/// It needs memory for one chunk of the file and for the largest Feature.
public struct FeatureReader {
    private var json: JSONStream
    private var isInsideFeatures = false
    /// The members of the current object that were read so far, as the text of a JSON object without its closing brace.
    private var members = JSONWriter()
    /// The number of Features that `next` has returned.
    public private(set) var count = 0

    /// The other members of the FeatureCollection that `next` finished last, such as its license.
    public private(set) var collectionMembers: [JSONValue.Member] = []

    /// Creates a reader of the Features in `source`.
    public init(_ source: ByteSource) { json = JSONStream(source, isSequence: true) }

    /// Returns the next Feature; nil at the end of the file.
    ///
    /// - Throws: `JSONError` or `GeoError(.geojson)` for a file that is not GeoJSON.
    public mutating func next() throws -> Feature? {
        while true {
            if isInsideFeatures {
                if try json.nextElement() { return counted(try json.withCursor { try Feature(&$0) }) }
                isInsideFeatures = false
                if let feature = try restOfObject() { return feature }
            }
            guard try json.peek() != nil else { return nil }
            try json.enterObject()
            members = JSONWriter()
            members.beginObject()
            if let feature = try restOfObject() { return feature }
        }
    }

    /// Reads the members of the open object. Stops at a `features` array and returns nil. At the end of the object,
    /// returns the object as a Feature, or nil for a FeatureCollection.
    private mutating func restOfObject() throws -> Feature? {
        while let name = try json.nextMember() {
            if name == "features" {
                guard let bracket = try json.peek() else { throw json.fault(.truncated) }
                guard bracket == UInt8(ascii: "[") else {
                    throw GeoError.json(
                        en: "\"features\" is not an array; put the Features in brackets",
                        ko: "\"features\"가 배열이 아닙니다. 피처를 대괄호로 묶으세요")
                }
                try json.enterArray()
                isInsideFeatures = true
                return nil
            }
            members.name(name)
            try json.withValue { members.checked($0) }
        }
        members.endObject()
        let feature = try GeoJSONText.read(members.bytes) { cursor throws(GeoError) -> Feature? in
            let start = cursor
            guard GeometryReader.Members(&cursor).type != "FeatureCollection" else {
                cursor = start
                if case .object(let members) = cursor.value() { collectionMembers = members }
                return nil
            }
            cursor = start
            return try Feature(&cursor)
        }
        members = JSONWriter()
        return feature.map { counted($0) }
    }

    private mutating func counted(_ feature: Feature) -> Feature {
        count += 1
        return feature
    }
}

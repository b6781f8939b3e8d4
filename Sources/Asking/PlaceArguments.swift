package import GeocliGeo
internal import GeocliText

extension Coordinate {
    /// Reads a position in any form that `WrittenPosition` reads, from one word or several.
    package init(argument words: [String], named name: String) throws {
        self = try WrittenPosition(argument: words, named: name).coordinate
    }
}

extension WrittenPosition {
    /// Reads a position from one word or several.
    package init(argument words: [String], named name: String) throws {
        let text = words.joined(separator: " ")
        guard let position = try Self.readIfPosition(text, named: name) else {
            throw ValueArgument.wrong(
                name, text, en: "write latitude,longitude in degrees, such as 37.5563,126.9236",
                ko: "위도,경도를 도 단위로 쓰세요(예: 37.5563,126.9236)")
        }
        self = position
    }
}

extension UsageError {
    /// Returns the result of `read`. If `read` throws, puts the argument's name before the error's message.
    package static func naming<Value>(_ name: String, _ read: () throws(GeoError) -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw UsageError(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
        }
    }
}

extension BoundingBox {
    /// Reads a box as GeoJSON and OGC write it, `W,S,E,N`, from one word or several.
    package init(argument words: [String], named name: String = "W,S,E,N") throws {
        let example = "write west,south,east,north in degrees, such as 126.97,37.55,127.00,37.58"
        let exampleKo = "서,남,동,북을 도 단위로 쓰세요(예: 126.97,37.55,127.00,37.58)"
        let edges = try ValueArgument.numbers(words, count: 4, name: name, example: Words(en: example, ko: exampleKo))
        let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
        for (longitude, latitude) in [(west, south), (east, north)] {
            try UsageError.naming(name) { () throws(GeoError) in
                try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { _, _ in
                    [south, west, north, east].map(ValueArgument.shown).joined(separator: ",")
                }
            }
        }
        guard south <= north else {
            throw UsageError(
                en:
                    "\(name): south \(ValueArgument.shown(south)) is greater than north \(ValueArgument.shown(north)); write west,south,east,north",
                ko:
                    "\(name): 남쪽 위도 \(ValueArgument.shown(south))\(.subject) 북쪽 위도 \(ValueArgument.shown(north))보다 큽니다. 서,남,동,북 순서로 쓰세요"
            )
        }
        try self.init(west: west, south: south, east: east, north: north)
    }
}

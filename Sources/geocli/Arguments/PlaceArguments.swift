internal import GeocliGeo
internal import GeocliText

extension Coordinate {
    /// Reads a position as map apps copy it, `LAT,LON`, from one word or two.
    init(argument words: [String], named name: String = "LAT,LON") throws {
        let example = "write latitude,longitude in degrees, such as 37.5563,126.9236"
        let exampleKo = "위도,경도를 도 단위로 쓰세요(예: 37.5563,126.9236)"
        let numbers = try Numbers.read(words, count: 2, name: name, example: Words(en: example, ko: exampleKo))
        try Numbers.check(latitude: numbers[0], longitude: numbers[1], name: name) { latitude, longitude in
            "\(latitude),\(longitude)"
        }
        self.init(uncheckedLongitude: numbers[1], latitude: numbers[0])
    }
}

extension BoundingBox {
    /// Reads a box as GeoJSON and OGC write it, `W,S,E,N`, from one word or several.
    init(argument words: [String], named name: String = "W,S,E,N") throws {
        let example = "write west,south,east,north in degrees, such as 126.97,37.55,127.00,37.58"
        let exampleKo = "서,남,동,북을 도 단위로 쓰세요(예: 126.97,37.55,127.00,37.58)"
        let edges = try Numbers.read(words, count: 4, name: name, example: Words(en: example, ko: exampleKo))
        let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
        for (longitude, latitude) in [(west, south), (east, north)] {
            try Numbers.check(latitude: latitude, longitude: longitude, name: name) { _, _ in
                [south, west, north, east].map(Numbers.shown).joined(separator: ",")
            }
        }
        guard south <= north else {
            throw UsageError(
                en:
                    "\(name): south \(Numbers.shown(south)) is north of north \(Numbers.shown(north)); write west,south,east,north",
                ko: "\(name): 남쪽 \(Numbers.shown(south))이(가) 북쪽 \(Numbers.shown(north))보다 북쪽입니다; 서,남,동,북 순서로 쓰세요")
        }
        try self.init(west: west, south: south, east: east, north: north)
    }
}

/// Lists of numbers on the command line.
enum Numbers {
    /// Reads `count` numbers, separated by commas or blanks.
    static func read(_ words: [String], count: Int, name: String, example: Words) throws -> [Double] {
        let text = words.joined(separator: " ")
        var pieces = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        if pieces.count == 1 { pieces = text.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard pieces.count == count, !pieces.contains("") else {
            let shown = DisplayText.singleLine(text.trimmingBlanks())
            let what =
                shown.isEmpty
                ? Words(en: "missing", ko: "없습니다")
                : Words(en: "\"\(shown)\" is not \(count) numbers", ko: "\"\(shown)\"은(는) 숫자 \(count)개가 아닙니다")
            throw UsageError(en: "\(name): \(what.en); \(example.en)", ko: "\(name): \(what.ko); \(example.ko)")
        }
        return try pieces.map { piece in
            guard let number = DecimalText.number(piece) else {
                let shown = DisplayText.singleLine(piece)
                throw UsageError(
                    en: "\(name): \"\(shown)\" is not a number; \(example.en)",
                    ko: "\(name): \"\(shown)\"은(는) 숫자가 아닙니다; \(example.ko)")
            }
            return number
        }
    }

    /// Checks the ranges. The error says "swapped" only if the latitude is invalid and its partner could be a latitude.
    static func check(
        latitude: Double, longitude: Double, name: String, swapped: (String, String) -> String
    ) throws {
        guard abs(latitude) <= 90 else {
            if abs(longitude) <= 90 && abs(latitude) <= 180 {
                let better = swapped(shown(longitude), shown(latitude))
                throw UsageError(
                    en: "\(name): latitude \(shown(latitude)) is beyond ±90, the two look swapped; write \(better)",
                    ko: "\(name): 위도 \(shown(latitude))이(가) ±90을 넘습니다. 위도와 경도가 바뀐 듯합니다; \(better)로 쓰세요")
            }
            throw UsageError(
                en: "\(name): latitude \(shown(latitude)) is not between -90 and 90; write degrees",
                ko: "\(name): 위도 \(shown(latitude))은(는) -90에서 90 사이여야 합니다; 도 단위로 쓰세요")
        }
        guard abs(longitude) <= 180 else {
            throw UsageError(
                en: "\(name): longitude \(shown(longitude)) is not between -180 and 180; write degrees",
                ko: "\(name): 경도 \(shown(longitude))은(는) -180에서 180 사이여야 합니다; 도 단위로 쓰세요")
        }
    }

    static func shown(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

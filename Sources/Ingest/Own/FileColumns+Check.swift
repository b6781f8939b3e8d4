internal import GeocliText

extension FileColumns {
    /// Throws an error for columns with which no file could be read correctly.
    ///
    /// - Throws: `PlainError`.
    func check() throws {
        if let empty = all.first(where: { $0.value?.trimmingBlanks().isEmpty ?? false }) {
            throw PlainError(option: empty.option, Words(en: "is empty", ko: "비어 있습니다"))
        }
        guard isTable else { return }
        let needed = [("--id", id), ("--name", name), ("--lat", latitude), ("--lon", longitude)]
        if let missing = needed.first(where: { $0.1 == nil })?.0 {
            throw PlainError(
                option: missing,
                Words(
                    en: "missing; a table of places needs --id, --name, --lat and --lon, each with a column",
                    ko: "열을 지정하지 않았습니다. CSV나 TSV에는 --id, --name, --lat, --lon을 모두 쓰세요"))
        }
        guard latitude != longitude else {
            throw PlainError(
                option: "--lon",
                Words(en: "is also the column of --lat; choose another column", ko: "--lat와 같은 열입니다. 다른 열을 쓰세요")
            )
        }
        // In Korea, the values show that columns are swapped. Elsewhere, only the names show it.
        if let latitude, Self.isLongitude(latitude) { throw Self.exchanged("--lat", latitude) }
        if let longitude, Self.isLatitude(longitude) { throw Self.exchanged("--lon", longitude) }
    }

    private static func exchanged(_ option: String, _ column: String) -> PlainError {
        let isLatitude = option == "--lat"
        let shown = DisplayText.shown(column, columns: 40)
        return PlainError(
            option: option,
            Words(
                en:
                    "\(shown) is a name for \(isLatitude ? "longitudes" : "latitudes"); swap --lat and --lon, or rename the column",
                ko: "\(shown)\(.topic) \(isLatitude ? "경도" : "위도") 열에 쓰는 이름입니다. --lat와 --lon을 서로 바꾸거나 열 이름을 고치세요"))
    }

    private static func isLatitude(_ name: String) -> Bool { isNamed(name, ["lat", "latitude"], "위도", not: "경도") }

    private static func isLongitude(_ name: String) -> Bool {
        isNamed(name, ["lon", "lng", "long", "longitude"], "경도", not: "위도")
    }

    private static func isNamed(_ name: String, _ words: Set<String>, _ korean: String, not other: String) -> Bool {
        words.contains(name.lowercased()) || name.contains(korean) && !name.contains(other)
    }

    /// Returns the option that sets a key of the declaration.
    static func option(of path: String) -> String {
        switch path {
        case "id": "--feed"
        case "point.x": "--lon"
        case "point.y": "--lat"
        case _ where path.hasPrefix("kind"): "--kind"
        default: "--" + (path.split(separator: ".").last.map(String.init) ?? path)
        }
    }
}

extension PlainError {
    /// Creates the error for an option that names a column; `reason` says what is wrong and what to write.
    init(option: String, _ reason: Words) {
        self.init(.usage, en: "\(option): \(reason.en)", ko: "\(option): \(reason.ko)")
    }
}

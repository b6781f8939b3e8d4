internal import GeocliPlaces
internal import GeocliText

/// A first reading of a person's own file. It shows whether the named columns fit the file.
package struct FilePreview {
    private let feed: Feed

    private struct FirstRow: Error {}

    package init(_ feed: Feed) { self.feed = feed }

    /// Reads each table up to its first row, and GeoJSON to its end, as an ingest does. A table with a column of kinds
    /// is also read to its end, because only its rows show whether there are too many kinds.
    package func check(_ pages: SavedPages) throws {
        let rules = FeedRules(feed: feed)
        for page in pages.pages {
            do {
                // The properties and the coordinate system of GeoJSON are known only after the last Feature.
                let endsEarly = feed.envelope.form != .geojson && !feed.takesKindWords
                _ = try FeedEnvelope(feed: feed).read(try page.open()) { row in
                    // If all rows are unusable, the file may be in another encoding.
                    if case .unusable = row { return }
                    if endsEarly { throw FirstRow() }
                    if feed.takesKindWords, case .record(let record) = row { _ = try rules.verdict(record) }
                }
            } catch is FirstRow {}
        }
    }
}

/// Explains why most points of a person's own file can't be true, and which option to change.
struct MisreadPoints {
    let counts: RunCounts
    let stated: Int
    let columns: FileColumns

    /// The message, about the most frequent reason.
    var words: Words {
        let reasons: [RejectionReason] = [
            .coordinateSwapped, .coordinateOutOfRange, .coordinateOutsideArea, .coordinateUnreadable,
        ]
        let found = reasons.map { (reason: $0, count: counts.reasons[$0, default: 0]) }
        guard let most = found.max(by: { $0.count < $1.count }) else { return Words(en: "", ko: "") }
        let of = Words(en: "\(most.count) of \(stated) points", ko: "좌표 \(stated)개 가운데 \(most.count)개")
        let (what, advice) = sentence(most.reason, isOne: most.count == 1)
        return Words(en: "\(of.en) \(what.en)", ko: "\(of.ko)\(what.ko)").followed(by: advice)
    }

    private func sentence(_ reason: RejectionReason, isOne: Bool) -> (what: Words, advice: Words) {
        switch reason {
        case .coordinateSwapped:
            (
                Words(
                    en: "\(isOne ? "has" : "have") latitude and longitude swapped", ko: "의 위도와 경도가 바뀌었습니다"),
                swap
            )
        case .coordinateOutOfRange:
            columns.crs.map(otherSystem)
                ?? (
                    Words(en: isOne ? "is not in degrees" : "are not in degrees", ko: "가 도 단위가 아닙니다"),
                    Words(
                        en:
                            "if the coordinates are in meters, add their coordinate system: --crs EPSG:5174 (files of licensed businesses), EPSG:5179, EPSG:5186 or another",
                        ko: "미터 단위의 좌표라면 좌표계를 지정하세요: --crs EPSG:5174(인허가 파일), EPSG:5179, EPSG:5186 등")
                )
        case .coordinateOutsideArea:
            (
                Words(en: isOne ? "is outside --area" : "are outside --area", ko: "가 --area 밖에 있습니다"),
                Words(en: "check --area (west,south,east,north)", ko: "--area(서,남,동,북)를 확인하세요")
            )
        default:
            (
                Words(en: isOne ? "is not a number" : "are not numbers", ko: "가 숫자가 아닙니다"),
                isGeoJSON
                    ? Words(
                        en: "write the two numbers of a position without quotes: [126.9, 37.5]",
                        ko: "좌표의 두 숫자를 따옴표 없이 쓰세요: [126.9, 37.5]")
                    : Words(
                        en:
                            "check \(names): write degrees such as 37.5563 or 37°33'22.7\"N\(columns.crs == nil ? "" : ", or meters with --crs")",
                        ko: "\(names)\(.object) 확인하세요. 37.5563이나 37°33'22.7\"N처럼 도 단위로 쓰세요")
            )
        }
    }

    private func otherSystem(_ crs: String) -> (what: Words, advice: Words) {
        let shown = DisplayText.shown(crs, columns: 40)
        return (
            Words(en: "can't be in \(shown)", ko: "가 \(shown) 좌표일 수 없습니다"),
            Words(en: "check --crs, --lat (northing) and --lon (easting)", ko: "--crs와 --lat(북쪽 값), --lon(동쪽 값)을 확인하세요")
        )
    }

    private var swap: Words {
        guard let latitude = columns.latitude, let longitude = columns.longitude else {
            return Words(
                en: "GeoJSON has longitude first: fix the program that writes the file",
                ko: "GeoJSON에서는 경도가 먼저입니다. 파일을 만드는 프로그램을 고치세요")
        }
        guard latitude != longitude else { return Words(en: "write the latitude first", ko: "위도를 먼저 쓰세요") }
        let names = (DisplayText.shown(latitude, columns: 40), DisplayText.shown(longitude, columns: 40))
        let options = "--lat \(names.1) --lon \(names.0)"
        return Words(en: "swap the columns: \(options)", ko: "열을 서로 바꾸세요: \(options)")
    }

    private var isGeoJSON: Bool { columns.latitude == nil || columns.longitude == nil }

    private var names: String {
        [columns.latitude, columns.longitude].compactMap { $0.map { DisplayText.shown($0, columns: 40) } }
            .joined(separator: ", ")
    }
}

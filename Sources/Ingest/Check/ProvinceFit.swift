internal import GeocliGeo
internal import GeocliText

/// Compares each point with a generous box around the province with which its address begins. The comparison shows
/// swapped axes and wrong systems in meters, even if the misread points are still in Korea. It can't show a wrong
/// system whose points are off by only a few hundred meters.
struct ProvinceFit {
    /// The words with which addresses begin, and the west, south, east and north limits of the province, rounded
    /// outward.
    ///
    /// - Source: the outermost land of each province, islands included, by its published limits.
    private static let boxes: [(names: [String], west: Double, south: Double, east: Double, north: Double)] = [
        (["서울"], 126.7, 37.4, 127.3, 37.8), (["부산"], 128.6, 34.8, 129.4, 35.5), (["대구"], 128.2, 35.5, 129.0, 36.4),
        (["인천"], 124.5, 36.8, 126.9, 38.1), (["광주광역시", "광주 "], 126.5, 34.9, 127.1, 35.4),
        (["대전"], 127.1, 36.1, 127.7, 36.6), (["울산"], 128.8, 35.2, 129.6, 35.8), (["세종"], 127.0, 36.3, 127.5, 36.8),
        (["경기"], 126.0, 36.8, 128.0, 38.4), (["강원"], 127.0, 36.9, 129.5, 38.7),
        (["충청북도", "충북"], 127.1, 35.9, 128.8, 37.4),
        (["충청남도", "충남"], 125.2, 35.9, 127.8, 37.2), (["전라북도", "전북"], 125.8, 35.2, 128.0, 36.3),
        (["전라남도", "전남"], 124.9, 33.7, 128.1, 35.6), (["경상북도", "경북"], 127.6, 35.4, 132.0, 37.7),
        (["경상남도", "경남"], 127.4, 34.3, 129.4, 36.0), (["제주"], 126.0, 33.0, 127.1, 34.1),
    ]
    /// The smallest number of points outside their boxes that is evidence of an error. Real feeds have one or two rows
    /// with the address of another branch, or a point that was typed by hand.
    private static let fewest = 3
    /// The largest allowed share of points outside their boxes, in percent. Single errors never affect most points of a
    /// feed. The wrong axis or a wrong system in meters moves nearly all points out of these boxes. The limit for
    /// points outside the area is the same (`SnapshotGuards.maximumMisreadPercent`).
    static let maximumPercent = 50.0

    /// The number of points that were read.
    private(set) var pointCount = 0
    /// The number of points whose address names a province.
    private(set) var comparedCount = 0
    /// The number of compared points that are outside the box of their province.
    private(set) var outsideCount = 0
    /// The address of the first point that is outside its box.
    private(set) var example = ""

    /// Returns whether more points are outside their boxes than single errors can explain. If so, the declaration reads
    /// the points wrongly.
    ///
    /// - Parameter all: the number of rows with a point. Rows that have not changed since the last good run are not
    ///   read again. They count as inside, so that a few wrong points do not stop a nightly run with few changes.
    func isMisread(among all: Int) -> Bool {
        let compared = comparedCount + max(0, all - pointCount)
        return outsideCount >= Self.fewest && Percent.share(outsideCount, of: compared) > Self.maximumPercent
    }

    /// Adds a point with its address.
    mutating func add(_ position: Coordinate, _ address: String?) {
        pointCount += 1
        guard let address else { return }
        var start = address[...]
        // KCISA writes the postcode at the start: "(41946) 대구광역시 …".
        if start.first == "(", let end = start.firstIndex(of: ")") { start = start[end...].dropFirst() }
        while start.first == " " { start = start.dropFirst() }
        guard let box = Self.boxes.first(where: { $0.names.contains(where: start.hasPrefix) }) else { return }
        comparedCount += 1
        guard !(box.west...box.east ~= position.longitude && box.south...box.north ~= position.latitude) else { return }
        outsideCount += 1
        if example.isEmpty { example = address.head(bytes: 200) }
    }

    /// The sentence about the points outside, in both languages.
    var words: Words {
        let shown = DisplayText.shown(example, columns: 50)
        return Words(
            en:
                "\(outsideCount) of \(comparedCount) points \(outsideCount == 1 ? "is far outside the province that its" : "are far outside the province that their") address names, such as \(shown); check x, y, crs and scale in the declaration",
            ko:
                "좌표 \(comparedCount)개 가운데 \(outsideCount)개가 주소의 시·도에서 멀리 벗어나 있습니다(예: \(shown)). 선언의 x, y, crs, scale을 확인하세요"
        )
    }
}

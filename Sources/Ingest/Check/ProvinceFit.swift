internal import GeocliGeo
internal import GeocliSearch
internal import GeocliText

/// Compares each point with a generous box around the province with which its address begins. The comparison shows
/// swapped axes and wrong systems in meters, even if the misread points are still in Korea. It can't show a wrong
/// system whose points are off by only a few hundred meters.
struct ProvinceFit {
    /// The words with which addresses begin, and the box of their province.
    private static let boxes = Province.shortNames.flatMap { name in
        Province.boxes([name]).map { (names: Province.beginnings([name]), box: $0) }
    }
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
        guard let box = Self.boxes.first(where: { $0.names.contains(where: start.hasPrefix) })?.box else { return }
        comparedCount += 1
        guard !box.contains(longitude: position.longitude, latitude: position.latitude) else { return }
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

internal import GeocliText

/// The meridians and parallels of a map without outlines, at round steps, with their degrees.
struct PlotGraticule {
    struct Line {
        /// Pixels from the picture's left or upper edge.
        let place: Double
        let label: String
    }

    let meridians: [Line]
    let parallels: [Line]

    private static let unitsPerDegree = 100_000.0
    /// Steps in hundred-thousandths of a degree, the widest first.
    private static let steps: [Int] =
        [45, 30, 15, 10].map { $0 * 100_000 }
        + [100_000, 10_000, 1000, 100, 10, 1].flatMap { [5 * $0, 2 * $0, $0] }

    init(of frame: PlotFrame) {
        let span = min(frame.eastLongitude - frame.westLongitude, frame.northLatitude - frame.southLatitude)
        let step = Self.steps.first { Double($0) / Self.unitsPerDegree <= span / 3 } ?? 1
        let decimals = Self.decimals(of: step)
        meridians = Self.multiples(of: step, from: frame.westLongitude, to: frame.eastLongitude).map { units in
            let turned = (units + 18_000_000) % 36_000_000
            let east = (turned < 0 ? turned + 36_000_000 : turned) - 18_000_000
            return Line(
                place: frame.x(longitude: Double(units) / Self.unitsPerDegree),
                label: Self.degrees(east, decimals, positive: "E", negative: "W", isHalf: abs(east) == 18_000_000))
        }
        parallels = Self.multiples(of: step, from: frame.southLatitude, to: frame.northLatitude).map { units in
            Line(
                place: frame.y(latitude: Double(units) / Self.unitsPerDegree),
                label: Self.degrees(units, decimals, positive: "N", negative: "S", isHalf: false))
        }
    }

    private static func multiples(of step: Int, from low: Double, to high: Double) -> [Int] {
        // A line on the edge counts as inside, even if the projection to pixels and back has changed its last digit.
        let first = Int((low * unitsPerDegree / Double(step) - 1e-6).rounded(.up))
        let last = Int((high * unitsPerDegree / Double(step) + 1e-6).rounded(.down))
        return first <= last ? (first...last).map { $0 * step } : []
    }

    private static func decimals(of step: Int) -> Int {
        var (rest, decimals) = (step, 5)
        while decimals > 0, rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        return decimals
    }

    private static func degrees(
        _ units: Int, _ decimals: Int, positive: String, negative: String, isHalf: Bool
    ) -> String {
        let text = DecimalText.text(Double(abs(units)) / unitsPerDegree, decimals: decimals)
        return units == 0 || isHalf ? "\(text)°" : "\(text)° \(units > 0 ? positive : negative)"
    }
}

/// The scale bar: a round length that is correct halfway down the map.
struct PlotScale {
    let pixels: Double
    let label: String

    /// Makes the longest bar of at most `most` pixels; nil if even a meter is longer than that.
    init?(of frame: PlotFrame, most: Double) {
        let metersPerPixel = frame.metersPerPixel
        let powers = [1_000_000.0, 100_000, 10_000, 1000, 100, 10, 1]
        let lengths = powers.flatMap { [5 * $0, 2 * $0, $0] }
        guard let meters = lengths.first(where: { $0 / metersPerPixel <= most }) else { return nil }
        pixels = meters / metersPerPixel
        let length =
            meters >= 1000
            ? "\(SVGText.grouped(Int(meters / 1000))) km" : "\(SVGText.grouped(Int(meters))) m"
        // On a map of a large area, the length is correct only at that latitude.
        guard frame.northLatitude - frame.southLatitude > 5 else {
            label = length
            return
        }
        let latitude = DecimalText.text(abs(frame.middleLatitude), decimals: 0)
        let side = latitude == "0" ? "" : frame.middleLatitude < 0 ? " S" : " N"
        label = "\(length) (\(latitude)°\(side))"
    }
}

internal import GeocliText

/// The scale bar: a round length that is correct halfway down the map.
struct PlotScale {
    /// The length of the bar in pixels.
    let pixels: Double
    /// The text at the end of the bar.
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
            ? "\(PlotText.grouped(Int(meters / 1000))) km" : "\(PlotText.grouped(Int(meters))) m"
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

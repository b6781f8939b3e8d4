package import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// A picture of places for print and for pages without scripts: SVG 1.1 that depends only on the data.
package struct Plot: Sendable {
    /// The picture's width in pixels, within `widths`; the height depends on the area shown.
    package var width = 1000.0
    package var title = Words(en: "Places", ko: "장소")
    package var language = Language.english
    package var theme = PlotTheme.light
    /// The part to show; nil for all outlines of districts or, without outlines, for all places.
    package var part: DrawnPart?
    /// What the places are called.
    package var words = PlaceWords.bookstores
    /// The sources of the places.
    package var credits: [Credit] = []
    /// The publisher's own credit line, before all others; nil for none.
    package var ownCredit: String?

    /// The sources of landmarks. The sources with landmarks in the picture are named below the picture.
    package var landmarkCredits: [Credit] = []

    /// The possible widths of a plot, in pixels.
    package static let widths = 320.0...4000.0

    /// The number of places drawn and not drawn.
    package struct Summary: Sendable, Equatable {
        package var drawn = 0
        package var withoutPoint = 0
        /// The number outside the area shown.
        package var outside = 0
    }

    /// Makes a plot 1000 pixels wide.
    package init() {}
}

/// The colors of a plot, which color-blind readers can tell apart (M. Okabe, K. Ito, "Color universal design", 2008:
/// blue and vermilion, in lighter tones for the dark theme).
package enum PlotTheme: String, Sendable, CaseIterable {
    case light
    case dark

    private static let lightLooks = [
        "#0072B2", "#D55E00", "#00805D", "#A8508A", "#80680A", "#2F7FA8", "#5B3A8C", "#6B7280",
    ]
    private static let darkLooks = [
        "#3D9FDD", "#F0803C", "#2FBF95", "#DD8FC0", "#D0B13C", "#7CC8EE", "#A98BE0", "#98A2AE",
    ]

    func color(ofLook look: Int) -> String { (self == .light ? Self.lightLooks : Self.darkLooks)[look] }

    func color(of role: BaseRole) -> String {
        switch (self, role) {
        case (_, .land): land
        case (.light, .park): "#DFEAD2"
        case (.dark, .park): "#1B2E24"
        case (_, .water): water
        case (.light, .road): "#DDD8CC"
        case (.dark, .road): "#2F3740"
        case (.light, .rail): "#A3A8B0"
        case (.dark, .rail): "#596470"
        }
    }

    var page: String { self == .light ? "#FFFFFF" : "#14191E" }
    /// The color of the area around the districts.
    var around: String { self == .light ? "#ECEEEC" : "#12171C" }
    var water: String { self == .light ? "#C9DDE9" : "#122C3D" }
    /// The color of districts that are not chosen.
    var faint: String { self == .light ? "#F3F3F0" : "#171D23" }
    var land: String { self == .light ? "#FBFAF6" : "#1B2229" }
    var border: String { self == .light ? "#A9B2BB" : "#4C5965" }
    var grid: String { self == .light ? "#CBD5DC" : "#27313A" }
    var text: String { self == .light ? "#1B2127" : "#E8ECEF" }
    var soft: String { self == .light ? "#59636E" : "#A5AFB9" }
    var label: String { self == .light ? "#4A545E" : "#A9B4BE" }
}

/// The positions of a plot's parts in pixels, from its upper edge down: heading, legend, map, scale, sources.
struct PlotLayout {
    let width: Double
    /// The factor for all sizes except the map's content; 1 in a picture that is 1000 pixels wide.
    let unit: Double

    init(width: Double) {
        self.width = width
        // Letters must be readable in small pictures too.
        unit = min(max(width / 1000, 0.8), 3)
    }

    var margin: Double { 24 * unit }
    var titleSize: Double { 27 * unit }
    var titleLine: Double { 48 * unit }
    var subtitleSize: Double { 14.5 * unit }
    var subtitleLine: Double { 72 * unit }
    var legendSize: Double { 14.5 * unit }
    var legendLine: Double { 100 * unit }
    var mapTop: Double { 118 * unit }
    /// From the map's lower edge to the scale bar, and to the first line of the sources.
    var scaleDrop: Double { 24 * unit }
    var sourcesDrop: Double { 52 * unit }
    var sourceSize: Double { 11.5 * unit }
    var sourceStep: Double { 16 * unit }
    /// The sizes for the names of districts, largest first; the largest that fits is used.
    var labelSizes: [Double] { [14 * unit, 12.5 * unit, 11 * unit, 9.5 * unit] }
    var gridSize: Double { 11 * unit }
    var landmarkSize: Double { 9 * unit }
    var landmarkRadius: Double { 2 * unit }

    func dotRadius(count: Int) -> Double {
        switch count {
        case ...300: 4.4 * unit
        case ...1500: 3.6 * unit
        case ...PlotDots.maximumSingle: 2.6 * unit
        default: 1.2 * unit
        }
    }
}

struct PlotCaptions {
    let title: String
    let subtitle: String
    /// The origin of the data, and other notes for the reader.
    let notes: [String]
    private let language: Language
    private let words: PlaceWords

    init(
        _ plot: Plot, _ dots: PlotDots, outlines: OutlineSource?, ground: PlotGround, landmarks: DrawnLandmarks
    ) {
        language = plot.language
        words = plot.words
        title = plot.title.text(plot.language)
        subtitle = Self.subtitle(dots, plot).text(plot.language)
        var notes = (plot.ownCredit.map { [$0] } ?? []) + plot.credits.map { $0.line.text(plot.language) }
        if let outlines {
            notes.append(
                Words(
                    en: "District outlines: \(outlines.title) · License: \(outlines.license)",
                    ko:
                        "자치구 경계: \(outlines.koreanTitle ?? outlines.title) · 이용 조건: \(outlines.koreanLicense ?? outlines.license)"
                ).text(plot.language))
        }
        notes += plot.landmarkCredits.filter { landmarks.feeds.contains($0.feed) }.map { $0.line.text(plot.language) }
        if landmarks.feeds.contains(Ground.stationFeed) { notes.append(Ground.stationNote.text(plot.language)) }
        for source in ground.sources {
            notes.append(
                Words(
                    en: "Base map: \(source.title) · License: \(source.license)",
                    ko:
                        "바탕 지도: \(source.koreanTitle ?? source.title) · 이용 조건: \(source.koreanLicense ?? source.license)"
                ).text(plot.language))
        }
        if dots.isDense {
            let side = DecimalText.text(dots.cellSide, maximumDecimals: 1)
            notes.append(
                Words(
                    en: "Each dot stands for all \(plot.words.plural) of one kind within a square of \(side) px.",
                    ko: "\(side)px 정사각형 안에 모인 같은 종류의 \(plot.words.noun.ko)\(.topic) 점 하나로 표시했습니다."
                ).text(plot.language))
        }
        self.notes = notes
    }

    func name(of kind: Kind) -> String {
        switch kind {
        case .new: Words(en: "New books", ko: "새책").text(language)
        case .used: Words(en: "Used books", ko: "헌책").text(language)
        default: words.title(of: kind).text(language).capitalizedFirst
        }
    }

    private static func subtitle(_ dots: PlotDots, _ plot: Plot) -> Words {
        let (days, words) = (plot.credits.map(\.dataDate), plot.words)
        let (drawn, total) = (SVGText.grouped(dots.drawn), SVGText.grouped(dots.total))
        let count =
            dots.drawn == dots.total
            ? Words(en: "\(drawn) \(words.plural)", ko: "\(words.noun.ko) \(drawn)곳")
            : Words(en: "\(drawn) of \(total) \(words.plural)", ko: "\(words.noun.ko) \(total)곳 가운데 \(drawn)곳")
        guard let day = days.max() else { return count }
        return Words(en: "\(count.en) · as of \(day)", ko: "\(count.ko) · \(day) 기준")
    }
}

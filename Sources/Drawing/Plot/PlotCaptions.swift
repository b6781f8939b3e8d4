internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The texts of a plot.
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
        let sources = Self.sources(plot)
        title = plot.title.text(plot.language)
        subtitle = Self.subtitle(dots, sources, plot.words).text(plot.language)
        var notes = sources.map { Self.note(of: $0).text(plot.language) }
        if let outlines {
            notes.append(
                Words(
                    en: "District outlines: \(outlines.title) · License: \(outlines.license)",
                    ko: "자치구 경계: \(outlines.title) · 이용 조건: \(outlines.license)"
                ).text(plot.language))
        }
        for source in plot.landmarkSources where landmarks.feeds.contains(source.feed) {
            notes.append(
                Words(
                    en: "Landmarks: \(source.title) · License: \(source.license) · As of \(source.dataDate)",
                    ko: "기준점: \(source.title) · 이용 조건: \(source.license) · 기준일 \(source.dataDate)"
                ).text(plot.language))
        }
        for source in ground.sources {
            notes.append(
                Words(
                    en: "Base map: \(source.title) · License: \(source.license)",
                    ko: "바탕 지도: \(source.title) · 이용 조건: \(source.license)"
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

    /// Returns the name of a kind in the legend.
    func name(of kind: Kind) -> String {
        switch kind {
        case .new: Words(en: "New books", ko: "새책").text(language)
        case .used: Words(en: "Used books", ko: "헌책").text(language)
        default: words.title(of: kind).text(language).capitalizedFirst
        }
    }

    private static func subtitle(_ dots: PlotDots, _ sources: [JSONValue], _ words: PlaceWords) -> Words {
        let days = sources.compactMap { $0["data_date"]?.stringValue }
        let (drawn, total) = (PlotText.grouped(dots.drawn), PlotText.grouped(dots.total))
        let count =
            dots.drawn == dots.total
            ? Words(en: "\(drawn) \(words.plural)", ko: "\(words.noun.ko) \(drawn)곳")
            : Words(en: "\(drawn) of \(total) \(words.plural)", ko: "\(words.noun.ko) \(total)곳 가운데 \(drawn)곳")
        guard let day = days.max() else { return count }
        return Words(en: "\(count.en) · as of \(day)", ko: "\(count.ko) · \(day) 기준")
    }

    private static func sources(_ plot: Plot) -> [JSONValue] {
        plot.provenance.first { $0.name == "sources" }?.value.arrayValue ?? []
    }

    private static func note(of source: JSONValue) -> Words {
        func text(_ key: String) -> String { source[key]?.stringValue ?? "?" }
        let hash = text("sha256").prefix(12)
        return Words(
            en:
                "Source: \(text("title")), \(text("source")) · License: \(text("license")) · As of \(text("data_date")) (SHA-256 \(hash)…)",
            ko:
                "출처: \(text("title")), \(text("source")) · 이용 조건: \(text("license")) · 기준일 \(text("data_date")) (SHA-256 \(hash)…)"
        )
    }
}

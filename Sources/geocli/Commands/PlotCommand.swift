internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "plot", en: "Draw the places as an SVG picture, for print or a web page.",
        ko: "장소를 SVG 그림으로 그립니다. 인쇄물이나 웹 페이지에 쓸 수 있습니다.",
        examples: """
            $ geocli plot -o places.svg
            $ geocli plot 홍대입구역 --within 800m --title "Hongdae" -o hongdae.svg
            $ geocli plot --kind used --theme dark --width 1600 -o used.svg
            """)

    @OptionGroup var drawing: DrawingOptions<PictureFile>

    @Option(
        help: ArgumentHelp(
            "Width of the picture in pixels, 320 to 4000 (default: 1000).", ko: "그림의 너비, 픽셀 단위, 320~4000 (기본값: 1000)",
            value: .pixels))
    var width: String?

    @Option(
        help: ArgumentHelp("Colors: light (default) or dark.", ko: "색: light(기본값, 밝게) 또는 dark(어둡게)", value: .theme),
        completion: .words(PlotTheme.allCases.map(\.rawValue)))
    var theme: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let place = try OutputDestination(
            drawing.output, db: common.db, reading: [], isPrivate: drawing.filters.marked != nil)
        try PictureFile.file.refuseTerminal(drawing.output)
        try PictureFile.file.refuseEnding(of: drawing.output) { shown in
            Words(
                en:
                    "-o \(shown): plot writes SVG; end the file name in .svg, and make other formats from that file with a browser or rsvg-convert",
                ko: "-o \(shown): plot은 SVG를 만듭니다. 파일 이름을 .svg로 끝내세요. 다른 형식이 필요하면 그 파일을 브라우저나 rsvg-convert로 변환하세요")
        }
        var plot = try wantedPlot()
        let drawn = try drawing.read(common)
        let (catalog, shops, filter) = (drawn.catalog, drawn.shops, drawn.filter)
        plot.part = drawn.part
        let status = try catalog.status().narrowed(to: catalog.feeds(filter))
        plot.title = DrawingTitle.words(
            drawing.title, status, kinds: filter.kinds, seoul: Words(en: "Bookstores of Seoul", ko: "서울의 책방"),
            other: Words(en: "Bookstores", ko: "책방"))
        plot.credits = SourceNotes.statements(status.lastPlaceRuns).map(Credit.init)
        plot.ownCredit = drawing.credit.map(DisplayText.singleLine)
        plot.words = status.words
        plot.landmarkCredits =
            status.landmarks == 0 ? [] : SourceNotes.statements(try catalog.lastLandmarkRuns()).map(Credit.init)
        let file = try PictureFile.file.open(place)
        let sink = ByteSink(put: file.write)
        let summary = try plot.write(catalog, filter, to: sink) { shops.count($0.id) }
        try sink.flush()
        try file.commit()
        tell(summary, status.words)
        try shops.tell(.markers, isQuiet: common.quiet)
    }

    private func wantedPlot() throws -> Plot {
        var plot = Plot()
        plot.language = Console.language
        if let width { plot.width = try ValueArgument.number(width, option: "--width", in: Plot.widths) }
        if let theme { plot.theme = try ValueArgument.choice(theme, option: "--theme", of: PlotTheme.self) }
        return plot
    }

    private func tell(_ summary: Plot.Summary, _ words: PlaceWords) {
        if summary.withoutPoint > 0 {
            Console.note(
                Words(
                    en: "\(words.plural) without a point, not in the picture: \(summary.withoutPoint)",
                    ko: "\(words.noun.ko) \(summary.withoutPoint)곳은 좌표가 없어 그림에서 뺐습니다"), isQuiet: common.quiet)
        }
        if summary.outside > 0 {
            Console.note(
                Words(
                    en: "\(words.plural) outside the picture: \(summary.outside)",
                    ko: "\(words.noun.ko) \(summary.outside)곳은 그림 밖에 있습니다"), isQuiet: common.quiet)
        }
    }
}

enum PictureFile: DrawnKind {
    static let file = DrawnFile(
        kind: Words(en: "a picture", ko: "그림은"), example: "geocli plot -o places.svg", endings: [".svg"])
}

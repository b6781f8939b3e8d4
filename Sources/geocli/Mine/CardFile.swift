internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc
internal import Scale

/// The file of a card: SVG, or PNG if an installed program can make one.
struct CardFile {
    private let place: OutputDestination
    private let isPNG: Bool

    /// Checks the file's name and finds the program before anything is drawn.
    ///
    /// - Throws: `UsageError`, `OutputClash`.
    init(_ path: String, db: String?, mine: MineFolder) throws {
        let name = path.lowercased()
        let shown = DisplayText.singleLine(path)
        guard name.hasSuffix(".svg") || name.hasSuffix(".png") || path == "-" else {
            throw UsageError(
                en: "-o \(shown): the picture is SVG or PNG; end the name in .svg or .png",
                ko: "-o \(shown): 그림은 SVG나 PNG입니다. 파일 이름을 .svg나 .png로 끝내세요")
        }
        place = try OutputDestination(path == "-" ? nil : path, db: db, mine: mine.path, reading: [], isPrivate: true)
        isPNG = name.hasSuffix(".png")
        guard !isPNG || Self.converter(hasEmoji: false) != nil else {
            throw UsageError(
                en:
                    "-o \(shown): no program for PNG was found; install rsvg-convert (Debian: apt-get install librsvg2-bin), or end the name in .svg",
                ko:
                    "-o \(shown): PNG로 변환할 프로그램이 없습니다. rsvg-convert를 설치하거나(Debian: apt-get install librsvg2-bin) .svg로 저장하세요"
            )
        }
    }

    /// Returns the best installed program and its path; nil if none is installed.
    private static func converter(hasEmoji: Bool) -> (program: CardConverter, path: String)? {
        guard let found = ConvertedFile.program(CardConverter.programs(hasEmoji: hasEmoji)),
            let program = CardConverter(isInstalled: { $0 == found.name })
        else { return nil }
        return (program, found.path)
    }

    /// Writes the file, whole or not at all. Only its owner can read it.
    func write(_ picture: SharedPicture) throws {
        var bytes = picture.svg
        if isPNG, let converter = Self.converter(hasEmoji: picture.hasEmoji) {
            if picture.hasEmoji, !converter.program.drawsEmoji {
                let name = converter.program.program
                Console.complain(
                    Words(
                        en:
                            "warning: some emoji may be missing from the picture, because \(name) can't draw all emoji; install chromium, or write an .svg file",
                        ko: "주의: \(name)\(.subject) 그리지 못하는 이모지는 그림에서 빠질 수 있습니다. chromium을 설치하거나 .svg로 저장하세요"))
            }
            bytes = try ConvertedFile.bytes(of: bytes, named: "card.svg", as: "card.png") { paths in
                [converter.path]
                    + converter.program.arguments(
                        svgPath: paths.input, pngPath: paths.output, size: picture.size, scratch: paths.scratch,
                        isRoot: geteuid() == 0)
            }
        }
        try place.write(bytes)
    }
}

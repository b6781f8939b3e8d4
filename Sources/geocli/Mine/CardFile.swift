internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc
internal import Scale

/// The file of a card: SVG, or PNG with the help of an installed program.
struct CardFile {
    private let place: OutputDestination
    private let converter: (program: CardConverter, path: String)?

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
        place = try OutputDestination(path == "-" ? nil : path, db: db, mine: mine.path, reading: [])
        guard name.hasSuffix(".png") else {
            converter = nil
            return
        }
        guard let found = ConvertedFile.program(CardConverter.programs),
            let program = CardConverter(isInstalled: { $0 == found.name })
        else {
            throw UsageError(
                en:
                    "-o \(shown): no program for PNG was found; install rsvg-convert (Debian: apt-get install librsvg2-bin), or write .svg",
                ko:
                    "-o \(shown): PNG로 변환할 프로그램이 없습니다. rsvg-convert를 설치하거나(Debian: apt-get install librsvg2-bin) .svg로 저장하세요"
            )
        }
        converter = (program, found.path)
    }

    /// Writes the file, whole or not at all. Only its owner can read it.
    func write(_ picture: SharedPicture) throws {
        var bytes = picture.svg
        if let converter {
            bytes = try ConvertedFile.bytes(of: bytes, named: "card.svg", as: "card.png") { paths in
                [converter.path]
                    + converter.program.arguments(
                        svgPath: paths.input, pngPath: paths.output, size: picture.size, scratch: paths.scratch,
                        isRoot: geteuid() == 0)
            }
        }
        let file = try OutputFile.create(at: place, newMode: 0o600)
        try file.write(bytes)
        try file.commit()
    }
}

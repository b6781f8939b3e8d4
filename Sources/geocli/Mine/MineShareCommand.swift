internal import ArgumentParser
internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText
internal import Glibc
internal import Scale

struct MineShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "share", en: "Print a note's phrase as text that you can share. With -o, make a picture of it.",
        ko: "기록의 구절을 공유할 글로 출력합니다. -o를 쓰면 그림으로 만듭니다.",
        about: Words(
            en:
                "The picture is an SVG file, or a PNG file if rsvg-convert, Chromium, Chrome, Inkscape or ImageMagick is installed. It has the phrase, the book and the shop, and a small map if the catalog has the outlines of districts. Only --photo adds a photo. Data that the camera wrote into the photo, such as the location, is left out.",
            ko:
                "그림은 SVG 파일이며, rsvg-convert, Chromium, Chrome, Inkscape, ImageMagick 가운데 하나가 있으면 PNG로도 저장할 수 있습니다. 구절과 책, 가게가 들어가고, 카탈로그에 자치구 경계가 있으면 작은 지도도 들어갑니다. 사진은 --photo를 쓸 때만 들어가며, 찍은 곳처럼 카메라가 파일에 남긴 정보는 넣지 않습니다."
        ),
        examples: """
            $ geocli mine share 1
            $ geocli mine share 1 -o card.svg
            $ geocli mine share 1 -o card.png --square --photo
            """)

    @Argument(help: NoteArgument.help, completion: .notes)
    var note: String

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write the picture to this file: .svg or .png.", ko: "그림을 이 파일에 저장합니다. .svg나 .png", value: .file),
        completion: .file(extensions: ["svg", "png"]))
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "Make the picture 1080 × 1080 instead of 1080 × 1920.", ko: "1080 × 1920 대신 1080 × 1080으로 만듭니다."))
    var square = false

    @Flag(help: ArgumentHelp("Use the first photo of the note as the background.", ko: "기록의 첫 사진을 배경으로 씁니다."))
    var photo = false

    @OptionGroup var own: MineArguments

    func run() throws {
        guard let output else {
            guard !square, !photo else {
                throw UsageError(
                    en: "--square and --photo are for a picture; give -o FILE",
                    ko: "--square와 --photo는 그림에만 씁니다. -o 옵션으로 파일을 지정하세요")
            }
            let place = try OutputDestination(nil, db: own.common.db, mine: own.mine.folder().path, reading: [])
            return try place.write(SharedNote(try own.mine.read().note(note)).text)
        }
        // The file is checked before anything is read.
        let file = try CardFile(output, db: own.common.db, mine: try own.mine.folder())
        let shared = SharedNote(try own.mine.read().note(note))
        try file.write(try shared.picture(own.mine, own.common, size: square ? .square : .story, hasPhoto: photo))
    }
}

/// A note in the form in which a person shares it.
struct SharedNote {
    private let note: MineNote
    private let phrase: String

    /// Creates the shared form. A note without a phrase shares its text.
    init(_ note: MineNote) {
        self.note = note
        phrase = note.phrase ?? note.text ?? ""
    }

    /// The phrase with its line ends, and below it the book and the shop. Tabs become blanks, because other programs
    /// show tabs with different widths.
    var text: String {
        get throws {
            guard !phrase.isEmpty else { throw ShareCardError.noPhrase }
            let page = note.page.map { Words(en: "p. \($0)", ko: "\($0)쪽").text(Console.language) }
            let book = [note.author, note.book.map { "『\($0)』" }, page].compactMap { $0 }.joined(separator: ", ")
            let shop = [note.place?.name, note.place?.address].compactMap { $0 }.joined(separator: ", ")
            let lines = [phrase] + [book, shop].filter { !$0.isEmpty }
            return lines.joined(separator: "\n").replacing("\t", with: " ") + "\n"
        }
    }

    /// Returns the picture.
    ///
    /// - Throws: `ShareCardError`, `PhotoError`, `PlainError`; `UsageError` if `hasPhoto` is true and the note has no
    ///   photo.
    func picture(_ mine: MineOptions, _ common: CommonOptions, size: CardSize, hasPhoto: Bool) throws -> SharedPicture {
        var card = ShareCard(phrase: phrase, shopName: note.place?.name ?? "")
        card.bookTitle = note.book
        card.author = note.author
        card.page = note.page
        card.address = note.place?.address
        card.size = size
        card.language = Console.language
        if hasPhoto {
            guard let name = note.photos.first else {
                throw UsageError(
                    en: "the note has no photo; leave out --photo, or add a photo with 'geocli mine edit'",
                    ko: "기록에 사진이 없습니다. --photo를 빼거나 'geocli mine edit'으로 사진을 넣으세요")
            }
            card.photo = try StrippedPhoto(try MinePhotos(of: try mine.folder()).bytes(name))
        }
        try addMap(to: &card, common)
        let picture = try card.picture()
        if picture.phraseSizePixels < ShareCard.easySize {
            common.note(
                en: "the phrase is long, so its letters are small; a shorter phrase is easier to read",
                ko: "구절이 길어 글자가 작습니다. 짧게 줄이면 읽기 쉽습니다")
        }
        return SharedPicture(svg: picture.svg, size: size, hasEmoji: picture.hasEmoji)
    }

    /// Adds a small map if the catalog has outlines. Without outlines the card has no map, and the person is told why.
    private func addMap(to card: inout ShareCard, _ common: CommonOptions) throws {
        guard let point = note.place?.coordinate else { return }
        do {
            guard let archive = try common.source() as? any PlaceArchive, let source = try archive.outlineSource()
            else {
                return
            }
            card.outlines = try archive.districtOutlines().flatMap { $0.area.polygons.map(\.rings) }
            card.attribution = source.title
            card.coordinate = point
        } catch let error as any ExplainedError {
            common.note(en: "the card has no map: \(error.words.en)", ko: "카드에 지도를 넣지 못했습니다: \(error.words.ko)")
        }
    }
}

struct SharedPicture {
    let svg: [UInt8]
    let size: CardSize
    let hasEmoji: Bool
}

/// The file of a card: SVG, or PNG if an installed program can make one.
struct CardFile {
    private let place: OutputDestination
    private let isPNG: Bool

    /// Checks the file's name and finds the program before anything is drawn.
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
                    en:
                        "warning: some emoji may be missing from the picture, because \(name) can't draw all emoji; install chromium, or write an .svg file",
                    ko: "주의: \(name)\(.subject) 그리지 못하는 이모지는 그림에서 빠질 수 있습니다. chromium을 설치하거나 .svg로 저장하세요")
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

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// `geocli mine share NOTE`: a phrase as a picture or as text.
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

internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

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
    ///
    /// - Throws: `ShareCardError.noPhrase`.
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
            card.photo = try BarePhoto(try MinePhotos(of: try mine.folder()).bytes(name))
        }
        try addMap(to: &card, common)
        let picture = try card.picture()
        if picture.phraseSizePixels < ShareCard.easySize {
            Console.note(
                Words(
                    en: "the phrase is long, so its letters are small; a shorter phrase is easier to read",
                    ko: "구절이 길어 글자가 작습니다. 짧게 줄이면 읽기 쉽습니다"), isQuiet: common.quiet)
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
            Console.note(
                Words(en: "the card has no map: \(error.words.en)", ko: "카드에 지도를 넣지 못했습니다: \(error.words.ko)"),
                isQuiet: common.quiet)
        }
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliText

/// The options for the fields of a note, which are the same for a new note and for an edit.
struct NoteFields: ParsableArguments {
    @Option(help: ArgumentHelp("The title of a book.", ko: "책 제목", value: .text))
    var book: String?

    @Option(help: ArgumentHelp("The book's author.", ko: "책의 저자", value: .text))
    var author: String?

    @Option(help: ArgumentHelp("The book's ISBN, 10 or 13 digits.", ko: "책의 ISBN. 숫자 10자리나 13자리", value: .code))
    var isbn: String?

    @Option(help: ArgumentHelp("A phrase from the book.", ko: "책의 구절", value: .text))
    var phrase: String?

    @Option(help: ArgumentHelp("The page of the phrase, such as 37.", ko: "구절이 있는 쪽. 예: 37", value: .page))
    var page: String?

    @Option(
        help: ArgumentHelp(
            "A photo. geocli keeps a copy. Repeat the option for several photos.",
            ko: "사진. 복사해서 보관합니다. 여러 번 쓸 수 있습니다.", value: .file),
        completion: .file(extensions: ["jpg", "jpeg", "png", "webp", "heic", "gif", "avif"]))
    var photo: [String] = []

    @Option(
        help: ArgumentHelp("A tag. Repeat the option for several tags.", ko: "태그. 여러 번 쓸 수 있습니다.", value: .label),
        completion: .noteTags)
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "The day, such as 2026-09-21; not in the future (default for a new note: today).",
            ko: "날짜. 예: 2026-09-21. 미래의 날짜는 쓸 수 없습니다(새 기록의 기본값: 오늘).", value: .day))
    var date: String?

    /// Whether no field is given.
    var isEmpty: Bool {
        book == nil && author == nil && isbn == nil && phrase == nil && page == nil && photo.isEmpty && tag.isEmpty
            && date == nil
    }

    /// Whether the note loses its photos: the only value of `--photo` is empty.
    var clearsPhotos: Bool { photo == [""] }

    /// Whether these fields are enough for a new note without a text.
    var hasContent: Bool { ([book, phrase].compactMap { $0 } + photo).contains { !$0.isEmpty } }

    /// Returns the fields that are given; an empty text removes a field. Photos are not copied yet.
    ///
    /// - Throws: `UsageError`.
    func members() throws -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: String?) {
            if let value { members.append(.init(name, value.isEmpty ? .null : .string(value))) }
        }
        add("book", try book.map { try NoteWords.line($0, named: "--book") })
        add("author", try author.map { try NoteWords.line($0, named: "--author") })
        add("isbn", try isbn.map { $0.isEmpty ? "" : try NoteWords.isbn($0) })
        add("phrase", try phrase.map { try NoteWords.text($0, named: "--phrase") })
        add("page", try page.map { try NoteWords.line($0, named: "--page") })
        if !tag.isEmpty {
            let tags = tag == [""] ? [] : try NoteWords.tags(tag)
            members.append(.init("tags", .array(tags.map { .string($0) })))
        }
        if date != nil { members.append(.init("day", .string(try NoteWords.day(date)))) }
        return members
    }

    /// Copies the photos into the folder.
    ///
    /// - Returns: their names, without duplicates.
    /// - Throws: `UsageError` if one of several values is empty; `PlainError`.
    func photos(into folder: MineFolder) throws -> [String] {
        if clearsPhotos { return [] }
        guard !photo.contains("") else {
            throw UsageError(
                en: "--photo is empty; give a file, or use --photo '' alone to remove all photos from a note",
                ko: "--photo 값이 비어 있습니다. 파일을 지정하세요. 기록의 사진을 모두 빼려면 --photo ''만 쓰세요")
        }
        let photos = MinePhotos(of: folder)
        var names: [String] = []
        for name in try photo.map({ try photos.add($0) }) where !names.contains(name) { names.append(name) }
        return names
    }
}

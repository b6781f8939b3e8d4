internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
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
            "The day, such as 2026-09-21 or yesterday; not in the future (default for a new note: today).",
            ko: "날짜. 예: 2026-09-21, 어제. 미래의 날짜는 쓸 수 없습니다(새 기록의 기본값: 오늘).", value: .day))
    var date: String?

    var isEmpty: Bool {
        book == nil && author == nil && isbn == nil && phrase == nil && page == nil && photo.isEmpty && tag.isEmpty
            && date == nil
    }

    /// Whether the note loses its photos: the only value of `--photo` is empty.
    var clearsPhotos: Bool { photo == [""] }

    /// Whether these fields are enough for a new note without a text.
    var hasContent: Bool { ([book, phrase].compactMap { $0 } + photo).contains { !$0.isEmpty } }

    /// Returns the fields that are given; an empty text removes a field. Photos are not copied yet.
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

/// Checks what people write into notes.
enum NoteWords {
    /// The maximum length of a text, in bytes of UTF-8.
    static let maximumTextBytes = 200_000
    /// The maximum length of a title, list, author or page, in bytes of UTF-8.
    static let maximumLineBytes = 2_000

    /// Reads a text that may have several lines. Only blanks at its ends are removed.
    static func text(_ text: String, named name: String) throws -> String {
        let text = text.trimmingBlanks()
        guard text.utf8.count <= maximumTextBytes else {
            throw UsageError(
                en: "\(name) is \(text.utf8.count) bytes long; write at most \(maximumTextBytes)",
                ko: "\(name)의 길이가 \(text.utf8.count)바이트입니다. \(maximumTextBytes)바이트까지 쓰세요")
        }
        // U+FFFD means that the bytes were not UTF-8.
        guard !text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) else {
            throw GivenWords.notUTF8(name)
        }
        return text
    }

    static func line(_ text: String, named name: String) throws -> String {
        let line = try Self.text(text, named: name)
        guard line.utf8.count <= maximumLineBytes, !line.contains(where: \.isNewline) else {
            throw ValueArgument.wrong(
                name, line, en: "write one line of at most \(maximumLineBytes) bytes",
                ko: "\(maximumLineBytes)바이트까지 한 줄로 쓰세요")
        }
        return line
    }

    static func list(_ text: String?) throws -> String? {
        guard let text else { return nil }
        let line = try line(text, named: "--list")
        guard !line.isEmpty else {
            throw UsageError(en: "--list is empty; write the name of a list", ko: "--list 값이 비어 있습니다. 목록의 이름을 쓰세요")
        }
        return line
    }

    /// Reads tags, with or without `#`: each word is one tag or several, separated by commas.
    static func tags(_ words: [String]) throws -> [String] {
        var tags: [String] = []
        for word in ValueArgument.list(words) {
            let tag = try line(word.hasPrefix("#") ? String(word.dropFirst()) : word, named: "--tag")
            guard !tag.isEmpty else {
                throw UsageError(en: "--tag is empty; write a word", ko: "--tag 값이 비어 있습니다. 단어를 쓰세요")
            }
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Reads an ISBN of 10 or 13 digits, with or without hyphens; its check digit must be right.
    ///
    /// - Source: ISO 2108.
    static func isbn(_ text: String) throws -> String {
        let digits = text.uppercased().filter { $0 != "-" && $0 != " " }
        let values = digits.compactMap { $0 == "X" ? 10 : $0.wholeNumberValue }
        let isISBN =
            switch values.count {
            case 10:
                values.dropLast().allSatisfy { $0 < 10 }
                    && values.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) } % 11 == 0
            case 13:
                values.allSatisfy { $0 < 10 }
                    && values.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
            default: false
            }
        guard isISBN, values.count == digits.count, digits.utf8.count == digits.count else {
            throw ValueArgument.wrong(
                "--isbn", text, en: "this is not an ISBN; copy the 13 digits above the bar code",
                ko: "ISBN이 아닙니다. 바코드 위의 숫자 13자리를 쓰세요")
        }
        return digits
    }

    /// Reads the day of a note or a visit; a day in the future is a mistake.
    static func day(_ text: String?) throws -> String {
        let today = try Environment.today()
        guard let text else { return today }
        let day = try ValueArgument.date(text, option: "--date", today: today)
        guard day <= today else {
            throw ValueArgument.wrong(
                "--date", day, en: "this day is in the future; today is \(today)", ko: "아직 오지 않은 날짜입니다. 오늘은 \(today)입니다"
            )
        }
        return day
    }
}

extension MineState {
    /// Returns the note that a word names: by its number, or by at least the first four characters of its id.
    func note(_ word: String) throws -> MineNote {
        let wanted = word.trimmingBlanks().lowercased()
        let digits = wanted.hasPrefix("#") ? String(wanted.dropFirst()) : wanted
        let all = notes
        if digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), digits.utf8.count < 7, let number = Int(digits) {
            if let note = all.note(number: number) { return note }
        }
        let found = wanted.utf8.count < 4 ? [] : all.notes(idPrefix: wanted)
        let shown = DisplayText.truncated(DisplayText.singleLine(word), columns: 40)
        guard found.count < 2 else {
            let list = found.prefix(5).map { "\($0.number) (\($0.day))" }.joined(separator: ", ")
            throw PlainError(
                .usage, en: "the ids of \(found.count) notes begin with \"\(shown)\": \(list); write a number",
                ko: "id가 \"\(shown)\"\(.by) 시작하는 기록이 \(found.count)개입니다: \(list). 번호를 쓰세요")
        }
        guard let note = found.first else {
            throw PlainError(
                .noInput, en: "you have no note \"\(shown)\"; 'geocli mine notes' lists the notes with their numbers",
                ko: "\"\(shown)\" 기록이 없습니다. 번호는 'geocli mine notes'에서 확인하세요")
        }
        return note
    }
}

internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// A mark, with the present state of its place.
struct MarkRow {
    let mark: MineMark
    let standing: PlaceStanding
}

/// A note, with the present state of its place; the state is nil for a note without a place.
struct NoteRow {
    let note: MineNote
    let standing: PlaceStanding?
}

private enum PlaceColumns {
    static func all<Row>(
        orNull: Bool, _ place: @escaping (Row) -> MinePlace?, _ standing: @escaping (Row) -> PlaceStanding?
    ) -> [Column<Row>] {
        [
            Column(
                "ref", en: "ref", ko: "참조", orNull: true,
                about: "The feed and the feed's id for the place; null if no catalog had the place."
            ) { .text((standing($0)?.entry?.ref) ?? place($0)?.ref) },
            Column(
                "id", en: "id", ko: "번호", type: .integer, orNull: true,
                about: "The catalog's number for the place; null if the catalog does not have the place."
            ) { .integer(standing($0)?.entry.map { Int($0.id) }) },
            Column("name", en: "name", ko: "이름", orNull: orNull, about: "The name of the place as it was recorded.") {
                .text(place($0)?.name)
            },
            Column(
                "district", en: "district", ko: "자치구", orNull: true,
                about: "The district of the place; null if there is none."
            ) { .text(place($0)?.district) },
            Column(
                "address", en: "address", ko: "주소", orNull: true,
                about: "The address of the place as it was recorded; null if there is none."
            ) { .text(place($0)?.address) },
        ]
            + Column.position(
                north: "Degrees north on WGS 84, from the catalog if it has the place, else as recorded.",
                east: "Degrees east on WGS 84, from the catalog if it has the place, else as recorded."
            ) { row in point(place(row), standing(row)) } + [
                Column(
                    "state", en: "state", ko: "상태", type: .codes(PlaceStanding.State.allCases.map(\.rawValue)),
                    orNull: orNull,
                    about:
                        "listed, moved, renamed, missing (no longer in the feed), closed (as a person or the source says), followed (found by its name and address under another reference), gone (not found, or its reference now belongs to another place) or unknown (no catalog can be read)."
                ) { .code(standing($0)?.state.rawValue) },
                Column(
                    "moved_m", en: "moved", ko: "이동 거리", type: .number, orNull: true,
                    about: "The distance in meters from the recorded point to the current point, if the place moved."
                ) { standing($0)?.movedMeters.map(OutputValue.meters) ?? .null },
            ]
    }

    static func point(_ place: MinePlace?, _ standing: PlaceStanding?) -> Coordinate? {
        standing?.entry?.coordinate ?? place?.coordinate
    }
}

extension ListingSchema where Row == MarkRow {
    static var marks: ListingSchema {
        let own: [Column<MarkRow>] = [
            Column(
                "list", en: "list", ko: "목록", orNull: true, about: "The name of the list; null for the default list."
            ) {
                .text($0.mark.list)
            },
            Column(
                "day", en: "day", ko: "날짜", type: .date,
                about: "The day on which the place was marked, in the person's time zone."
            ) {
                .code($0.mark.day)
            },
            Column(
                "title", en: "title", ko: "제목", orNull: true, about: "The title from an import; null if there is none."
            ) {
                .text($0.mark.title)
            },
            Column("mark", en: "mark", ko: "표시", about: "The id of the record.") { .code($0.mark.id) },
        ]
        let place: [Column<MarkRow>] = PlaceColumns.all(orNull: false, { $0.mark.place }, { $0.standing })
        return ListingSchema(
            columns: [own[0]] + place + own[1...],
            tableKeys: ["list", "id", "name", "district", "address", "state", "day"],
            feature: {
                FeatureParts(id: .string($0.mark.id), coordinate: PlaceColumns.point($0.mark.place, $0.standing))
            }
        ).speaking("state") { $0.standing.words.text($1) }
    }
}

extension ListingSchema where Row == NoteRow {
    static var notes: ListingSchema {
        let place: [Column<NoteRow>] = PlaceColumns.all(orNull: true, { $0.note.place }, { $0.standing })
        return ListingSchema(
            columns: first + words + place + [
                Column(
                    "removed", en: "removed", ko: "삭제", type: .flag,
                    about: "Whether the note was removed; a removed note can be restored."
                ) { .bool($0.note.isRemoved) },
                Column("note", en: "note", ko: "기록", about: "The id of the record.") { .code($0.note.id) },
            ], tableKeys: ["number", "day", "name", "text", "phrase", "book", "tags", "state"],
            feature: {
                FeatureParts(id: .string($0.note.id), coordinate: PlaceColumns.point($0.note.place, $0.standing))
            }
        ).speaking("state") { row, language in row.standing?.words.text(language) }
    }

    private static var first: [Column<NoteRow>] {
        [
            Column(
                "number", en: "number", ko: "번호", type: .integer,
                about:
                    "The number of the note; the note written first is 1. The log of another device can change the number."
            ) { .integer($0.note.number) },
            Column("day", en: "day", ko: "날짜", type: .date, about: "The day of the note, in the person's time zone.") {
                .code($0.note.day)
            },
        ]
    }

    private static var words: [Column<NoteRow>] {
        [
            Column("text", en: "text", ko: "내용", orNull: true, about: "The text of the note; null if there is none.") {
                .text($0.note.text)
            },
            Column(
                "phrase", en: "phrase", ko: "구절", orNull: true, about: "A phrase from a book; null if there is none."
            ) {
                .text($0.note.phrase)
            },
            Column("book", en: "book", ko: "책", orNull: true, about: "The title of a book; null if there is none.") {
                .text($0.note.book)
            },
            Column("author", en: "author", ko: "저자", orNull: true, about: "The book's author; null if there is none.") {
                .text($0.note.author)
            },
            Column("isbn", en: "ISBN", ko: "ISBN", orNull: true, about: "The book's ISBN; null if there is none.") {
                .code($0.note.isbn)
            },
            Column("page", en: "page", ko: "쪽", orNull: true, about: "The page of the phrase; null if there is none.") {
                .text($0.note.page)
            },
            Column("tags", en: "tags", ko: "태그", type: .list(of: .text), about: "The tags of the note.") {
                .list($0.note.tags)
            },
            Column(
                "photos", en: "photos", ko: "사진", type: .list(of: .text),
                about: "The file names of the note's photos in the 'photos' folder."
            ) { .list($0.note.photos) },
        ]
    }
}

internal import GeocliGeo
package import GeocliQuery
internal import GeocliText

/// The columns of a join, and the places that they read.
package struct JoinColumns {
    /// The keys that every join has.
    package static let keys = ["query", "rank", "id", "distance_m"]
    package static let positionKeys = ["latitude", "longitude"]

    private let kept: [(key: String, column: Int)]
    private let further: [(key: String, column: Int?)]

    /// - Parameters:
    ///   - kept: the columns of the questions that each row has, in the order in which they are read.
    ///   - placeColumns: the names of all columns of the places; nil for Features, whose properties are those that are
    ///     read.
    ///   - read: the columns of the places that are read.
    package init(kept: [String], placeColumns: [String]?, read: [String]) {
        let taken = Set(Self.keys + Self.positionKeys + (placeColumns ?? read))
        self.kept = kept.enumerated().map { (taken.contains($1) ? "query_\($1)" : $1, $0) }
        var seen = Set(Self.keys + Self.positionKeys)
        further = (placeColumns ?? read).filter { seen.insert($0).inserted }.map { ($0, read.firstIndex(of: $0)) }
    }

    /// The columns of the places that `fields` names.
    package static func read(_ fields: [String]?, keeping kept: [String], of names: [String]?) -> [String] {
        let own = Set(keys + positionKeys + (names == nil ? kept : []) + kept.map { "query_\($0)" })
        var seen = own
        return (fields ?? []).filter { seen.insert($0).inserted && names?.contains($0) ?? true }
    }

    /// - Precondition: the positions of `places` are kept if a column or a Feature needs them.
    package func schema(_ places: JoinPlaces) -> ListingSchema<JoinAnswer> {
        let id: (JoinAnswer) -> OutputValue
        let idShape: ValueShape
        switch places.ids {
        case .numbers(let numbers): (id, idShape) = ({ .integer(numbers[$0.place]) }, .integer)
        case .texts(let texts): (id, idShape) = ({ .lentText(texts[$0.place]) }, .text)
        }
        var columns: [Column<JoinAnswer>] = [
            Column("query", en: "query", ko: "지점 번호", type: .integer) { .integer(Int64($0.questions.numbers[$0.row])) },
            Column("rank", en: "rank", ko: "순위", type: .integer) { .integer(Int64($0.rank)) },
            Column("id", en: "id", ko: "번호", type: idShape, value: id),
            Column("distance_m", en: "distance", ko: "거리", type: .number) { .meters($0.distanceMeters) },
        ]
        for (key, column) in kept {
            columns.append(Self.text(key) { $0.questions.texts[column][$0.row] })
        }
        var schema = ListingSchema(
            columns: columns, tableKeys: columns.map(\.key),
            feature: { answer in
                let coordinate = places.coordinate(ofRow: answer.place)
                return switch places.ids {
                case .numbers(let numbers): FeatureParts(id: numbers[answer.place], coordinate: coordinate)
                case .texts(let texts): FeatureParts(id: .string(texts[answer.place].string), coordinate: coordinate)
                }
            })
        schema.furtherColumns =
            Column.position(orNull: false) { places.coordinate(ofRow: $0.place) }
            + further.map { key, column in
                Self.text(key) { answer in
                    column.map { places.texts[$0][answer.place] } ?? BorrowedText(.init(start: nil, count: 0))
                }
            }
        schema.hasUniqueIDs = false
        return schema
    }

    /// A column with texts of a file; a blank one is null.
    private static func text(_ key: String, _ text: @escaping (JoinAnswer) -> BorrowedText) -> Column<JoinAnswer> {
        let title = DisplayText.singleLine(key)
        return Column(key, en: title, ko: title, orNull: true) { answer in
            let text = text(answer)
            return text.bytes.isEmpty ? .null : .lentText(text)
        }
    }
}

/// The rows of a join in one thread: encoded, in any format in which several threads can encode rows, or written at once.
package struct JoinListing: JoinRows {
    /// Encoded rows; nil if they are written already.
    package typealias Piece = ListingPiece?

    private let encoder: PieceWriter<JoinAnswer>?
    private let writer: ListingWriter<JoinAnswer>?

    /// Makes rows that are encoded.
    package init(_ schema: ListingSchema<JoinAnswer>, _ options: ListingOptions) throws {
        encoder = try PieceWriter(schema, options)
        writer = nil
    }

    /// Makes rows that `writer` writes at once.
    package init(writer: ListingWriter<JoinAnswer>) {
        encoder = nil
        self.writer = writer
    }

    package mutating func write(_ answer: JoinAnswer) throws {
        if let encoder { try encoder.write(answer) } else { try writer?.write(answer) }
    }

    package mutating func take() throws -> Piece { try encoder?.take() }
}

extension ListingSchema {
    /// Returns the same listing with the texts that `--keep` carries from the file of questions. A column that the listing
    /// has, too, is called `query_NAME`.
    package func keeping(_ kept: KeptTexts, of query: @escaping (Row) -> Int) -> ListingSchema {
        let taken = Set((columns + furtherColumns + links).map(\.key))
        return kept.names.enumerated().reduce(self) { schema, name in
            let title = DisplayText.singleLine(name.element)
            let key = taken.contains(name.element) ? "query_\(name.element)" : name.element
            return schema.appending(
                Column(key, en: title, ko: title, orNull: true) { .text(kept.text(name.offset, of: query($0))) },
                inTables: true)
        }
    }
}

internal import GeocliGeo
package import GeocliQuery
internal import GeocliText

/// The columns of a join, and the places that they read.
package struct JoinColumns {
    /// The keys that every join has.
    package static let keys = ["query", "rank", "id", "distance_m"]
    package static let positionKeys = ["latitude", "longitude"]

    private let kept: [Column<JoinAnswer>]
    private let further: [(key: String, column: Int?)]

    /// - Parameters:
    ///   - kept: the columns of the questions that each row has, in the order in which they are read.
    ///   - placeColumns: the names of all columns of the places; nil for Features, whose properties are those that are
    ///     read.
    ///   - read: the columns of the places that are read.
    package init(kept: [String], placeColumns: [String]?, read: [String]) {
        self.kept = Column.kept(kept, besides: Self.keys + Self.positionKeys + (placeColumns ?? read))
        var seen = Set(Self.keys + Self.positionKeys)
        further = (placeColumns ?? read).filter { seen.insert($0).inserted }.map { ($0, read.firstIndex(of: $0)) }
    }

    /// The columns of the places that `fields` names.
    package static func read(_ fields: [String]?, keeping kept: [String], of names: [String]?) -> [String] {
        let own = Set(keys + positionKeys + (names == nil ? kept : []) + kept.map { "query_\($0)" })
        var seen = own
        return (fields ?? []).filter { seen.insert($0).inserted && names?.contains($0) ?? true }
    }

    /// - Parameter places: nil for the columns alone.
    /// - Precondition: the positions of `places` are kept if a column or a Feature needs them.
    package func schema(_ places: JoinPlaces?) -> ListingSchema<JoinAnswer> {
        let id: (JoinAnswer) -> OutputValue
        let idShape: ValueShape
        switch places?.ids {
        case .numbers(let numbers): (id, idShape) = ({ .integer(numbers[$0.place]) }, .integer)
        case .texts(let texts): (id, idShape) = ({ .lentText(texts[$0.place]) }, .text)
        case nil: (id, idShape) = ({ _ in .null }, .integerOrText)
        }
        let columns: [Column<JoinAnswer>] =
            [
                .query,
                Column(
                    "rank", en: "rank", ko: "순위", type: .integer,
                    about: "The number of the place among the answers for its point, from 1."
                ) { .integer(Int64($0.rank)) },
                Column(
                    "id", en: "id", ko: "번호", type: idShape,
                    about: "The place's id in its file; without ids, the number of its row or Feature, from 0.",
                    value: id),
                Column(
                    "distance_m", en: "distance", ko: "거리", type: .number,
                    about: "The geodesic distance on the WGS 84 ellipsoid, in meters."
                ) { .meters($0.distanceMeters) },
            ] + kept
        var schema = ListingSchema(
            columns: columns, tableKeys: columns.map(\.key),
            feature: { answer in
                let coordinate = places?.coordinate(ofRow: answer.place)
                return switch places?.ids {
                case .numbers(let numbers): FeatureParts(id: numbers[answer.place], coordinate: coordinate)
                case .texts(let texts): FeatureParts(id: .string(texts[answer.place].string), coordinate: coordinate)
                case nil: FeatureParts(id: nil, coordinate: nil)
                }
            })
        schema.furtherColumns =
            Column.position(orNull: false) { places?.coordinate(ofRow: $0.place) }
            + further.map { key, column in
                .text(key) { answer in
                    column.flatMap { places?.texts[$0][answer.place] } ?? .none
                }
            }
        schema.hasUniqueIDs = false
        return schema
    }
}

/// The columns of a join with areas, and the properties that they read.
package struct AreaColumns {
    /// The properties to read, that of the name first.
    package let read: [String]
    private let hasName: Bool
    private let listsOutside: Bool
    private let kept: [Column<AreaAnswer>]

    /// - Parameters:
    ///   - kept: the columns of the points that each row has, in the order in which they are read.
    ///   - fields: the keys of the rows, which may be properties of the areas.
    package init(nameKey: String?, kept: [String], fields: [String]?, listsOutside: Bool) {
        let name = [nameKey].compactMap(\.self)
        let own = ["query", "area"] + name.map { _ in "name" } + JoinColumns.positionKeys
        var seen = Set(own + kept + kept.map { "query_\($0)" })
        read = name + (fields ?? []).filter { seen.insert($0).inserted }
        hasName = nameKey != nil
        self.listsOutside = listsOutside
        self.kept = Column.kept(kept, besides: own + read)
    }

    /// - Parameter areas: nil for the columns alone.
    package func schema(_ areas: JoinAreas?) -> ListingSchema<AreaAnswer> {
        var columns: [Column<AreaAnswer>] = [
            .query,
            Column(
                "area", en: "area", ko: "영역 번호", type: .integer, orNull: listsOutside,
                about: "The number of the area's Feature in its file, from 0."
            ) { answer in
                answer.area.flatMap { area in areas.map { .integer(Int64($0.numbers[area])) } } ?? .null
            },
        ]
        let properties = read.enumerated().map { index, key in
            Column<AreaAnswer>.text(
                hasName && index == 0 ? "name" : key, about: "The name of the area; only with --name-key."
            ) { answer in
                answer.area.flatMap { areas?.texts[index][$0] } ?? .none
            }
        }
        columns += (hasName ? properties.prefix(1) : []) + kept
        var schema = ListingSchema(
            columns: columns, tableKeys: columns.map(\.key),
            feature: {
                FeatureParts(
                    query: $0.points.numbers[$0.row], rank: $0.rank, coordinate: $0.points.coordinates[$0.row])
            })
        schema.furtherColumns =
            Column.position(orNull: false) { $0.points.coordinates[$0.row] } + properties.dropFirst(hasName ? 1 : 0)
        schema.hasUniqueIDs = false
        return schema
    }
}

/// An answer to one of the points of a file.
private protocol PointAnswer {
    var block: PointBlock { get }
    var row: Int { get }
}

extension JoinAnswer: PointAnswer { fileprivate var block: PointBlock { questions } }
extension AreaAnswer: PointAnswer { fileprivate var block: PointBlock { points } }

extension Column where Row: PointAnswer {
    fileprivate static var query: Column {
        Column(
            "query", en: "query", ko: "지점 번호", type: .integer,
            about: "The number of the point's row or Feature in its file, from 0."
        ) { .integer(Int64($0.block.numbers[$0.row])) }
    }

    /// The columns of the points' own file. A key of `taken` gets `query_` before it.
    fileprivate static func kept(_ names: [String], besides taken: [String]) -> [Column] {
        names.enumerated().map { column, name in
            text(taken.contains(name) ? "query_\(name)" : name) { $0.block.texts[column][$0.row] }
        }
    }

    /// A column with texts of a file; a blank one is null.
    fileprivate static func text(
        _ key: String, about: String = "", _ text: @escaping (Row) -> BorrowedText
    ) -> Column {
        let title = DisplayText.singleLine(key)
        return Column(key, en: title, ko: title, orNull: true, about: about) { answer in
            let text = text(answer)
            return text.bytes.isEmpty ? .null : .lentText(text)
        }
    }
}

extension BorrowedText {
    fileprivate static var none: BorrowedText { BorrowedText(UnsafeBufferPointer(start: nil, count: 0)) }
}

/// The rows of a join in one thread: encoded, in any format in which several threads can encode rows, or written at once.
package struct JoinListing<Answer>: JoinRows {
    /// Encoded rows; nil if they are written already.
    package typealias Piece = ListingPiece?

    private let encoder: PieceWriter<Answer>?
    private let writer: ListingWriter<Answer>?

    /// Makes rows that are encoded.
    package init(_ schema: ListingSchema<Answer>, _ options: ListingOptions) throws {
        encoder = try PieceWriter(schema, options)
        writer = nil
    }

    /// Makes rows that `writer` writes at once.
    package init(writer: ListingWriter<Answer>) {
        encoder = nil
        self.writer = writer
    }

    package mutating func write(_ answer: Answer) throws {
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

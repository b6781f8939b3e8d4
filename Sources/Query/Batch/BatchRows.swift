public import GeocliGeo
public import GeocliPlaces
internal import GeocliText
internal import GeocliThreads

/// A position for which answers are wanted.
public struct BatchQuestion: Sendable, Equatable {
    /// The number of the question's answers, such as its index in a file, from 0; ascending, perhaps with gaps.
    public let number: Int
    public let origin: Coordinate

    public init(number: Int, origin: Coordinate) { (self.number, self.origin) = (number, origin) }
}

/// The texts that `--keep` carries from the questions of a file to their answers. They stay in memory: 30 bytes and the
/// texts for each question. A class, because threads read them while another one adds; the lock protects the list.
package final class KeptTexts: @unchecked Sendable {
    /// The columns as the user names them.
    package let names: [String]
    private let monitor = Monitor()
    private var blocks: [PointBlock] = []

    package init(_ names: [String]) { self.names = names }

    fileprivate func add(_ block: PointBlock) { monitor.locked { blocks.append(block) } }

    /// The text in a column of a question, by its number; nil if it is blank.
    package func text(_ column: Int, of number: Int) -> String? {
        let block = monitor.locked {
            blocks[max(0, Self.index(after: number, in: blocks) { $0.numbers.first ?? 0 } - 1)]
        }
        let row = Self.index(after: number, in: block.numbers) { $0 } - 1
        let text = block.texts[column][row].string
        return text.isEmpty ? nil : text
    }

    /// The index of the first element whose number is greater.
    private static func index<Element>(after number: Int, in list: [Element], _ numberOf: (Element) -> Int) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if numberOf(list[middle]) <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The points of a file as questions, in the order of the file.
package struct FileQuestions {
    private let points: PointBlocks
    private let kept: KeptTexts
    private var block: PointBlock?
    private var index = 0
    package private(set) var skipped = SkippedRows()

    package init(_ points: PointBlocks, keeping kept: KeptTexts = KeptTexts([])) {
        self.points = points
        self.kept = kept
    }

    /// Returns the next question; nil at the end.
    /// - Throws: the errors of the file, after the questions before them.
    package mutating func next() throws -> BatchQuestion? {
        while true {
            if let block {
                if index < block.coordinates.count {
                    defer { index += 1 }
                    return BatchQuestion(number: block.numbers[index], origin: block.coordinates[index])
                }
                if let failure = block.failure { throw failure }
            }
            guard let unread = try points.next() else { return nil }
            let next = points.read(unread)
            skipped.add(next)
            if !kept.names.isEmpty, !next.numbers.isEmpty { kept.add(next) }
            (block, index) = (next, 0)
        }
    }
}

extension FilePoint {
    /// The point as a question; its number is the point's number in the file, from 0.
    public var question: BatchQuestion { BatchQuestion(number: number - 1, origin: coordinate) }
}

/// Takes one thread's answers and makes pieces of the output, whose rows are written in the order of the questions.
public protocol BatchRows: SendableMetatype {
    /// Some rows of the output.
    associatedtype Piece
    associatedtype Listed: ListedPlace

    /// How many rows are kept before they are written; sometimes nearly twice as many. With more rows, each page of the
    /// catalog is read less often.
    var maximumRows: Int { get }

    /// Returns the memory that a piece takes, in bytes. If rows are large, fewer of them are kept.
    func byteCount(_ piece: Piece) -> Int

    /// Whether pieces are written in much less time than they are made. If not, one of the threads only writes.
    var writesQuickly: Bool { get }

    mutating func write(_ row: Listed, _ answer: BatchAnswer) throws

    /// Takes a row with a complete entry. A receiver gets either only rows of this kind or only rows of the other kind.
    mutating func write(_ found: Neighbor) throws

    /// Returns the rows written since the last call.
    mutating func take() throws -> Piece
}

public struct BatchAnswer: Sendable, Equatable {
    public let query: Int
    public let rank: Int
    public let id: Int64
    public let distanceMeters: Double

    @inlinable
    public func neighbor<Listed: ListedPlace>(_ row: Listed) -> NeighborRow<Listed> {
        NeighborRow(row: row, distanceMeters: distanceMeters, query: query, rank: rank)
    }
}

/// The place of a row in pieces of the output.
package struct PieceRow: Sendable, Equatable {
    package let piece: Int32
    /// The index of the row among the rows of its piece.
    package let row: Int32

    package init(piece: Int32, row: Int32) { (self.piece, self.row) = (piece, row) }
}

/// Rows that several threads have made in pieces, and their order in the output.
package struct OrderedPieces<Piece> {
    /// The pieces, in any order.
    package let pieces: [Piece]
    /// The places of all rows, in the order of the output.
    package let order: [PieceRow]

    /// One piece whose rows are in the order of the output.
    init(_ piece: Piece, rowCount: Int) {
        pieces = [piece]
        order = (0..<Int32(rowCount)).map { PieceRow(piece: 0, row: $0) }
    }

    /// Pieces whose rows are placed in the order of the output by `positions`: for each piece, the position of each
    /// row, less than `count`. Positions without a row are left out.
    init(_ pieces: [Piece], positions: [[Int32]], count: Int) {
        self.pieces = pieces
        var order = [PieceRow](repeating: PieceRow(piece: -1, row: 0), count: count)
        for (piece, positions) in positions.enumerated() {
            for (row, position) in positions.enumerated() {
                order[Int(position)] = PieceRow(piece: Int32(piece), row: Int32(row))
            }
        }
        if positions.reduce(0, { $0 + $1.count }) < count { order.removeAll { $0.piece < 0 } }
        self.order = order
    }
}

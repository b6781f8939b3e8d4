import GeocliGeo
import GeocliQuery
import TestSupport
import Testing

@testable import GeocliExport

/// Pieces that several writers encode are the bytes that one writer writes.
@Suite struct PieceTests {
    /// Rows with and without a point, with easy and difficult texts.
    private static func rows(_ random: inout SeededGenerator) -> [SampleRow] {
        (0..<Int64.random(in: 0...12, using: &random)).map { id in
            SampleRow(
                id: id, name: Bool.random(using: &random) ? "책방 \(id)" : hostileNames.randomElement(using: &random),
                links: Bool.random(using: &random) ? nil : ["a\"b", "c"],
                coordinate: Bool.random(using: &random)
                    ? nil : Coordinate(uncheckedLongitude: Double(id), latitude: 1.5),
                minZoom: Bool.random(using: &random) ? nil : 3)
        }
    }

    @Test(arguments: ListingFormat.listings.filter(\.comesInPieces))
    func piecesGiveTheBytesOfOneWriter(_ format: ListingFormat) throws {
        for seed in UInt64(0)..<200 {
            var random = SeededGenerator(seed: seed)
            let rows = Self.rows(&random)
            let chosen = options(format) {
                $0.keepsUnlocated = seed % 3 == 0
                $0.isForExcel = seed % 5 == 0 && [.csv, .tsv].contains(format)
                $0.hasRecordSeparators = seed % 2 == 0 && format == .geojsonseq
            }
            let wanted = try listed(rows, .sample, chosen)
            var bytes: [UInt8] = []
            let sink = ByteSink { bytes += $0 }
            let writer = try ListingWriter(.sample, chosen, into: sink)
            let pieces = try (0..<3).map { _ in try writer.pieceWriter() }
            var rest = rows[...]
            while !rest.isEmpty {
                let some = rest.prefix(Int.random(in: 0...4, using: &random))
                rest = rest.dropFirst(some.count)
                let piece = pieces[Int.random(in: 0..<3, using: &random)]
                for row in some {
                    // The writer may write some rows itself.
                    if seed % 7 == 0 { try writer.write(row) } else { try piece.write(row) }
                }
                try writer.write(try piece.take())
            }
            try writer.finish()
            try sink.flush()
            #expect(String(decoding: bytes, as: UTF8.self) == wanted.text, "seed \(seed)")
            #expect(writer.rowCount == rows.count && writer.withoutPointCount == wanted.withoutPoint, "seed \(seed)")
        }
    }

    /// Rows of several pieces can be written in any order, also if a piece is longer than the sink's buffer.
    @Test(arguments: ListingFormat.listings.filter(\.comesInPieces))
    func markedRowsCanBeWrittenInAnyOrder(_ format: ListingFormat) throws {
        for seed in UInt64(0)..<100 {
            var random = SeededGenerator(seed: seed)
            var rows = Self.rows(&random)
            if seed % 10 == 0 {
                let long = String(repeating: "책", count: 9000)
                rows += (0..<20).map {
                    SampleRow(
                        id: 100 + $0, name: long, links: nil,
                        coordinate: Coordinate(uncheckedLongitude: 1, latitude: 2), minZoom: nil)
                }
            }
            let chosen = options(format) { $0.keepsUnlocated = true }
            let wanted = try listed(rows, .sample, chosen)
            var places = [PieceRow](repeating: PieceRow(piece: 0, row: 0), count: rows.count)
            let writers = try (0..<3).map { _ in try PieceWriter(.sample, chosen, marksRows: true) }
            var counts = [Int32](repeating: 0, count: 3)
            for position in rows.indices.shuffled(using: &random) {
                let piece = Int.random(in: 0..<3, using: &random)
                try writers[piece].write(rows[position])
                places[position] = PieceRow(piece: Int32(piece), row: counts[piece])
                counts[piece] += 1
            }
            var bytes: [UInt8] = []
            let sink = ByteSink { bytes += $0 }
            let writer = try ListingWriter(.sample, chosen, into: sink)
            try writer.write(try writers.map { try $0.take() }, order: places)
            try writer.finish()
            try sink.flush()
            #expect(String(decoding: bytes, as: UTF8.self) == wanted.text, "seed \(seed)")
            #expect(writer.rowCount == rows.count && writer.withoutPointCount == wanted.withoutPoint, "seed \(seed)")
        }
    }

    @Test func aTableHasNoPieces() throws {
        let writer = try ListingWriter(ListingSchema.sample, options(.table), into: ByteSink { _ in })
        #expect(!writer.comesInPieces)
    }
}

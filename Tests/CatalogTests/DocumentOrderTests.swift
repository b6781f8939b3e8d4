import GeocliSearch
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase

/// The order of document numbers, compared with a plain sort.
@Suite struct DocumentOrderTests {
    private struct Row: Equatable {
        let text: String
        let kind: String
        let id: Int64
    }

    @Test(arguments: [0, 1000, 100_000, .max]) func theOrderIsThatOfASort(maximumBytes: Int) throws {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: maximumBytes))
        let order = DocumentOrder(maximumBytes: maximumBytes)
        // The second round uses the same order again.
        for _ in 0..<2 {
            var rows: [Row] = []
            var id: Int64 = 0
            for _ in 0..<2000 {
                id += .random(in: 1...1000, using: &random)
                let longest = Bool.random(using: &random) ? 60 : 9
                let name = String(repeating: "책", count: .random(in: 0...longest, using: &random))
                let address = String(repeating: "로", count: .random(in: 0...40, using: &random))
                rows.append(Row(text: "\(name)\n\n\(address)\n", kind: id % 3 == 0 ? "used" : "", id: id))
            }
            // Longer than a document number can say, and longer than a batch.
            rows[5] = Row(text: String(repeating: "온", count: 40_000) + "\n", kind: "public_library", id: rows[5].id)
            rows[6] = Row(text: String(repeating: "돌", count: 33_000) + "\n", kind: "new", id: rows[6].id)
            for row in rows {
                try Array(row.text.utf8).withUnsafeBufferPointer { try order.add($0, kind: row.kind, id: row.id) }
            }
            var found: [Row] = []
            try order.forEach { batch in
                batch.forEach { found.append(Row(text: String(decoding: $0, as: UTF8.self), kind: $1, id: $2)) }
            }
            func key(_ row: Row) -> (Int, Int64) {
                (min(32_767, row.text.prefix { $0 != "\n" }.unicodeScalars.count), row.id)
            }
            #expect(found == rows.sorted { key($0) < key($1) })
        }
    }

    @Test(arguments: [7, 6, .min] as [Int64]) func anIDThatDoesNotAscendIsDamage(id: Int64) throws {
        let order = DocumentOrder()
        func add(_ id: Int64) throws {
            try Array("책방\n".utf8).withUnsafeBufferPointer { try order.add($0, kind: "new", id: id) }
        }
        try add(7)
        #expect(throws: CatalogDamage.self) { try add(id) }
        try add(8)
    }
}

/// The thread that builds lists: its errors and those of the other thread end both.
@Suite struct PostingWorkerTests {
    private struct Failure: Error {}

    private func order(_ count: Int64) throws -> DocumentOrder {
        let order = DocumentOrder(maximumBytes: 1000)
        for id in 1...count {
            try Array("책방 \(id)\n\n".utf8).withUnsafeBufferPointer { try order.add($0, kind: "new", id: id) }
        }
        return order
    }

    @Test func theListsAreThoseOfOneThread() throws {
        var expected: [String] = []
        var builder = PostingBuilder()
        try order(500).forEach { batch in batch.forEach { builder.add($0, kind: $1, id: $2) } }
        builder.handOut { expected.append("\($0) \($1) \(Array($2))") }
        var found: [String] = []
        try PostingWorker.run(order(500)) { builder in
            builder.handOut { found.append("\($0) \($1) \(Array($2))") }
        }
        #expect(found == expected && found.count > 10)
    }

    @Test func anErrorOfTheWriterEndsBothThreads() throws {
        for _ in 0..<50 {
            #expect(throws: Failure.self) { try PostingWorker.run(order(50)) { _ in throw Failure() } }
        }
    }
}

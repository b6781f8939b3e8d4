import Foundation
import TestSupport
import Testing

@testable import GeocliText

@Suite struct GunzipTests {
    /// `bytes` packed by the gzip program.
    private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let run = try TestSupport.run(URL(fileURLWithPath: "/usr/bin/env"), ["gzip", "-c"], input: Data(bytes))
        return Array(run.output)
    }

    /// The output for input in pieces of `size`.
    private func unpacked(_ packed: [UInt8], pieces size: Int = 1 << 20, limit: Int = .max) throws -> [UInt8] {
        let gunzip = Gunzip()
        var all: [UInt8] = []
        var start = 0
        while start < packed.count {
            let piece = Array(packed[start..<min(start + size, packed.count)])
            try piece.withUnsafeBufferPointer { bytes in
                try gunzip.unpack(bytes) { out in
                    all += out
                    return all.count < limit
                }
            }
            start += size
            if all.count >= limit { return all }
        }
        try gunzip.finish()
        return all
    }

    private static func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * $0 % 251) } }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func whatGzipPackedComesOutAgain(count: Int) throws {
        let text = Self.text(count)
        #expect(try unpacked(gzip(text)) == text)
    }

    @Test(arguments: [1, 2, 7, 1000])
    func piecesOfAnySizeWillDo(size: Int) throws {
        let text = Self.text(100_000)
        #expect(try unpacked(gzip(text), pieces: size) == text)
    }

    @Test func severalMembersAreOneText() throws {
        let (first, second) = (Self.text(1000), Self.text(70_000))
        for size in [1, 13, 1 << 20] {
            #expect(try unpacked(gzip(first) + gzip(second), pieces: size) == first + second)
        }
    }

    @Test func everyCutIsNoticed() throws {
        let packed = try gzip(Self.text(500))
        for end in 0..<packed.count {
            #expect(throws: GunzipError(code: .truncated)) { try unpacked(Array(packed[..<end])) }
        }
    }

    @Test func damageIsNoticed() throws {
        let packed = try gzip(Self.text(500))
        // The checksum and the length are in the last eight bytes.
        for offset in [0, 1, packed.count - 8, packed.count - 1] {
            var damaged = packed
            damaged[offset] ^= 0x55
            #expect(throws: GunzipError(code: .damaged)) { try unpacked(damaged) }
        }
        #expect(throws: GunzipError(code: .damaged)) { try unpacked(packed + Array("behind".utf8)) }
        #expect(throws: GunzipError(code: .damaged)) { try unpacked(Array("<html>".utf8)) }
    }

    @Test func aBombIsStoppedWhereItsReaderSays() throws {
        let bomb = try gzip([UInt8](repeating: 0, count: 20 << 20))
        #expect(bomb.count < 64 << 10)
        #expect(try unpacked(bomb, limit: 1 << 20).count <= 1 << 20 + 64 << 10)
    }

    @Test(arguments: [0, 1, 1000, 1 << 20])
    func whatWasPackedForKeepingComesOutAgain(count: Int) {
        func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
            bytes.withUnsafeBytes { Deflate.unpacked($0, count: count) }
        }
        let bytes = Self.text(count)
        let packed = Deflate.packed(bytes)
        #expect(unpacked(packed, count: count) == bytes)
        #expect(unpacked(packed, count: count + 1) == nil)
        if count > 0 { #expect(unpacked(packed, count: count - 1) == nil) }
        #expect(unpacked(Array(packed.dropLast()), count: count) == nil)
    }
}

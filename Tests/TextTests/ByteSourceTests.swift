import Foundation
import TestSupport
import Testing

@testable import GeocliText

@Suite struct ByteSourceTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try TestSupport.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func bytesInMemoryArriveOnce() throws {
        let source = ByteSource(name: "test", bytes: [1, 2, 3])
        #expect(source.name == "test")
        #expect(try source.next() == [1, 2, 3])
        #expect(try source.next() == [])
        #expect(try source.next() == [])
        #expect(try ByteSource(name: "test", bytes: []).next() == [])
    }

    @Test func aFileArrivesWholeInPieces() throws {
        try withFolder { folder in
            let bytes = (0..<(600 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
            let path = folder.appendingPathComponent("책방.bin").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let source = try ByteSource.file(path: path)
            #expect(source.name == path)
            var all: [UInt8] = []
            var pieces = 0
            while case let piece = try source.next(), !piece.isEmpty {
                #expect(piece.count <= 256 << 10)
                all += piece
                pieces += 1
            }
            #expect(all == bytes)
            #expect(pieces >= 3)
            #expect(try source.next() == [])
        }
    }

    @Test func anEmptyFileAndADeviceWithoutBytesAreEmpty() throws {
        #expect(try ByteSource.file(path: "/dev/null").readAll(limit: 0) == [])
        try withFolder { folder in
            let path = folder.appendingPathComponent("empty").path
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(try ByteSource.file(path: path).next() == [])
        }
    }

    @Test func readAllStopsAboveItsLimit() throws {
        func source() -> ByteSource { .pieces(Array(repeating: 7, count: 10), of: 3) }
        #expect(try source().readAll(limit: 10) == Array(repeating: 7, count: 10))
        #expect(try source().readAll(limit: 11)?.count == 10)
        #expect(try source().readAll(limit: 9) == nil)
        #expect(try source().readAll(limit: 0) == nil)
        #expect(try ByteSource(name: "test", bytes: []).readAll(limit: 0) == [])
        #expect(try ByteSource.file(path: "/dev/zero").readAll(limit: 1 << 20) == nil)
    }

    @Test func aMissingFileIsNamedWithTheReason() throws {
        let error = #expect(throws: ByteSourceError.self) { try ByteSource.file(path: "/proc/none/feed.json") }
        #expect(
            error?.description
                == "cannot read /proc/none/feed.json: No such file or directory; check the path and its permissions")
        #expect(
            error?.words.ko == "/proc/none/feed.json 파일을 읽을 수 없습니다: 파일이나 폴더가 없음. 경로와 권한을 확인하세요")
        #expect(error?.isMissing == true)
        #expect(error == ByteSourceError(path: "/proc/none/feed.json", number: ENOENT))
        #expect(ByteSourceError(path: "p", number: ENOTDIR).isMissing)
        #expect(!ByteSourceError(path: "p", number: EACCES).isMissing)
    }

    @Test func aFolderIsNoFile() throws {
        try withFolder { folder in
            let expected = ByteSourceError(path: folder.path, number: EISDIR)
            #expect(throws: expected) { try ByteSource.file(path: folder.path).next() }
            #expect(!expected.isMissing)
        }
    }

    @Test func aSourceClosesItsFile() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("x").path
            try Data([1]).write(to: URL(fileURLWithPath: path))
            // Many more files than a process may have open at once.
            for _ in 0..<5000 { #expect(try ByteSource.file(path: path).next() == [1]) }
        }
    }

    @Test func standardInputHasANameAndStaysOpen() {
        do {
            let source = ByteSource.standardInput()
            #expect(source.name == "standard input")
        }
        #expect(fcntl(0, F_GETFD) >= 0)
    }
}

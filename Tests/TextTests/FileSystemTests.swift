import Foundation
import TestSupport
import Testing

@testable import GeocliText

@Suite struct FileSystemTests {
    @Test func aLinkHasTheFactsOfItsFileAndItsOwn() throws {
        let folder = try TestSupport.temporaryFolder().path
        try Data("12345".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
        #expect(symlink(folder + "/file", folder + "/link") == 0)
        let (file, link) = (
            try #require(FileSystem.facts(folder + "/file")), try #require(FileSystem.facts(folder + "/link"))
        )
        #expect(file.isFile && !file.isFolder && file.st_size == 5 && file.isSame(as: link))
        #expect(FileSystem.ownFacts(folder + "/link")?.isFile == false)
        #expect(FileSystem.facts(folder)?.isFolder == true && FileSystem.facts(folder + "/none") == nil)
        #expect(FileSystem.realPath(folder + "/link") == FileSystem.realPath(folder)?.appending("/file"))
        #expect(FileSystem.names(in: folder)?.sorted() == ["file", "link"])
        #expect(FileSystem.names(in: folder + "/none") == nil && errno == ENOENT)
    }

    @Test func bytesAreWrittenWholeAndReadFromAPosition() throws {
        let path = try TestSupport.temporaryFolder().path + "/file"
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        #expect(FileSystem.write(bytes, to: descriptor) == nil)
        #expect(try FileSystem.bytes(of: descriptor, from: 7, count: 400_000).get() == Array(bytes[7...]))
        #expect(FileSystem.facts(descriptor)?.st_size == 300_000)
        close(descriptor)
        #expect(FileSystem.write([1], to: -1) == EBADF)
        #expect(throws: SystemNumber.self) { try FileSystem.bytes(of: -1, from: 0, count: 1).get() }
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliExport

@Suite struct OutputFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try TestSupport.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func aFileIsThereOnceItIsCommitted() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("책방.csv").path
            let file = try OutputFile.create(path: path)
            try file.write(Array("a\n".utf8))
            #expect(!FileManager.default.fileExists(atPath: path))
            try file.write([])
            try file.write(Array("b\n".utf8))
            try file.commit()
            #expect(try text(path) == "a\nb\n")
            #expect(try names(folder) == ["책방.csv"])
        }
    }

    @Test func aFileThatIsNotCommittedLeavesNothing() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("new.csv").path
            do {
                let file = try OutputFile.create(path: path)
                try file.write(Array("half".utf8))
                #expect(try !names(folder).contains("new.csv"))
            }
            #expect(try names(folder) == [])
        }
    }

    @Test func theNewFileIsAsPrivateAsTheFormerOne() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("private.csv").path
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let file = try OutputFile.create(path: path)
            try file.write(Array("new".utf8))
            try file.commit()
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try text(path) == "new")
        }
    }

    @Test func aFormerFileStaysUntilTheNewOneIsWhole() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("old.csv").path
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            do {
                let file = try OutputFile.create(path: path)
                try file.write(Array("half".utf8))
                #expect(try text(path) == "old")
            }
            #expect(try text(path) == "old")
            let file = try OutputFile.create(path: path)
            try file.write(Array("new".utf8))
            #expect(try text(path) == "old")
            try file.commit()
            #expect(try text(path) == "new")
            #expect(try names(folder) == ["old.csv"])
        }
    }

    @Test func anEmptyFileIsAFileToo() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("empty").path
            try OutputFile.create(path: path).commit()
            #expect(try text(path) == "")
        }
    }

    @Test func largeWritesAreWhole() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("large").path
            let bytes = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let file = try OutputFile.create(path: path)
            try file.write(bytes)
            try file.commit()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
        }
    }

    @Test func aSymbolicLinkStaysALink() throws {
        try withFolder { folder in
            let target = folder.appendingPathComponent("target.csv").path
            let link = folder.appendingPathComponent("link.csv").path
            try Data("old".utf8).write(to: URL(fileURLWithPath: target))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.csv")
            let file = try OutputFile.create(path: link)
            try file.write(Array("new".utf8))
            try file.commit()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.csv")
            #expect(try text(target) == "new")
            #expect(try names(folder) == ["link.csv", "target.csv"])
        }
    }

    @Test func aSymbolicLinkToNothingYetStaysALink() throws {
        try withFolder { folder in
            let link = folder.appendingPathComponent("link.csv").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.csv")
            let file = try OutputFile.create(path: link)
            try file.write(Array("new".utf8))
            try file.commit()
            #expect(try names(folder) == ["link.csv", "target.csv"])
            #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == "target.csv")
        }
    }

    @Test func aMissingFolderIsNamedWithTheReason() throws {
        let path = "/proc/none/a.csv"
        let error = #expect(throws: OutputError.self) { try OutputFile.create(path: path) }
        #expect(error == OutputError(path: path, step: .create, number: ENOENT))
        #expect(
            error?.description
                == "cannot create /proc/none/a.csv: No such file or directory; give -o a path in a writable folder"
        )
        #expect(
            error?.words.ko == "/proc/none/a.csv 파일을 만들 수 없습니다: 파일이나 폴더가 없음. -o에는 쓰기 권한이 있는 폴더의 경로를 쓰세요")
        #expect(error?.isBrokenPipe == false)
    }

    @Test func aFileThatSomebodyElseLaidBesideStays() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("rows.csv").path
            // The name that a process of the same number in another container would use.
            let other = "\(path).\(getpid()).tmp"
            try Data("theirs".utf8).write(to: URL(fileURLWithPath: other))
            let file = try OutputFile.create(path: path)
            try file.write(Array("ours".utf8))
            try file.commit()
            #expect(try text(other) == "theirs")
            #expect(try text(path) == "ours")
        }
    }

    @Test func nobodyCanGuessTheNameOfAFileThatIsNotInItsPlace() {
        let names = Set((0..<1000).map { _ in TemporaryName.beside("a/b/rows.csv") })
        #expect(names.count == 1000)
        for name in names {
            #expect(name.hasPrefix("a/b/.geocli-") && name.hasSuffix(".tmp"))
            // 128 bits are 25 digits of base 36; fewer than 20 digits occur once in 36 to the fifth.
            #expect(28...45 ~= name.utf8.count)
        }
        let long = String(repeating: "길", count: 84)
        #expect(TemporaryName.beside(long).utf8.count < 60, "also where the target's own name has no room left")
    }

    @Test func aNameOfTheGreatestLengthIsWritten() throws {
        try withFolder { folder in
            let name = String(repeating: "길", count: 83) + ".csv"
            let file = try OutputFile.create(path: folder.appendingPathComponent(name).path)
            try file.write([1])
            try file.commit()
            #expect(try names(folder) == [name])
        }
    }

    @Test func aFileWithoutAnyNameIsRefused() throws {
        #expect(throws: OutputError(path: "", step: .create, number: ENOENT)) { try OutputFile.create(path: "") }
    }

    @Test func aNameThatMayNotBeOnDiskIsSaid() {
        let error = OutputError(path: "a.csv", step: .name, number: EIO)
        #expect(
            error.words.en
                == "a.csv was written but may not survive a power failure: Input/output error; check the disk and write the file again"
        )
        #expect(error.words.ko == "a.csv 파일을 저장했지만 정전이 나면 사라질 수 있습니다: 입출력 오류. 디스크를 확인하고 다시 저장하세요")
    }

    @Test func onATerminalNothingButTextArrives() throws {
        var (own, shell) = (Int32(-1), Int32(-1))
        try #require(openpty(&own, &shell, nil, nil, nil) == 0)
        defer {
            close(own)
            close(shell)
        }
        let file = try OutputFile.create(path: String(cString: try #require(ttyname(shell))))
        #expect(file.isTerminal)
        try file.write(Array("책방\u{1B}[31m\u{9B}2J\u{202E}\ta\r\nb".utf8) + [0x9B, 0xFF, 0x0A])
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = read(own, &bytes, bytes.count)
        let seen = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(seen == "책방[31m2J\ta\nb\u{FFFD}\u{FFFD}\n")
        #expect(try !OutputFile.create(path: "/dev/null").isTerminal)
    }

    @Test func aFolderIsNoFile() throws {
        try withFolder { (folder: URL) throws in
            #expect(throws: OutputError(path: folder.path, step: .create, number: EISDIR)) {
                try OutputFile.create(path: folder.path)
            }
            #expect(throws: OutputError.self) { try OutputFile.create(path: folder.path + "/new/") }
            #expect(try names(folder) == [])
        }
    }

    @Test func aDeviceIsWrittenInPlace() throws {
        let null = try OutputFile.create(path: "/dev/null")
        try null.write(Array("gone".utf8))
        try null.commit()
        var information = stat()
        try #require(stat("/dev/null", &information) == 0)
        #expect(information.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func aFullDiskIsAnErrorOfWriting() throws {
        let full = try OutputFile.create(path: "/dev/full")
        let error = #expect(throws: OutputError.self) { try full.write([1]) }
        #expect(error == OutputError(path: "/dev/full", step: .write, number: ENOSPC))
        #expect(error?.description == "cannot write /dev/full: No space left on device; the output is incomplete")
        #expect(error?.words.ko == "/dev/full에 쓸 수 없습니다: 디스크 공간 부족. 출력이 완전하지 않습니다")
    }

    @Test func aFolderThatGoesAwayIsAnErrorOfWriting() throws {
        try withFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            let path = inner.appendingPathComponent("a.csv").path
            let file = try OutputFile.create(path: path)
            try FileManager.default.removeItem(at: inner)
            #expect(throws: OutputError(path: path, step: .replace, number: ENOENT)) { try file.commit() }
        }
    }

    @Test func aFileThatCanNotBeWrittenIsSaidToBeAsItWas() {
        let error = OutputError(path: "a.csv", step: .replace, number: ENOSPC)
        #expect(
            error.words.en
                == "cannot write a.csv: No space left on device; the file is unchanged; free some space or choose another path with -o"
        )
        #expect(
            error.words.ko
                == "a.csv에 쓸 수 없습니다: 디스크 공간 부족. 파일은 그대로입니다. 공간을 확보하거나 -o로 다른 위치를 지정하세요")
    }

    @Test(arguments: [0o444, 0o600, 0o640])
    func aFileThatIsKeptFromWritersCanBeWrittenUntilItIsWhole(_ mode: Int) throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("rows.gpkg").path
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let (file, place) = try OutputFile.createDatabase(path: path)
            var unfinished = stat()
            try #require(stat(place, &unfinished) == 0)
            #expect(unfinished.st_mode & 0o777 == mode_t(mode) | 0o600)
            try file.commit()
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
    }

    @Test func linksThatLeadToEachOtherStay() throws {
        try withFolder { folder in
            let (one, other) = (folder.appendingPathComponent("one").path, folder.appendingPathComponent("other").path)
            try FileManager.default.createSymbolicLink(atPath: one, withDestinationPath: "other")
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: "one")
            #expect(throws: OutputError(path: one, step: .create, number: ELOOP)) { try OutputFile.create(path: one) }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: one) == "other")
            #expect(try names(folder) == ["one", "other"])
        }
    }

    @Test func aReaderThatHasGoneIsABrokenPipe() {
        #expect(OutputError(path: "standard output", step: .write, number: EPIPE).isBrokenPipe)
    }

    @Test func standardOutputStaysOpenAndNeedsNoCommit() throws {
        do {
            let output = try OutputFile.create(at: try OutputDestination(nil, sparing: []))
            try output.write([])
            try output.commit()
        }
        #expect(fcntl(1, F_GETFD) >= 0)
    }

    @Test func filesAreClosed() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("a").path
            // More files than a process may have open at once.
            for _ in 0..<3000 { _ = try OutputFile.create(path: path) }
            #expect(try names(folder) == [])
        }
    }

    @Test func aSinkHandsOnPiecesOf64KiB() throws {
        var pieces: [[UInt8]] = []
        let sink = ByteSink { pieces.append($0) }
        try sink.flush()
        try sink.flushIfFull()
        #expect(pieces == [])
        sink.bytes = Array(repeating: 1, count: (64 << 10) - 1)
        try sink.flushIfFull()
        #expect(pieces == [])
        sink.bytes.append(2)
        try sink.flushIfFull()
        #expect(pieces.map(\.count) == [64 << 10])
        #expect(sink.bytes == [])
        sink.bytes = [3]
        try sink.flush()
        #expect(pieces.last == [3] && sink.bytes == [])
    }

    @Test func aSinkThatFailsTellsSo() {
        let sink = ByteSink { _ in throw OutputError(path: "p", step: .write, number: ENOSPC) }
        sink.bytes = [1]
        #expect(throws: OutputError(path: "p", step: .write, number: ENOSPC)) { try sink.flush() }
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliExport

/// No output replaces a catalog, a file that belongs to one, or another file of the same command.
@Suite struct OutputDestinationTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try TestSupport.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// The file that a path clashes with; nil for none.
    private func clash(_ path: String?, _ spared: ProtectedFile...) throws -> OutputClash.What? {
        do {
            _ = try OutputDestination(path, sparing: spared)
            return nil
        } catch { return error.what }
    }

    @Test func aCatalogIsFoundByWhateverNameItHas() throws {
        try withFolder { (folder: URL) throws in
            func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
            let catalog = path("책방.sqlite")
            try Data("x".utf8).write(to: URL(fileURLWithPath: catalog))
            try FileManager.default.createDirectory(atPath: path("in"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "책방.sqlite")
            try FileManager.default.createSymbolicLink(atPath: path("chain"), withDestinationPath: "in/../link")
            try FileManager.default.createSymbolicLink(atPath: path("in/up"), withDestinationPath: "..")
            try FileManager.default.linkItem(atPath: catalog, toPath: path("hard"))
            for name in [
                "책방.sqlite", "link", "chain", "hard", "in/../책방.sqlite", "in/up/책방.sqlite", "./in/.././/책방.sqlite",
            ] {
                #expect(try clash(path(name), .catalog(catalog)) == .catalog(catalog), "\(name)")
                #expect(try clash(catalog, .catalog(path(name))) == .catalog(path(name)), "\(name)")
                #expect(try clash(path(name), .input(catalog)) == .input(catalog), "\(name)")
            }
            #expect(try clash(path("other"), .catalog(catalog), .input(catalog)) == nil)
            #expect(try clash(path("책방.sqlite.csv"), .catalog(catalog)) == nil)
            #expect(try clash(path("in/책방.sqlite"), .catalog(catalog)) == nil)
        }
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func whatSQLiteKeepsBesideACatalogIsSparedBeforeItIsThere(_ ending: String) throws {
        try withFolder { (folder: URL) throws in
            func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
            try FileManager.default.createDirectory(atPath: path("in"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: path("to"), withDestinationPath: "in")
            try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "in/c")
            try FileManager.default.createSymbolicLink(atPath: path("side"), withDestinationPath: "in/c\(ending)")
            for (catalog, output) in [
                ("in/c", "in/c\(ending)"), ("in/c", "to/c\(ending)"), ("link", "in/c\(ending)"), ("in/c", "side"),
            ] {
                #expect(try clash(path(output), .catalog(path(catalog))) == .catalogSide(path(catalog)), "\(output)")
            }
            #expect(try clash(path("link\(ending)"), .catalog(path("link"))) == nil, "SQLite resolves the link first")
            #expect(try clash(path("in/c"), .catalog(path("in/c"))) == .catalog(path("in/c")), "a catalog to come")
            try Data().write(to: folder.appendingPathComponent("in/c\(ending)"))
            #expect(try clash(path("side"), .catalog(path("link"))) == .catalogSide(path("link")))
        }
    }

    @Test func whatIsWrittenTwiceIsRefusedAndAMissingInputIsNone() throws {
        try withFolder { (folder: URL) throws in
            let path = folder.appendingPathComponent("log").path
            #expect(try clash(path, .output(path)) == .output(path))
            #expect(try clash(path, .output(folder.path + "/./log")) == .output(folder.path + "/./log"))
            #expect(try clash(path, .input(path)) == nil, "it will be missed soon enough, or is a district")
        }
    }

    @Test func twoNamesThatOnlyLookAlikeAreTwoFiles() throws {
        try withFolder { (folder: URL) throws in
            let (composed, apart) = (folder.path + "/caf\u{E9}", folder.path + "/cafe\u{301}")
            #expect(try clash(composed, .output(apart)) == nil)
            // A slash with an accent after it is still a slash.
            try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: false)
            #expect(FileIdentity.folder(of: "in/\u{301}x") == "in/")
        }
    }

    @Test func aDeviceMayBeReadAndWritten() throws {
        #expect(try clash("/dev/null", .input("/dev/null"), .catalog("/dev/null")) == nil)
        try withFolder { (folder: URL) throws in
            let pipe = folder.path + "/pipe"
            try #require(mkfifo(pipe, 0o600) == 0)
            #expect(try clash(pipe, .input(pipe)) == .input(pipe), "it would wait for itself")
            #expect(try clash(pipe, .catalog(folder.path + "/c")) == nil)
        }
    }

    @Test func aDescriptorIsTheFileThatItHasOpen() throws {
        try withFolder { (folder: URL) throws in
            let catalog = folder.path + "/c"
            let descriptor = open(catalog, O_CREAT | O_RDWR, 0o600)
            defer { close(descriptor) }
            for path in ["/dev/fd/\(descriptor)", "/proc/self/fd/\(descriptor)"] {
                #expect(try clash(path, .catalog(catalog)) == .catalog(catalog))
                #expect(try clash(path, .input(catalog)) == .input(catalog))
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/log", withDestinationPath: "/dev/fd/\(descriptor)")
            #expect(try clash(folder.path + "/log", .catalog(catalog)) == .catalog(catalog))
        }
    }

    @Test func whatADescriptorHasOpenIsWrittenInPlace() throws {
        try withFolder { (folder: URL) throws in
            let path = folder.path + "/log"
            let descriptor = open(path, O_CREAT | O_RDWR | O_APPEND, 0o600)
            defer { close(descriptor) }
            try #require(write(descriptor, "before\n", 7) == 7)
            let file = try OutputFile.create(path: "/dev/fd/\(descriptor)")
            try file.write(Array("rows\n".utf8))
            try file.commit()
            try #require(write(descriptor, "after\n", 6) == 6)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\nrows\nafter\n")
        }
    }

    @Test func eachClashIsSaidInOneSentence() {
        func words(_ path: String?, _ what: OutputClash.What) -> [String] {
            let words = OutputClash(path: path, what: what).words
            return [words.en, words.ko]
        }
        let end = "; write to another file"
        let start = "would overwrite"
        let korean = "입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요"
        #expect(words("c", .catalog("c")) == ["writing to c \(start) the catalog\(end)", "c는 카탈로그\(korean)"])
        #expect(words("l", .catalog("c")) == ["writing to l \(start) the catalog c\(end)", "l은 카탈로그(c)\(korean)"])
        #expect(
            words("c-wal", .catalogSide("c")) == [
                "writing to c-wal \(start) a part of the catalog c\(end)", "c-wal은 카탈로그(c)의 일부\(korean)",
            ])
        #expect(
            words("c", .otherCatalog) == ["writing to c \(start) a geocli catalog\(end)", "c는 geocli 카탈로그\(korean)"])
        #expect(
            words("f", .input("f")) == [
                "writing to f \(start) what this command reads\(end)", "f는 이 명령이 읽는 파일\(korean)",
            ])
        #expect(
            words("l", .input("f")) == [
                "writing to l \(start) f, which this command reads\(end)", "l은 이 명령이 읽는 파일(f)\(korean)",
            ])
        #expect(
            words("f", .input("-")) == [
                "writing to f \(start) what this command reads on standard input\(end)",
                "f는 이 명령이 표준 입력으로 읽는 파일\(korean)",
            ])
        #expect(
            words("f", .output("f")) == [
                "writing to f \(start) what this command also writes\(end)", "f는 이 명령이 함께 저장하는 파일\(korean)",
            ])
        #expect(
            words("m/f", .records("m")) == [
                "m/f is in the folder of your records (m), where only 'geocli mine' writes; choose another folder",
                "m/f는 내 기록 폴더(m)에 있습니다. 이 폴더에는 'geocli mine' 명령만 파일을 저장합니다. 다른 폴더를 쓰세요",
            ])
        #expect(
            words(nil, .catalog("c")) == [
                "standard output would overwrite the catalog c; send it to another file",
                "표준 출력으로 보내면 카탈로그(c)를 덮어쓰게 됩니다. 다른 파일로 보내세요",
            ])
        #expect(words("a\u{1B}\nb", .otherCatalog)[0].hasPrefix("writing to a b would"))
    }
}

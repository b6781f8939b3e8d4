import Foundation
import TestSupport
import Testing

/// `make install` puts everything where Debian's programs look for it, and `make uninstall` takes it away.
@Suite struct InstallTests {
    @Test(arguments: [("/usr/local", "site-functions"), ("/usr", "vendor-completions")])
    func whatIsInstalledGoesAgain(_ prefix: String, _ zsh: String) throws {
        let place = try Workplace()
        let target = place.file("a folder").path
        func make(_ goal: String) throws {
            let run = try TestSupport.run(
                URL(fileURLWithPath: "/usr/bin/env"),
                ["make", goal, "GEOCLI=\(TestSupport.geocli.path)", "PREFIX=\(prefix)", "DESTDIR=\(target)"],
                folder: TestSupport.packageRoot)
            #expect(run.status == 0, "\(run.errorText)")
        }
        let share = "\(target)\(prefix)/share"
        let files = [
            "\(target)\(prefix)/bin/geocli", "\(target)\(prefix)/bin/geoworker",
            "\(target)\(prefix)/bin/geoserve", "\(share)/man/man1/geocli.1",
            "\(share)/man/man1/geocli-near.1", "\(share)/man/ko/man1/geocli.1",
            "\(share)/man/ko/man1/geocli-near.1",
            "\(share)/bash-completion/completions/geocli",
            "\(share)/zsh/\(zsh)/_geocli", "\(share)/fish/vendor_completions.d/geocli.fish",
        ]
        try make("install")
        let sizes = try files.map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }
        #expect(sizes.allSatisfy { $0 > 1000 }, "\(sizes)")
        #expect(FileManager.default.isExecutableFile(atPath: files[0]))
        try make("uninstall")
        #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        let left = try FileManager.default.subpathsOfDirectory(atPath: target).filter { $0.hasSuffix(".1") }
        #expect(left.isEmpty, "\(left)")
    }
}

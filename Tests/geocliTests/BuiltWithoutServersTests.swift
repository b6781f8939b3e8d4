import Foundation
import GeocliText
import TestSupport
import Testing

@testable import geocli

/// A program without the trait PostGIS explains how to build one with it.
@Suite struct BuiltWithoutServersTests {
    @Test func theSentenceSaysHowToBuild() {
        #expect(
            NoServersError().words.en == """
                this geocli was built without PostgreSQL support; rebuild it with \
                'swift build -c release --traits PostGIS --product geocli'
                """)
        #expect(NoServersError().words.ko.contains("--traits PostGIS"))
        #expect(ExitStatus(NoServersError()) == .usage)
    }

    #if !PostGIS
    @Test(arguments: [
        "push postgres://127.0.0.1/d", "list --db postgres://127.0.0.1/d", "near 1,2 --db postgresql:///d",
    ])
    func theProgramSaysIt(_ line: String) throws {
        let run = try Workplace.sample.get().geocli(line)
        #expect(run.status == 64)
        #expect(run.errorText == "geocli: \(NoServersError().words.en)\n")
        #expect(run.output.isEmpty)
    }
    #endif
}

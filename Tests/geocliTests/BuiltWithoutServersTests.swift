import Foundation
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import geocli

/// A program without the trait PostGIS explains how to build one with it.
@Suite struct BuiltWithoutServersTests {
    @Test func theSentenceSaysHowToBuild() {
        #expect(
            ServerAddress.unsupported.words.en == """
                this geocli was built without PostgreSQL support; rebuild it with \
                'swift build -c release --traits PostGIS --product geocli'
                """)
        #expect(ServerAddress.unsupported.words.ko.contains("--traits PostGIS"))
        #expect(ServerAddress.unsupported.exit == .usage)
    }

    #if !PostGIS
    @Test(arguments: [
        "push postgres://127.0.0.1/d", "list --db postgres://127.0.0.1/d", "near 1,2 --db postgresql:///d",
    ])
    func theProgramSaysIt(_ line: String) throws {
        let run = try Workplace.sample.get().geocli(line)
        #expect(run.status == 64)
        #expect(run.errorText == "geocli: \(ServerAddress.unsupported.words.en)\n")
        #expect(run.output.isEmpty)
    }
    #endif
}

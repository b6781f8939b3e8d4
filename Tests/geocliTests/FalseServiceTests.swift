import Foundation
import TestSupport
import Testing

/// `--server` trusts no service: an answer is whole and of the requested kind, or it is refused.
@Suite struct FalseServiceTests {
    @Test func wrongAnswersAreRefusedAndHonestOnesAreWritten() throws {
        let place = try Workplace.sample.get().copy()
        let folder = try TestSupport.temporaryFolder()
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Faults/false_service.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-B", script, TestSupport.geocli.path, place.file(Workplace.catalogName).path, folder.path,
            ], environment: ["PYTHONIOENCODING": "utf-8"])
        #expect(run.status == 0, "\(run.text.suffix(4000))\(run.errorText.suffix(2000))")
        let count = run.text.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(count > 300, "\(run.text.suffix(200))")
    }

    /// Two notes of a service are two lines, as from the command itself.
    @Test func allNotesArrive() throws {
        let place = try Workplace.sample.get().copy()
        let service = try RunningService(place)
        let line = "search ㅊㅂ --kind used --format geojson"
        let (own, served) = (try place.succeed(line), try place.succeed("\(line) --server \(service.address)"))
        #expect(served.output == own.output)
        #expect(served.errorText.split(separator: "\n").sorted() == own.errorText.split(separator: "\n").sorted())
    }
}

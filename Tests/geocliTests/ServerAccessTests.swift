#if PostGIS
import Foundation
import TestSupport
import Testing

/// The users who may connect, the messages if no server answers, and the rule that no password is ever shown.
@Suite(.postGIS) struct ServerAccessTests {
    private static let server = Result { () throws -> ServerDesk in
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "access")
        try server.server.psql(
            """
            CREATE ROLE keeper LOGIN PASSWORD 'right-secret'; GRANT USAGE ON SCHEMA access TO keeper;
            GRANT SELECT ON ALL TABLES IN SCHEMA access TO keeper
            """)
        return server
    }

    private func list(_ environment: [String: String] = [:], address: String? = nil) throws -> ProgramRun {
        let server = try Self.server.get()
        let address = address ?? server.server.address("access", user: "keeper")
        return try server.place.geocli(["list", "--limit", "1", "--db", address], environment: environment)
    }

    @Test func passwordsComeFromTheEnvironmentAndLibpqsFiles() throws {
        let server = try Self.server.get()
        let wanted = try server.place.succeed("list --limit 1").output
        #expect(try list(["PGPASSWORD": "right-secret"]).output == wanted)
        let file = server.place.file("pass")
        try Data("127.0.0.1:*:places:keeper:right-secret\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try list(["PGPASSFILE": file.path]).output == wanted)
        let service =
            "[places]\nhost=127.0.0.1\nport=\(server.server.port)\ndbname=places\nuser=keeper\npassword=right-secret\n"
        try Data(service.utf8).write(to: server.place.file("service.conf"))
        let environment = ["PGSERVICEFILE": server.place.file("service.conf").path]
        #expect(try list(environment, address: "postgres://?service=places#access").output == wanted)
    }

    @Test func aWrongPasswordIsSaidSoInOneSentence() throws {
        for (environment, reason) in [
            (["PGPASSWORD": "wrong-secret"], "password authentication failed for user \"keeper\""),
            (["PGPASSFILE": "/proc/none"], "no password is known for this user"),
        ] {
            let run = try list(environment)
            #expect(run.status == 77)
            let name = "postgres://127.0.0.1:\(try Self.server.get().server.port)/places#access"
            #expect(
                run.errorText == """
                    geocli: \(name): \(reason); check the user, and the password in ~/.pgpass, pg_service.conf or PGPASSWORD\n
                    """)
            #expect(run.output.isEmpty)
        }
    }

    /// An address with a password is refused and not repeated, whatever comes before it.
    @Test(arguments: [
        ["list", "--db"], ["push"], ["near", "1,2", "--db"], ["status", "--db"], ["list"], ["nonsense"], ["help"],
        ["--nonsense"],
    ])
    func aPasswordInTheAddressIsRefusedAndNotRepeated(_ words: [String]) throws {
        let place = try Workplace.sample.get()
        for address in [
            "postgres://u:hush-hush@127.0.0.1/d", "postgresql://u:%68ush-hush@127.0.0.1/d",
            "postgres://127.0.0.1/d?password=hush-hush", "postgres://127.0.0.1/d?%70assword=hush-hush",
            "postgres://127.0.0.1/d?sslpassword=hush-hush", "postgres://u:a/hush-hush@127.0.0.1/d",
            "postgres://u:hush-hush",
        ] {
            let run = try place.geocli(words + [address])
            #expect(run.status == 64)
            #expect(!(run.text + run.errorText).contains("ush-hush"), "\(run.errorText)")
            #expect(run.errorText.contains("other users can read a password in a server address"))
            let korean = try place.geocli(words + [address, "--lang", "ko"])
            #expect(korean.errorText.contains("비밀번호") && !korean.errorText.contains("ush-hush"))
        }
    }

    @Test func aPasswordInTheVariableIsRefusedToo() throws {
        let place = try Workplace.sample.get()
        for line in ["list", "near 1,2", "status", "push postgres://127.0.0.1/d", "completions"] {
            let run = try place.geocli(line, environment: ["GEOCLI_DB": "postgres://u:hush-hush@127.0.0.1/d"])
            #expect(run.status != 0 || line == "completions")
            #expect(!(run.text + run.errorText).contains("hush-hush"), "\(run.errorText)")
        }
    }

    /// The messages if no server answers; HOST stands for the tests' own server.
    @Test(arguments: [
        ("postgres://127.0.0.1:1/d", 69, "no answer from postgres://127.0.0.1:1/d: "),
        ("postgres://no-such-host.invalid/d", 69, "no answer from postgres://no-such-host.invalid/d: "),
        ("postgres:///d?host=/proc/none", 69, "no answer from postgres:///d: "),
        ("postgres://keeper@HOST/nowhere", 66, "database \"nowhere\" does not exist; create the database"),
        ("postgres://keeper@HOST/places#nowhere", 66, "yet; create one with 'geocli push'"),
        ("postgres://keeper@HOST/places#a-b", 64, "\"a-b\" cannot be the name of a schema"),
        ("postgres://127.0.0.1/d?nonsense=1", 64, "this is not a server address"),
    ])
    func whereNothingAnswersOneSentenceSaysWhy(_ address: String, _ status: Int32, _ says: String) throws {
        let port = try Self.server.get().server.port
        let run = try list(
            ["PGPASSWORD": "right-secret"], address: address.replacing("HOST", with: "127.0.0.1:\(port)"))
        #expect(run.status == status, "\(run.errorText)")
        #expect(run.errorText.hasPrefix("geocli: ") && run.errorText.contains(says), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(!run.errorText.contains("right-secret"))
    }

    @Test func aServerThatNeverAnswersIsNotWaitedForLong() throws {
        // A server that accepts connections and sends nothing.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, size)
                listen(listener, 4)
                getsockname(listener, $0, &size)
            }
        }
        let run = try list(
            ["PGCONNECT_TIMEOUT": "1"], address: "postgres://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/d")
        #expect(run.status == 69)
        #expect(run.errorText.contains("timed out"))
    }

    @Test func aPlaceWithoutPostGISIsSaidSo() throws {
        let server = try Self.server.get()
        try server.server.psql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let address = server.server.address("s").replacing("/places?", with: "/latin?")
        let run = try server.place.geocli(["push", address])
        #expect(run.status == 65)
        #expect(
            run.errorText.contains(
                "uses the encoding LATIN1; create a UTF-8 database with 'createdb -E UTF8 -T template0'"))
    }
}
#endif

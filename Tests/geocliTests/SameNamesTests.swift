import Foundation
import GeocliAsking
import TestSupport
import Testing

@testable import GeocliServing

/// A listing is asked in four ways: by a command's options, by the parameters of an address of the service, by the
/// request that `--server` writes, and by the controls of the map page. What one of them can ask, the others can, or a
/// list here names the difference. An option that is added in one place only fails these tests.
@Suite struct SameNamesTests {
    /// A command with its least arguments, and the address of the service that answers the same question.
    private static let listings: [(line: String, path: String)] = [
        ("near 37.5,127", "/near"), ("bbox 126,37,128,38", "/bbox"), ("inside 마포구", "/inside"),
        ("search 책", "/search"), ("list", "/list"), ("show 1", "/show/{id}"), ("cluster --zoom 12", "/cluster"),
        ("changes", "/changes"), ("changes --follow", "/events"),
    ]

    /// A value for each option that takes one. A new option needs one here.
    private static let values = [
        "-k": "3", "--within": "1km", "--kind": "used", "--district": "마포", "--has": "phone", "--feed": "x",
        "--match": "책", "--sort": "name", "--format": "csv", "--fields": "id,name", "--limit": "3", "--near": "1,2",
        "--zoom": "9", "--bbox": "126,37,128,38", "--mode": "stable", "--icon": "20x20", "--anchor": "0.5,1",
        "--padding": "4", "--tile-size": "256", "--max-zoom": "18", "--attribution": "nearest", "--what": "added",
        "--since": "1", "--as-of": "2026-09-21", "--from": "points.csv", "--threads": "2", "--marked": "list",
        "--places": "places.csv", "--keep": "name", "--lat": "y", "--lon": "x", "--places-id": "ref",
        "--places-lat": "y",
        "--places-lon": "x", "--encoding": "CP949", "--areas": "areas.geojson", "--name-key": "name", "--id": "no",
        "--reader": "r", "--exec": "true", "-o": "rows.csv", "--db": "x.sqlite", "--lang": "en",
        "--color": "always",
    ]

    /// Options whose parameter has another name, or is another value of a parameter.
    private static let otherNames = [
        "-k": "k", "--json": "format", "--csv": "format", "--geojson": "format", "--near": "near",

    ]

    /// Options that choose the source or say what this machine does with an answer; no request has them.
    private static func local(_ line: String) -> Set<String> {
        let always: Set = [
            "--server", "-o", "--fail-empty", "--lang", "--no-ground", "--no-pager", "-q", "--version", "-h", "--help",
            "--help-all",
            "--follow",
            "--exec", "--reader", "--color",
        ]
        switch line {
        case "show 1": return always.union(["--limit"])
        // The rows of a stream are written here, and closed places are always in it.
        case "changes --follow":
            return always.union([
                "--format", "--json", "--csv", "--geojson", "--fields", "--raw", "--excel", "--include-closed",
            ])
        default: return always
        }
    }

    /// Parameters that no option has: a command has an argument, or its terminal, instead.
    private static let onlyParameters: Set<String> = [
        "include-closed",
        "where", "q", "box", "district", "columns", "color", "begin", "since",
    ]

    @Test(arguments: listings.indices)
    func anOptionIsSentOrRefusedAndTheServiceHasItsParameter(number: Int) throws {
        let (line, path) = Self.listings[number]
        let place = try Workplace.sample.get().copy()
        try place.write("latitude,longitude\n37.5,127\n", to: "points.csv")
        let parameters = try Self.parameters(of: path)
        let command = try #require(CommandTree.load().commands.first { $0.path == [String(line.prefix { $0 != " " })] })
        let recorder = try FeedServer(rows: 1)
        var sent: Set<String> = []
        for option in command.allOptions where !Self.local(line).contains(option.name) {
            let value = option.takesValue ? Self.values[option.name] : nil
            #expect(value != nil || !option.takesValue, "\(option.name): give a value")
            if line.contains(option.name) { continue }
            let before = try recorder.targets.count
            var words = CommandWords.split(line)
            if option.name == "--all-zooms" { words = ["cluster"] }
            // --marked may stand without a value.
            words += option.name == "--marked" ? ["--marked=list"] : [option.name] + (value.map { [$0] } ?? [])
            // These work only together with others.
            if option.name == "--raw" || option.name == "--excel" { words += ["--format", "csv"] }
            if option.name == "--reverse" { words += ["--sort", "name"] }
            if option.name == "--threads" { words += ["--from", "points.csv"] }
            let run = try place.geocli(words + ["--server", recorder.address], environment: ["GEOCLI_DB": ""])
            let requests = try recorder.targets.dropFirst(before)
            if run.status == 64, requests.isEmpty {
                // It is refused for what it is, not for a mistake of this test.
                #expect(
                    run.errorText.contains(option.name) || run.errorText.contains("--from") || option.name == "-i",
                    "\(words): \(run.errorText)")
                continue
            }
            let name = Self.otherNames[option.name] ?? String(option.name.drop { $0 == "-" })
            let asked = requests.flatMap(Self.names)
            #expect(
                asked.contains(name), "\(words): \(name) is not in the request \(Array(requests)); \(run.errorText)")
            #expect(parameters.contains(name), "\(path) has no parameter \(name)")
            sent.formUnion(asked)
        }
        let missing = parameters.subtracting(sent).subtracting(Self.onlyParameters)
        #expect(missing.isEmpty, "\(path): no option of '\(line)' sends \(missing)")
    }

    /// The page filters by what a reader chooses from. It has no controls for the rest: feeds are one page each, contacts
    /// are on the cards, and closed places are on the list of changes.
    @Test func thePageHasTheFiltersOrTheirDifferenceIsNamed() throws {
        let page = TestSupport.packageRoot.appendingPathComponent("Sources/Drawing/Page/Assets/address.js")
        let keys = try String(contentsOf: page, encoding: .utf8).matches(of: /\{ key: "(\w+)"/).map { String($0.1) }
        let command = try #require(CommandTree.load().commands.first { $0.path == ["list"] })
        let onThePage = ["--kind": "kind", "--district": "district", "--match": "query"]
        let notOnThePage: Set<String> = [
            "--has", "--feed", "--marked", "--include-closed", "--as-of", "--uncorrected",
        ]
        let filters = command.allOptions.filter { $0.section == "Filters" }.map(\.name)
        #expect(filters.count == onThePage.count + notOnThePage.count)
        for filter in filters where !notOnThePage.contains(filter) {
            #expect(keys.contains(try #require(onThePage[filter], "\(filter): on the page or not?")), "\(filter)")
        }
    }

    /// The names of the parameters of a request.
    private static func names(_ target: String) -> [String] {
        guard let query = target.split(separator: "?").dropFirst().first else { return [] }
        return query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }

    /// The parameters of an address, as the service refuses any other.
    private static func parameters(of path: String) throws -> Set<String> {
        let endpoint = try #require(Endpoint.all.first { "/" + $0.path.joined(separator: "/") == path }, "\(path)")
        return Set(endpoint.parameters.map(\.name))
    }
}

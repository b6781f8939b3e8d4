// swift-tools-version: 6.2
import PackageDescription

/// Links Debian's static archive of a library, so that a query does not spend time on loading a shared library.
func archive(_ name: String) -> LinkerSetting { .linkedLibrary(":lib\(name).a") }

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of test code. Most of it is not worth the time of the optimizer.
let plain = house + [.unsafeFlags(["-Onone"])]
/// The tests that compute for longer than the optimizer takes.
let computing = ["Geo"]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
/// The modules for the transport of geoserve; no other program links them.
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let postGIS = Target.Dependency.target(name: "GeocliPostGIS", condition: .when(traits: ["PostGIS"]))

/// Returns the modules in these folders of Sources. A client may have modules called Text or Query, so the names of our
/// modules begin with Geocli.
func ours(_ folders: [String]) -> [Target.Dependency] { folders.map { .target(name: "Geocli\($0)") } }

/// Returns the module in Sources/<folder>, which imports the modules of `folders`. CAssets has the files of the folders
/// `assets`.
func module(
    _ folder: String, _ folders: [String] = [], with others: [Target.Dependency] = [], assets: [String] = []
) -> Target {
    .target(
        name: "Geocli\(folder)", dependencies: ours(folders) + others, path: "Sources/\(folder)", exclude: assets,
        swiftSettings: house)
}

/// Returns the C library, or the C part of a Swift module, in Sources/C<folder>. It includes the C modules of
/// `folders`.
func cModule(_ folder: String, _ folders: [String] = [], linking: [LinkerSetting] = []) -> Target {
    .target(
        name: "CGeocli\(folder)", dependencies: folders.map { .target(name: "CGeocli\($0)") },
        path: "Sources/C\(folder)", linkerSettings: linking)
}

/// Returns the tests in Tests/<folder>Tests, which import the module of `folder` and the modules of `folders`.
func test(_ folder: String, _ folders: [String] = [], with others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(folder)Tests", dependencies: ours([folder] + folders) + ["TestSupport"] + others,
        swiftSettings: computing.contains(folder) ? house : plain)
}

/// Returns a benchmark program, in Benchmarks/<folder>.
func benchmark(
    _ name: String, in folder: String, _ folders: [String] = [], with others: [Target.Dependency] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: ours(folders) + others, path: "Benchmarks/\(folder)", swiftSettings: house)
}

let package = Package(
    name: "geocli",
    products: [
        .executable(name: "geocli", targets: ["geocli"]),
        .executable(name: "geoworker", targets: ["geoworker"]),
        .executable(name: "geoserve", targets: ["geoserve"]),
        .library(
            name: "Geocli",
            targets: [
                "Text", "Geo", "Projection", "Search", "Places", "Catalog", "PostGIS", "Fetching", "Addresses",
                "Ingest",
                "Query", "Export", "Drawing", "Mine",
            ].map { "Geocli\($0)" }),
    ],
    traits: [
        .trait(
            name: "PostGIS",
            description: "Catalogs on a PostgreSQL server: 'geocli push' and --db postgres://. Needs libpq's header."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        cModule("Geodesic", linking: [archive("GeographicLib"), .linkedLibrary("stdc++")]),
        cModule("Text", linking: [archive("utf8proc"), archive("expat"), archive("nettle"), archive("z")]),
        cModule("Library"),
        cModule("Proj", ["Library"]),
        cModule("Curl", ["Library"]),
        cModule("SQLite", linking: [.linkedLibrary("sqlite3")]),
        cModule("Postgres", ["Library"]),
        cModule("Assets"),
        cModule("Build"),
        cModule("Memory"),

        module("Threads"),
        module("Text", with: ["CGeocliText", "CGeocliAssets"]),
        module("Search", ["Text"]),
        module("Geo", ["Text"], with: ["CGeocliGeodesic"]),
        module("Projection", ["Geo", "Text"], with: ["CGeocliProj"]),
        module("Fetching", ["Text"], with: ["CGeocliCurl", logging]),
        module("Places", ["Geo", "Text", "Search"], with: ["CGeocliAssets"]),
        module("Mine", ["Geo", "Text", "Places"]),
        module("Database", ["Text"], with: ["CGeocliSQLite"]),
        module("Catalog", ["Threads", "Geo", "Text", "Search", "Places", "Database"], with: ["CGeocliSQLite"]),
        module(
            "PostGIS", ["Geo", "Text", "Search", "Places"],
            with: [.target(name: "CGeocliPostgres", condition: .when(traits: ["PostGIS"]))]),
        module("Addresses", ["Geo", "Text", "Search", "Projection", "Database"], with: ["CGeocliSQLite"]),
        module(
            "Ingest",
            ["Threads", "Geo", "Text", "Projection", "Search", "Places", "Catalog", "Fetching", "Addresses"],
            with: ["CGeocliAssets", logging], assets: ["Feeds"]),
        module("Query", ["Threads", "Geo", "Text", "Search", "Places", "Catalog"], with: [heap]),
        module(
            "Export", ["Geo", "Text", "Projection", "Search", "Places", "Database", "Catalog", "Query"],
            with: ["CGeocliSQLite"]),
        module(
            "Drawing", ["Geo", "Text", "Search", "Places", "Export"], with: ["CGeocliAssets"],
            assets: ["Page", "Tools", "Landmarks", "Facts", "Records"].map { $0 + "/Assets" }),
        module("Asking", ["Geo", "Text", "Search", "Places", "Catalog", "Ingest", "Query", "Export"]),
        module(
            "Serving",
            ["Threads", "Geo", "Text", "Search", "Places", "Catalog", "Query", "Export", "Drawing", "Asking"],
            with: ["CGeocliText", "CGeocliMemory"]),
        .target(name: "Scale", dependencies: ours(["Geo", "Text"]) + ["CGeocliText"], swiftSettings: house),
        .executableTarget(
            name: "geocli",
            dependencies: ours([
                "Geo", "Text", "Projection", "Search", "Places", "Catalog", "Fetching", "Addresses", "Ingest", "Query",
                "Export", "Drawing", "Mine", "Asking",
            ]) + ["CGeocliAssets", "CGeocliBuild", "CGeocliMemory", "Scale", postGIS, argumentParser, logging],
            swiftSettings: house),
        // The worker links only the geometry, because batch engines start hundreds of these processes.
        .executableTarget(
            name: "geoworker", dependencies: ours(["Geo", "Text"]) + ["CGeocliBuild", "CGeocliMemory"],
            swiftSettings: house),

        // The service is a program of its own because it links swift-nio. The program for one-shot queries stays small.
        .executableTarget(
            name: "geoserve",
            dependencies: ours(["Text", "Threads", "Export", "Asking", "Serving"])
                + ["CGeocliBuild", "CGeocliMemory"] + nio,
            swiftSettings: house),

        .target(name: "CTestSupport", path: "Tests/CTestSupport", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport", "CGeocliSQLite"], path: "Tests/TestSupport",
            swiftSettings: plain),
        // Feeds of invented places, for tests and benchmarks. Optimized, because benchmarks make large feeds.
        .target(
            name: "SampleFeed", dependencies: ours(["Geo", "Places"]), path: "Tests/SampleFeed", swiftSettings: house),
        test("Threads"),
        test("Text"),
        test("Geo", ["Text"]),
        test("Search", ["Text"]),
        test("Projection", ["Geo", "Text"]),
        .testTarget(
            name: "SampleFeedTests", dependencies: ours(["Geo", "Places"]) + ["SampleFeed", "TestSupport"],
            swiftSettings: plain),
        test("Catalog", ["Geo", "Text", "Search", "Places", "Database"], with: ["CGeocliSQLite"]),
        test(
            "Ingest", ["Geo", "Text", "Projection", "Places", "Catalog", "Fetching"], with: ["SampleFeed", logging]),
        test("Addresses", ["Geo", "Text", "Projection", "Database"]),
        test("Mine", ["Geo", "Text"]),
        test("Fetching", ["Text"]),
        test(
            "Query", ["Geo", "Text", "Search", "Places", "Catalog", "Ingest"], with: ["SampleFeed", logging]),
        test("Export", ["Geo", "Text", "Projection", "Search", "Places", "Catalog", "Query"]),
        .testTarget(
            name: "DrawingTests",
            dependencies: ours(["Drawing", "Geo", "Text", "Search", "Places", "Catalog", "Query", "Export"])
                + ["TestSupport"],
            exclude: ["Golden", "Photos"], swiftSettings: plain),
        // Properties of every parser of external bytes. FuzzTests runs them, and so does libFuzzer (scripts/fuzz.sh).
        .target(
            name: "FuzzTargets",
            dependencies: ours([
                "Text", "Geo", "Projection", "Search", "Places", "Catalog", "Fetching", "Ingest", "Query", "Asking",
            ]) + ["Scale", "geocli", argumentParser],
            path: "Tests/FuzzTargets", exclude: ["Corpus", "FuzzEntry.c"], swiftSettings: plain),
        // geocli is listed here again because a test links a program's code only if it names the program itself.
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport", "geocli"], swiftSettings: plain),
        // These tests run the program itself, as a user would.
        .testTarget(
            name: "geocliTests",
            dependencies: ["geocli", "geoserve", "TestSupport"]
                + ours(["Text", "Geo", "Places", "Catalog", "Database", "Asking", "Serving"])
                + ["SampleFeed", "Scale", postGIS],
            exclude: ["Golden"], swiftSettings: plain),
    ]
)

// Benchmarks are in this package because they use what only its own modules can see. Nothing else needs them, so they
// are part of it only where scripts/build.sh builds one.
if Context.environment["GEOCLI_BENCHMARKS"] != nil {
    package.targets += [
        benchmark("sample-feed", in: "SampleFeedWriter", with: ["SampleFeed"]),
        benchmark("search-bench", in: "SearchBench", ["Text", "Search", "Places", "Catalog", "Query"]),
        benchmark("catalog-bench", in: "CatalogBench", ["Geo", "Places", "Catalog"]),
        benchmark("ingest-bench", in: "IngestBench", ["Places", "Catalog", "Ingest"], with: [logging]),
        benchmark("row-bench", in: "RowBench", ["Text", "Ingest"]),
        benchmark("collision-bench", in: "CollisionBench", ["Geo"]),
        benchmark("index-bench", in: "IndexBench", ["Geo"]),
        benchmark("postgis-bench", in: "PostGISBench", ["Geo", "Places", "Catalog", "Query"], with: [postGIS]),
    ]
}

// 'make test MODULE=Export' builds the tests of one module, and only what they need.
if let module = Context.environment["GEOCLI_TEST_MODULE"] {
    let dependencies = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies) })
    var needed: Set<String> = []
    var next = [module + "Tests"]
    while let name = next.popLast() {
        guard needed.insert(name).inserted else { continue }
        next += (dependencies[name] ?? []).compactMap { dependency in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

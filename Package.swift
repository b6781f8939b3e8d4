// swift-tools-version: 6.2
import PackageDescription

/// Debian's static archive where there is one, so that a query does not pay for loading a shared library.
func archive(_ name: String) -> LinkerSetting { .linkedLibrary(":lib\(name).a") }

/// A program that may be loaded anywhere has 89,000 addresses to mend on 280 pages before its first line, a tenth of a
/// query's time. Its libraries, stack and heap are at random places as ever.
let fixedAddress = LinkerSetting.unsafeFlags(["-Xclang-linker", "-no-pie"], .when(configuration: .release))

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests of one module, in Tests/<module>Tests.
func test(_ module: String, with others: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.target(name: module), "TestSupport"] + others,
        exclude: module == "geocli" ? ["Golden"] : [], swiftSettings: house)
}

let package = Package(
    name: "geocli",
    products: [
        .executable(name: "geocli", targets: ["geocli"]),
        .executable(name: "geoworker", targets: ["geoworker"]),
        .library(
            name: "Geocli",
            targets: [
                "Geo", "Projection", "Search", "Catalog", "PostGIS", "Fetching", "Ingest", "Query", "Export", "Drawing",
            ]),
    ],
    traits: [
        .trait(
            name: "PostGIS",
            description: "Catalogs on a PostgreSQL server: 'geocli push' and --db postgres://. Links libpq."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    ],
    targets: [
        .target(name: "CGeodesic", linkerSettings: [archive("GeographicLib"), .linkedLibrary("stdc++")]),
        .target(
            name: "CText",
            linkerSettings: [archive("utf8proc"), archive("expat"), archive("nettle"), archive("z")]),
        .target(name: "CProj"),
        .target(name: "CCurl"),
        .target(name: "CSQLite"),
        .target(name: "Text", dependencies: ["CText"], swiftSettings: house),
        .target(name: "Search", dependencies: ["Text"], swiftSettings: house),
        .target(name: "Geo", dependencies: ["CGeodesic", "Text"], swiftSettings: house),
        .target(name: "Projection", dependencies: ["Geo", "Text", "CProj"], swiftSettings: house),
        .target(
            name: "Fetching", dependencies: ["Text", "CCurl", .product(name: "Logging", package: "swift-log")],
            swiftSettings: house),
        .target(
            name: "Catalog",
            dependencies: [
                "Geo", "Text", "Search", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        // Empty without the trait of that name, so that nobody else needs libpq.
        .systemLibrary(name: "CPostgres"),
        .target(
            name: "PostGIS",
            dependencies: [
                "Geo", "Text", "Search", "Catalog",
                .target(name: "CPostgres", condition: .when(traits: ["PostGIS"])),
            ],
            swiftSettings: house),
        .target(
            name: "Ingest",
            dependencies: [
                "Geo", "Text", "Projection", "Search", "Catalog", "Fetching",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(
            name: "Query",
            dependencies: [
                "Geo", "Text", "Search", "Catalog", .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: house),
        .target(
            name: "Export",
            dependencies: [
                "Geo", "Text", "Projection", "Search", "Catalog", "Query",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .target(
            name: "Drawing", dependencies: ["Geo", "Text", "Search", "Catalog", "Query", "Export"],
            resources: [
                .embedInCode("Page/Assets/page.html"), .embedInCode("Page/Assets/page.css"),
                .embedInCode("Page/Assets/text.js"), .embedInCode("Page/Assets/model.js"),
                .embedInCode("Page/Assets/words.js"), .embedInCode("Page/Assets/elements.js"),
                .embedInCode("Page/Assets/card.js"), .embedInCode("Page/Assets/base.js"),
                .embedInCode("Page/Assets/chart.js"), .embedInCode("Page/Assets/page.js"),
            ], swiftSettings: house),
        .target(name: "Scale", dependencies: ["Geo", "Text", "CText"], swiftSettings: house),
        .target(name: "SampleFeed", swiftSettings: house),
        .executableTarget(
            name: "geocli",
            dependencies: [
                "Geo", "Text", "Projection", "Search", "Catalog", "Fetching", "Ingest", "Query", "Export",
                "Drawing", "Scale", "SampleFeed", .target(name: "PostGIS", condition: .when(traits: ["PostGIS"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house, linkerSettings: [fixedAddress]),
        // Links no more than the geometry: batch engines start it by the hundred.
        .executableTarget(
            name: "geoworker", dependencies: ["Geo", "Text"], swiftSettings: house, linkerSettings: [fixedAddress]),
        .executableTarget(
            name: "sample-feed", dependencies: ["SampleFeed"], path: "Benchmarks/SampleFeedWriter", swiftSettings: house
        ),
        .executableTarget(
            name: "search-bench", dependencies: ["Text", "Search", "Catalog", "Query"], path: "Benchmarks/SearchBench",
            swiftSettings: house),
        .executableTarget(
            name: "catalog-bench", dependencies: ["Geo", "Catalog"], path: "Benchmarks/CatalogBench",
            swiftSettings: house),
        .executableTarget(
            name: "ingest-bench", dependencies: ["Catalog", "Ingest", .product(name: "Logging", package: "swift-log")],
            path: "Benchmarks/IngestBench", swiftSettings: house),
        .executableTarget(
            name: "row-bench", dependencies: ["Text", "Ingest"], path: "Benchmarks/RowBench", swiftSettings: house),
        .executableTarget(
            name: "collision-bench", dependencies: ["Geo"], path: "Benchmarks/CollisionBench", swiftSettings: house),
        .executableTarget(
            name: "index-bench", dependencies: ["Geo"], path: "Benchmarks/IndexBench", swiftSettings: house),
        .executableTarget(
            name: "postgis-bench",
            dependencies: ["Geo", "Catalog", "Query", .target(name: "PostGIS", condition: .when(traits: ["PostGIS"]))],
            path: "Benchmarks/PostGISBench", swiftSettings: house),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        test("Text", with: []),
        test("Geo", with: ["Text"]),
        test("Search", with: ["Text"]),
        test("Projection", with: ["Geo", "Text"]),
        test("SampleFeed", with: []),
        test("Catalog", with: ["Geo", "Text", "Search", .product(name: "GRDB", package: "GRDB.swift")]),
        test(
            "Ingest",
            with: [
                "Geo", "Text", "Projection", "Catalog", "Fetching", "SampleFeed",
                .product(name: "Logging", package: "swift-log"),
            ]),
        test("Fetching", with: ["Text"]),
        test(
            "Query",
            with: [
                "Geo", "Text", "Search", "Catalog", "Ingest", "SampleFeed",
                .product(name: "Logging", package: "swift-log"),
            ]),
        test("Export", with: ["Geo", "Text", "Projection", "Search", "Catalog", "Query"]),
        test("Drawing", with: ["Geo", "Text", "Search", "Catalog", "Query", "Export"]),
        // Properties of every parser of outside bytes: run by FuzzTests, and by libFuzzer (scripts/fuzz.sh).
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Text", "Geo", "Projection", "Search", "Catalog", "Fetching", "Ingest", "Query", "Scale", "geocli",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/FuzzTargets", exclude: ["Corpus", "FuzzEntry.c"], swiftSettings: house),
        // geocli stands here once more because a test links a program's code only where it names it itself.
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport", "geocli"], swiftSettings: house),
        // Runs the program itself, as a person would.
        test(
            "geocli",
            with: [
                "SampleFeed", "Text", "Geo", "Catalog", "Scale",
                .target(name: "PostGIS", condition: .when(traits: ["PostGIS"])),
            ]),
    ]
)

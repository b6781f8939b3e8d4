import Foundation
import TestSupport
import Testing

/// Each module imports only the modules that it may import. SwiftPM does not check this: a file can import any module
/// that happens to be built before it.
@Suite struct HouseTests {
    private static func sources(_ folder: String) throws -> [(path: String, text: String)] {
        let base = TestSupport.packageRoot.appendingPathComponent("Sources/\(folder)")
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
            ("\(folder)/\($0)", try String(contentsOf: base.appendingPathComponent($0), encoding: .utf8))
        }
    }

    private static func imports(_ text: String) -> Set<String> {
        Set(text.matches(of: /(?m)^(?:@testable )?(?:\w+ )?import Geocli(\w+)$/).map { String($0.1) })
    }

    /// The folders of Package.swift's modules, each with the modules that it may import.
    private static func declared() throws -> [String: Set<String>] {
        let text = try String(
            contentsOf: TestSupport.packageRoot.appendingPathComponent("Package.swift"), encoding: .utf8)
        var modules: [String: Set<String>] = [:]
        for module in text.matches(of: /(?m)^        module\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/) {
            let names = (module.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
            modules[String(module.1)] = Set(names)
        }
        return modules
    }

    @Test func aModuleImportsWhatItDeclaresAndNothingElse() throws {
        let modules = try Self.declared()
        #expect(modules.count == 18)
        for (module, allowed) in modules {
            var used: Set<String> = []
            for file in try Self.sources(module) {
                let imports = Self.imports(file.text)
                used.formUnion(imports)
                #expect(imports.isSubset(of: allowed), "\(file.path) imports \(imports.subtracting(allowed))")
            }
            #expect(used == allowed, "\(module) declares \(allowed.subtracting(used)) for nothing")
        }
    }

    /// The modules that describe places do not import a database.
    @Test func onlyFilesThatOpenOneImportADatabase() throws {
        let opening = [
            "Query/Batch/BatchQuery.swift", "Query/CatalogAnswers.swift", "Asking/CatalogRows.swift",
            "Export/Files/OutputDestination.swift", "Export/MapFiles/GeoPackage.swift",
        ]
        for module in ["Export", "Drawing", "PostGIS", "Query", "Asking"] {
            for file in try Self.sources(module) where !opening.contains(file.path) {
                #expect(Self.imports(file.text).isDisjoint(with: ["Catalog", "Database"]), "\(file.path)")
            }
        }
    }

    /// Files in a dependency cycle can only be understood together, so cycles are forbidden.
    @Test func noFilesFormACycle() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: TestSupport.packageRoot.appendingPathComponent("Sources").path)
        let cycles = FileCycles(try folders.sorted().flatMap(Self.sources)).cycles()
        for cycle in cycles { Issue.record("a cycle of files: \(cycle.joined(separator: ", "))") }
    }

    @Test func aCycleIsFound() {
        let files = [
            ("A.swift", "struct A { let b: B }"), ("B.swift", "package struct B {\n    let text = \"C\"  // C\n}"),
            ("C.swift", "extension B {\n    struct D {}\n    func c() -> E { E() }\n}\nenum C {}"),
            ("E.swift", "final class E { var c: C? }"),
        ]
        #expect(FileCycles(files).cycles() == [["C.swift", "E.swift"]])
        #expect(FileCycles(files + [("F.swift", "protocol E {}")]).cycles().isEmpty)
    }
}

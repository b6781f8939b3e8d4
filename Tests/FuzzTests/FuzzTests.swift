import Foundation
import FuzzTargets
import TestSupport
import Testing

/// A short form, two seconds, of the long search by libFuzzer (scripts/fuzz.sh): every seed, and seeded mutations of
/// it.
@Suite struct FuzzTests {
    private struct Seed {
        let name: String
        let bytes: [UInt8]
    }

    private static let corpus = TestSupport.packageRoot.appendingPathComponent("Tests/FuzzTargets/Corpus")

    private func seeds(of target: FuzzTarget) throws -> [Seed] {
        let folder = Self.corpus.appendingPathComponent(target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            Seed(name: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases) func seedsKeepThePromises(_ target: FuzzTarget) throws {
        let seeds = try seeds(of: target)
        #expect(seeds.count >= 3)
        for seed in seeds + [Seed(name: "nothing", bytes: [])] {
            #expect(throws: Never.self, "\(target.rawValue)/\(seed.name)") { try target.check(seed.bytes) }
        }
    }

    @Test(arguments: FuzzTarget.allCases) func mutatedSeedsKeepThePromises(_ target: FuzzTarget) throws {
        let seeds = try seeds(of: target)
        for (place, seed) in seeds.enumerated() {
            var mutator = Mutator(seed: UInt64(place + 1), other: seeds[(place + 1) % seeds.count].bytes)
            for round in 1...target.rounds {
                let bytes = mutator.mutated(seed.bytes)
                #expect(throws: Never.self, "\(target.rawValue)/\(seed.name), round \(round): \(bytes)") {
                    try target.check(bytes)
                }
            }
        }
    }

    @Test func everyFolderOfSeedsHasATarget() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(folders.sorted() == FuzzTarget.allCases.map(\.rawValue).sorted())
    }
}

extension FuzzTarget {
    /// The number of mutations of each seed; it is lower for targets that take milliseconds.
    fileprivate var rounds: Int {
        switch self {
        case .command: 5
        case .page, .csvPage, .json, .value, .gunzip, .deflate, .markerFile: 40
        default: 200
        }
    }
}

import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliGeo
@testable internal import GeocliPlaces

@Suite struct TraitFilterTests {
    private struct Entry {
        let kind: Kind
        let isMissing: Bool
        /// 0 means no district.
        let district: Int32
        var traits: Int32 { PointTraits.make(district: district, flags: PointTraits.flags(kind, isMissing: isMissing)) }
    }

    private func filters(_ random: inout SeededGenerator) -> PlaceFilter {
        var filter = PlaceFilter()
        filter.kinds = Set(Kind.some.filter { _ in Bool.random(using: &random) })
        filter.includesClosed = .random(using: &random)
        // Districts d9 to d12 have no code.
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            filter.districts.insert("d\(Int.random(in: 1...12, using: &random))")
        }
        return filter
    }

    /// A single entry is admitted exactly when the filter admits it, or another kind of the shared code. A range is admitted if any entry in it is.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func traitsAdmitWhatTheFilterAdmits(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let filter = filters(&random)
            let places = TraitFilter(filter) { name in
                let code = Int32(name.dropFirst())!
                return code > 8 ? nil : code
            }
            let entries = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Entry(
                    kind: Kind.some.randomElement(using: &random)!, isMissing: .random(using: &random),
                    district: .random(in: 0...8, using: &random))
            }
            let admitted = entries.map { entry in
                (filter.kinds.isEmpty || filter.kinds.contains(entry.kind)
                    || !entry.kind.isUsual && filter.kinds.contains { !$0.isUsual })
                    && (filter.includesClosed || !entry.isMissing)
                    && (filter.districts.isEmpty || filter.districts.contains("d\(entry.district)"))
            }
            for (entry, isAdmitted) in zip(entries, admitted) {
                #expect(places.mayAdmit(entry.traits, entry.traits) == isAdmitted, "seed \(seed), \(filter), \(entry)")
            }
            let all = entries.map(\.traits).sorted()
            if admitted.contains(true) {
                #expect(places.mayAdmit(all[0], all[all.count - 1]), "seed \(seed), \(filter), \(entries)")
            }
        }
    }

    @Test func aRangeWithoutAnAdmittedDistrictIsLeftOut() {
        var filter = PlaceFilter()
        filter.districts = ["a", "b"]
        let places = TraitFilter(filter) { $0 == "a" ? 3 : 7 }
        func mayAdmit(_ low: Int32, _ high: Int32) -> Bool {
            places.mayAdmit(
                PointTraits.make(district: low, flags: PointTraits.flags(.new, isMissing: false)),
                PointTraits.make(district: high, flags: PointTraits.flags(.other, isMissing: true)))
        }
        #expect(mayAdmit(0, 9) && mayAdmit(3, 3) && mayAdmit(2, 3) && mayAdmit(7, 8) && mayAdmit(4, 7))
        #expect(!mayAdmit(0, 2) && !mayAdmit(4, 6) && !mayAdmit(8, 100) && !mayAdmit(0, 0))
        filter.districts = ["unknown"]
        #expect(!TraitFilter(filter) { _ in nil }.mayAdmit(0, 1 << 29))
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// `geocli base remove ROLE…`: deletes layers of the base map from the catalog.
struct BaseRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove", en: "Remove layers of the base map from the catalog.",
        ko: "카탈로그에서 바탕 지도 레이어를 지웁니다.",
        examples: """
            $ geocli base remove water
            $ geocli base remove park rail
            $ geocli base remove all
            """)

    @Argument(
        help: ArgumentHelp(
            "land, park, water, road, rail, or all.", ko: "land(육지), park(공원), water(물), road(도로), rail(철도), all(모두)",
            value: .argument("ROLE")),
        completion: .words(BaseRole.allCases.map(\.rawValue) + ["all"]))
    var roles: [String]

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let wanted = try Set(roles.flatMap(Self.roles))
        let path = try Environment.catalogPath(common.db)
        // If there is nothing to remove, the file stays unchanged.
        let there = try Catalog(path: path).baseRolesToRemove().filter(wanted.contains)
        guard !there.isEmpty else { return tellNothing(wanted) }
        // The shapes are not decoded: a user may want to remove damaged ones.
        let removed = try CatalogWriter(path: path).removeBase(there)
        let (en, ko) = (there.map(\.rawValue).joined(separator: ", "), there.map(\.words.ko).joined(separator: ", "))
        Console.note(
            Words(
                en: "removed from the base map: \(en) (features: \(removed.features))",
                ko: "바탕 지도에서 지웠습니다: \(ko)(피처 \(removed.features)개)"), isQuiet: common.quiet)
    }

    private func tellNothing(_ wanted: Set<BaseRole>) {
        guard wanted.count < BaseRole.allCases.count else { return NoGround.tell(common) }
        let names = BaseRole.allCases.filter(wanted.contains)
        let (en, ko) = (names.map(\.rawValue).joined(separator: ", "), names.map(\.words.ko).joined(separator: ", "))
        Console.note(
            Words(en: "the catalog has no such layer: \(en)", ko: "카탈로그에 이런 레이어가 없습니다: \(ko)"),
            isQuiet: common.quiet)
    }

    private static func roles(_ word: String) throws -> [BaseRole] {
        guard word.trimmingBlanks().lowercased() != "all" else { return BaseRole.allCases }
        return [try ValueArgument.choice(word, option: "ROLE", of: BaseRole.self)]
    }
}

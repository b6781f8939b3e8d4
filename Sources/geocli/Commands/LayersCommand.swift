internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

struct LayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "layers",
        en: "Import, list, check or remove layers: the base map (water, parks, roads) and the outlines of districts.",
        ko: "레이어, 즉 바탕 지도(물, 공원, 도로)와 자치구 경계를 가져오고, 목록을 보고, 검사하고, 지웁니다.",
        examples: """
            $ geocli layers list
            $ geocli layers import river.geojson --role water --license "CC BY 4.0"
            $ geocli layers import districts.geojson --role districts --license "CC BY 4.0"
            """,
        subcommands: [
            LayersImportCommand.self, ListingCommand<LayersListSource>.self, ListingCommand<LayersDistrictsSource>.self,
            ListingCommand<LayersCheckSource>.self,
            LayersRemoveCommand.self,
        ], defaultSubcommand: ListingCommand<LayersListSource>.self)

    static func tellNoLayers(_ common: CommonOptions) {
        common.note(
            en: "the catalog has no layers; import one with 'geocli layers import FILE.geojson --role water'",
            ko: "카탈로그에 레이어가 없습니다. 'geocli layers import FILE.geojson --role water'로 가져오세요")
    }

    static func tellNoOutlines(_ common: CommonOptions) {
        common.note(
            en:
                "the catalog has no district outlines; import some with 'geocli layers import FILE.geojson --role districts'",
            ko: "카탈로그에 자치구 경계가 없습니다. 'geocli layers import FILE.geojson --role districts'로 가져오세요")
    }
}

struct LayersListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List the layers with their terms of use, bottom layer first.",
        ko: "레이어를 맨 아래 레이어부터 이용 조건과 함께 보여 줍니다.",
        examples: """
            $ geocli layers list
            $ geocli layers list --format csv -o layers.csv
            $ geocli layers list --fields role,license
            """)

    func write(_ given: ListingArguments<LayerRows>) throws {
        try given.list(.layers) {
            let layers = try given.common.catalog().layerSummaries()
            if layers.isEmpty { LayersCommand.tellNoLayers(given.common) }
            return layers
        }
    }
}

struct LayersDistrictsSource: RowSource {
    static let configuration = CommandConfiguration(
        "districts", en: "List the districts that have outlines, with the number of places in each, ordered by name.",
        ko: "경계가 있는 자치구를 장소 수와 함께 이름순으로 보여 줍니다.",
        examples: """
            $ geocli layers districts
            $ geocli layers districts --fields name,places --format csv
            $ geocli layers districts --format geojson -o districts.geojson
            """)

    func write(_ given: ListingArguments<DistrictRows>) throws {
        let listing = try given.checked()
        let catalog = try given.common.catalog()
        let limit = try given.output.limitCount()
        let summaries = try catalog.districtSummaries()
        if summaries.isEmpty { LayersCommand.tellNoOutlines(given.common) }
        let source = summaries.isEmpty ? nil : try catalog.outlineSource()
        try Listing.write(.districts, listing) {
            $0.provenance = source.map(Self.members) ?? []
        } body: { writer in
            for summary in summaries.prefix(limit ?? summaries.count) { try writer.write(summary) }
        }
    }

    /// Returns the members of a GeoJSON file that describe the outlines, under the names that an import looks for.
    private static func members(_ source: OutlineSource) -> [JSONValue.Member] {
        [
            .init("title", .string(source.title)), .init("license", .string(source.license)),
            .init("sha256", .string(source.sha256)),
        ]
    }
}

struct LayersCheckSource: RowSource {
    static let configuration = CommandConfiguration(
        "check", en: "List places whose point is outside the outline of their district, ordered by id.",
        ko: "피드에 적힌 자치구의 경계 밖에 좌표가 있는 장소를 번호순으로 보여 줍니다.",
        examples: """
            $ geocli layers check
            $ geocli layers check --district mapo --format table
            $ geocli layers check --fields id,name,district,point_district -o wrong.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions

    func write(_ given: ListingArguments<MisplacedRows>) throws {
        let listing = try given.checked(isPrivate: filters.marked != nil)
        let catalog = try given.common.catalogOfPlaces()
        let filter = try filters.filter(catalog, given.common)
        let limit = try given.output.limitCount()
        if try catalog.districtOutlines().isEmpty { LayersCommand.tellNoOutlines(given.common) }
        try Listing.write(.misplaced, listing) { writer in
            try catalog.forEachMisplaced(filter, limit: limit, body: writer.write)
        }
    }
}

struct LayersRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove", en: "Remove layers from the catalog.", ko: "카탈로그에서 레이어를 지웁니다.",
        examples: """
            $ geocli layers remove water
            $ geocli layers remove park rail
            $ geocli layers remove all
            """)

    @Argument(
        help: ArgumentHelp(
            "land, park, water, road, rail, districts, or all.",
            ko: "land(육지), park(공원), water(물), road(도로), rail(철도), districts(자치구 경계), all(모두)",
            value: .argument("ROLE")),
        completion: .words(LayerRole.allCases.map(\.rawValue) + ["all"]))
    var roles: [String]

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let wanted = try Set(roles.flatMap(Self.roles))
        let path = try Environment.catalogPath(common.db)
        // If there is nothing to remove, the file stays unchanged.
        let present = try Catalog(path: path).layersToRemove().filter(wanted.contains)
        guard !present.isEmpty else { return tellNothing(wanted) }
        // The shapes are not decoded: a user may want to remove damaged ones.
        let count = try CatalogWriter(path: path).remove(present)
        let (en, ko) = Self.names(present)
        common.note(en: "layers removed: \(en) (features: \(count))", ko: "레이어를 지웠습니다: \(ko)(피처 \(count)개)")
    }

    private func tellNothing(_ wanted: Set<LayerRole>) {
        guard wanted.count < LayerRole.allCases.count else { return LayersCommand.tellNoLayers(common) }
        let (en, ko) = Self.names(LayerRole.allCases.filter(wanted.contains))
        common.note(en: "the catalog has no such layer: \(en)", ko: "카탈로그에 이런 레이어가 없습니다: \(ko)")
    }

    private static func names(_ roles: [LayerRole]) -> (en: String, ko: String) {
        (roles.map(\.rawValue).joined(separator: ", "), roles.map(\.words.ko).joined(separator: ", "))
    }

    private static func roles(_ word: String) throws -> [LayerRole] {
        guard word.trimmingBlanks().lowercased() != "all" else { return LayerRole.allCases }
        return [try ValueArgument.choice(word, option: "ROLE", of: LayerRole.self)]
    }
}

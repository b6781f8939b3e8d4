/// The parts of the map page that are the same for every catalog; their source files are in `Assets`.
enum PageAssets {
    /// The optional parts of a page. If a page does not have a part, it has neither the part's scripts nor its styles.
    struct Parts {
        var hasLandmarks = false
        /// Whether the page has `PageFacts`.
        var hasFacts = false
        /// Whether the page has `PageRecords`.
        var hasRecords = false
    }

    static var html: String { text(PackageResources.page_html) }

    static func style(_ parts: Parts) -> String {
        let further =
            (parts.hasLandmarks ? [PackageResources.landmarks_css] : [])
            + (parts.hasFacts ? [PackageResources.facts_css] : [])
            + (parts.hasRecords ? [PackageResources.records_css] : [])
        return ([PackageResources.page_css, PackageResources.base_css, PackageResources.tools_css] + further).map(text)
            .joined(separator: "\n")
    }

    /// The scripts, ordered so that each comes after the scripts that it uses.
    static func script(_ parts: Parts) -> String {
        let first = [
            PackageResources.packed_js, PackageResources.guess_js, PackageResources.text_js,
            PackageResources.collision_js, PackageResources.model_js, PackageResources.words_js,
            PackageResources.phrases_js, PackageResources.geodesic_js, PackageResources.points_js,
            PackageResources.orders_js, PackageResources.address_js, PackageResources.elements_js,
            PackageResources.links_js, PackageResources.share_js, PackageResources.card_js,
        ]
        let rest = [
            PackageResources.cardbox_js, PackageResources.ground_js, PackageResources.tiles_js,
            PackageResources.base_js, PackageResources.chart_js,
            PackageResources.here_js, PackageResources.order_js, PackageResources.download_js,
            PackageResources.embed_js,
        ]
        let facts = parts.hasFacts ? [PackageResources.facts_js] : []
        let records = parts.hasRecords ? [PackageResources.records_js] : []
        let page = [PackageResources.page_js, PackageResources.tools_js]
        let own = parts.hasRecords ? [PackageResources.ownplaces_js] : []
        let landmarks = parts.hasLandmarks ? [PackageResources.landmarks_js] : []
        return (first + facts + rest + records + page + own + landmarks).map(text).joined(separator: "\n")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The parts of the map page that are the same for every catalog; their source files are in `Assets`.
enum PageAssets {
    static var html: String { text(PackageResources.page_html) }
    /// - Parameters:
    ///   - hasLandmarks: whether the page shows landmarks; a page without them stays as it is.
    ///   - hasFacts: whether it has `PageFacts`; a page without them stays as it is.
    static func style(hasLandmarks: Bool, hasFacts: Bool) -> String {
        let further =
            (hasLandmarks ? [PackageResources.landmarks_css] : []) + (hasFacts ? [PackageResources.facts_css] : [])
        return ([PackageResources.page_css, PackageResources.base_css, PackageResources.tools_css] + further).map(text)
            .joined(separator: "\n")
    }

    /// The scripts, ordered so that each comes after the scripts that it uses.
    ///
    /// - Parameters:
    ///   - hasLandmarks: whether the page shows landmarks; a page without them stays as it is.
    ///   - hasFacts: whether it has `PageFacts`; a page without them stays as it is.
    static func script(hasLandmarks: Bool, hasFacts: Bool) -> String {
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
            PackageResources.embed_js, PackageResources.page_js, PackageResources.tools_js,
        ]
        let facts = hasFacts ? [PackageResources.facts_js] : []
        let landmarks = hasLandmarks ? [PackageResources.landmarks_js] : []
        return (first + facts + rest + landmarks).map(text).joined(separator: "\n")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

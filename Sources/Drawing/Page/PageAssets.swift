internal import CGeocliAssets
internal import GeocliText

/// The parts of the map page that are the same for every catalog; their source files are in the folders `Assets`.
enum PageAssets {
    /// The optional parts of a page. If a page does not have a part, it has neither the part's scripts nor its styles.
    struct Parts {
        var hasLandmarks = false
        /// Whether the page has `PageFacts`.
        var hasFacts = false
        /// Whether the page has `PageRecords`.
        var hasRecords = false
    }

    static var html: String { page_html.text }

    static func style(_ parts: Parts) -> String {
        let further =
            (parts.hasLandmarks ? [landmarks_css] : [])
            + (parts.hasFacts ? [facts_css] : [])
            + (parts.hasRecords ? [records_css] : [])
        return ([page_css, base_css, tools_css] + further).map(\.text)
            .joined(separator: "\n")
    }

    /// The scripts, ordered so that each comes after the scripts that it uses.
    static func script(_ parts: Parts) -> String {
        let first = [
            packed_js, guess_js, text_js,
            collision_js, model_js, words_js,
            phrases_js, geodesic_js, points_js,
            orders_js, address_js, elements_js,
            links_js, share_js, card_js,
        ]
        let rest = [
            cardbox_js, ground_js, tiles_js,
            base_js, chart_js,
            here_js, order_js, download_js,
            embed_js,
        ]
        let facts = parts.hasFacts ? [facts_js] : []
        let records = parts.hasRecords ? [records_js] : []
        let page = [page_js, tools_js]
        let own = parts.hasRecords ? [ownplaces_js] : []
        let landmarks = parts.hasLandmarks ? [landmarks_js] : []
        return (first + facts + rest + records + page + own + landmarks).map(\.text).joined(separator: "\n")
    }
}

/// Links of Apple Maps: `?ll=37.5,126.9&q=…`, `?coordinate=37.5,126.9`, `?q=37.5,126.9`, `/frame?center=…`,
/// `?daddr=`, `/directions?destination=`.
///
/// - Source: Apple, "Map Links" of the URL Scheme Reference, and "Unified map URLs".
extension LinkPoints {
    init(apple link: WebLink) throws(GeoError) {
        let ends = link.values("daddr") + link.values("destination")
        guard ends.isEmpty else {
            isRoute = true
            for value in ends { try add(text: value, .exact) }
            return
        }
        for value in link.values("coordinate") { try add(list: value, .exact) }
        for value in link.values("q") + link.values("address") { try add(text: value, .exact) }
        for value in link.values("ll") { try add(list: value, .named) }
        for name in ["center", "sll", "near"] {
            for value in link.values(name) { try add(list: value, .view) }
        }
    }
}

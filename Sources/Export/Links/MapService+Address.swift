public import GeocliGeo
internal import GeocliText

extension MapService {
    /// Returns the address that opens `point` with the label `name`.
    ///
    /// The point alone decides what the link opens, because a search for a common name could open another place.
    ///
    /// - Units: degrees on WGS 84, with 7 decimals at most.
    /// - Edges: the name may be any text; see `LinkLabel`.
    /// - Source:
    ///   - NAVER documents only the links of its app. NAVER Cloud's forum gives the form for the web:
    ///     `map.naver.com/?lng=&lat=&title=` (https://www.ncloud-forums.com/topic/242/). Public code uses that form
    ///     widely. The form `/p/search/NAME?c=` is not used, because it only opens a search.
    ///   - Kakao: `link/map/NAME,LAT,LON` (https://apis.map.kakao.com/web/guide/#routeurl).
    ///   - Google: Maps URLs, `search` with a position as `query`. With a name as `query`, the link would search for
    ///     this name. A label requires Google's own id of the place
    ///     (https://developers.google.com/maps/documentation/urls/get-started).
    ///   - Apple: Map Links; together with `ll`, `q` is a label and not a search.
    ///   - OpenStreetMap: `mlat` and `mlon` put a marker at the point. The marker has no label
    ///     (https://wiki.openstreetmap.org/wiki/Browsing).
    public func address(of name: String, at point: Coordinate) -> String {
        LinkTemplate.of(self).address(of: name, at: point)
    }
}

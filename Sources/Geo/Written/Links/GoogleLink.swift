/// Links of Google Maps: `/maps/@37.5,126.9,15z`, `/maps/place/…/data=…!3d37.5!4d126.9`, `?q=`, `?query=`, `?ll=`,
/// `/maps/dir/…/…`, `?destination=`, `comgooglemaps://?q=`.
///
/// - Source: Google, "Maps URLs" and "Google Maps URL Scheme for iOS"; the fields of `data=` as Google's pages write
///   them (3d latitude and 4d longitude of a place, 1d longitude and 2d latitude of a route's point).
extension LinkPoints {
    init(google link: WebLink) throws(GeoError) {
        let isApp = !link.scheme.hasPrefix("http")
        let isMap = isApp || link.path.first == "maps" || link.host.hasPrefix("maps.") || link.host.hasPrefix("earth.")
        guard isMap else { return }
        let places = link.path.drop { $0 == "maps" }.map { $0.replacing("+", with: " ") }
        let fields = places.filter { $0.hasPrefix("data=") }.flatMap { $0.split(separator: "!").map(String.init) }
        if places.first == "dir" || !link.values("destination").isEmpty || !link.values("daddr").isEmpty {
            try addRoute(places.dropFirst(), fields, link)
            return
        }
        for (latitude, longitude) in zip(fields, fields.dropFirst())
        where latitude.hasPrefix("3d") && longitude.hasPrefix("4d") {
            try add(latitude: String(latitude.dropFirst(2)), longitude: String(longitude.dropFirst(2)), .exact)
        }
        if ["place", "search"].contains(places.first), places.count > 1 { try add(text: places[1], .named) }
        for value in link.values("q") + link.values("query") { try add(text: value, .named) }
        for place in places where place.hasPrefix("@") { try add(list: String(place.dropFirst()), .view) }
        for name in ["ll", "center", "viewpoint", "cbll", "sll"] {
            for value in link.values(name) { try add(list: value, .view) }
        }
    }

    /// Adds the destination of a route: the coordinates in its text, or, if the text is a name, the last point in the
    /// fields of `data=`.
    private mutating func addRoute(
        _ places: ArraySlice<String>, _ fields: [String], _ link: WebLink
    ) throws(GeoError) {
        isRoute = true
        for value in link.values("destination") + link.values("daddr") { try add(text: value, .exact) }
        guard let last = places.last(where: { !$0.hasPrefix("@") && !$0.hasPrefix("data=") && !$0.hasPrefix("am=") })
        else { return }
        try add(text: last, .exact)
        // A destination that is written as numbers was added above.
        guard try chosen(.google) == nil else { return }
        let points = zip(fields, fields.dropFirst()).filter { $0.hasPrefix("1d") && $1.hasPrefix("2d") }
        guard let (longitude, latitude) = points.last else { return }
        try add(latitude: String(latitude.dropFirst(2)), longitude: String(longitude.dropFirst(2)), .exact)
    }
}

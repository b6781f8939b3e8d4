/// Links of OpenStreetMap: `?mlat=37.5&mlon=126.9`, `#map=15/37.5/126.9`, `?lat=&lon=`, `/directions?route=…;…`.
///
/// - Source: OpenStreetMap wiki, "Browsing", "Shortlink" and "Routing on OpenStreetMap.org".
extension LinkPoints {
    init(openStreetMap link: WebLink) throws(GeoError) {
        if link.path.first == "directions" {
            isRoute = true
            for route in link.values("route") {
                try add(list: route.split(separator: ";").last.map(String.init) ?? "", .exact)
            }
            for end in link.values("to") { try add(text: end, .exact) }
            return
        }
        try add(link, latitude: "mlat", longitude: "mlon", .exact)
        try add(link, latitude: "lat", longitude: "lon", .view)
        for map in link.values("map") {
            let parts = map.split(separator: "/").map(String.init)
            if parts.count >= 3 { try add(latitude: parts[1], longitude: parts[2], .view) }
        }
        if link.path.first == "search" {
            for value in link.values("query") { try add(text: value, .named) }
        }
    }
}

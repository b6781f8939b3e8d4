internal import GeocliText

/// Links of NAVER Map: `?lat=37.5&lng=126.9`, `?c=126.9,37.5,15,0,0,0,dh`, `/p/entry/address/126.9,37.5,이름`,
/// `/p/directions/…/…`, `nmap://place?lat=37.5&lng=126.9`.
///
/// Pages from 2019 to 2022 write `c` and paths in meters (EPSG:3857), later ones in degrees, and the latest ones write
/// only the zoom into `c`: `c=15.00,0,0,0,dh`.
/// - Source: NAVER Cloud Platform, "URL Scheme" (`nmap://`); the pages' own addresses.
extension LinkPoints {
    init(naver link: WebLink) throws(GeoError) {
        try add(link, latitude: "lat", longitude: "lng", link.host == "map" ? .view : .exact)
        try add(naverX: link.values("x"), y: link.values("y"), .exact)
        for (latitude, longitude) in [("elat", "elng"), ("dlat", "dlng")] where !link.values(latitude).isEmpty {
            isRoute = true
            try add(link, latitude: latitude, longitude: longitude, .exact)
        }
        if let start = link.path.firstIndex(of: "directions") {
            isRoute = true
            // The segments are the start, the destination, the points between them and the means of travel. A hyphen
            // stands for a missing one.
            let destination = link.path[start...].dropFirst(2).first ?? ""
            try add(naver: destination, .exact)
        } else if let start = link.path.firstIndex(of: "address"), start + 1 < link.path.count {
            try add(naver: link.path[start + 1], .exact)
        }
        // A shorter list has no coordinates, only the zoom.
        for list in link.values("c") where list.split(separator: ",", omittingEmptySubsequences: false).count >= 6 {
            try add(naver: list, .view)
        }
    }

    /// Adds the position of a list such as `126.9,37.5,이름`, longitude first.
    private mutating func add(naver list: String, _ level: Level) throws(GeoError) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return }
        try add(naverX: [parts[0]], y: [parts[1]], level)
    }

    /// Adds positions that are in degrees or in meters.
    private mutating func add(naverX: [String], y: [String], _ level: Level) throws(GeoError) {
        for (x, y) in zip(naverX, y) {
            guard let longitude = DecimalText.number(x), let latitude = DecimalText.number(y) else { continue }
            // Korea's coordinates are millions of meters in EPSG:3857 and hundreds of thousands in older systems.
            if abs(longitude) > 1000 && abs(latitude) > 1000 {
                hasMeters = true
            } else {
                try add(latitude: latitude, longitude: longitude, level)
            }
        }
    }
}

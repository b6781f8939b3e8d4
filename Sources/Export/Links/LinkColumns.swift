public import GeocliGeo
public import GeocliPlaces
internal import GeocliText

/// The columns with links that open a row's place in maps.
@usableFromInline package enum LinkColumns {
    /// Returns the key of the column with links to a service.
    static func key(of service: MapService) -> String { "link_\(service.rawValue)" }

    /// Returns whether the column with this key has links to maps.
    static func isLink(_ key: String) -> Bool { key.hasPrefix("link_") }

    /// Returns a column for each service, such as `link_naver`.
    ///
    /// A row without a point has no links, because a search for its name could open another place.
    @usableFromInline package static func all<Row>(
        name: @escaping (Row) -> String?, at point: @escaping (Row) -> Coordinate?
    ) -> [Column<Row>] {
        MapService.allCases.map { service in
            Column(
                key(of: service), en: service.name.en, ko: service.name.ko, type: .link, orNull: true,
                about: "With --links: opens the point in \(service.name.en); null without a point."
            ) { row in
                point(row).map { .code(service.address(of: name(row) ?? "", at: $0)) } ?? .null
            }
        }
    }

    /// Returns the columns with links for a place in any listing.
    @usableFromInline package static func all<Row, Inner: ListedPlace>(of place: @escaping (Row) -> Inner)
        -> [Column<Row>]
    {
        all(name: { place($0).name }, at: { place($0).coordinate })
    }

    /// The columns for a single place. They contain links to maps on the web and links that open apps on a phone.
    static var ofOne: [Column<CatalogEntry>] {
        let web: [Column<CatalogEntry>] = all(of: { $0 })
        func app(_ key: String, _ en: String, _ ko: String, _ template: LinkTemplate) -> Column<CatalogEntry> {
            Column(
                key, en: en, ko: ko, type: .link, orNull: true,
                about: "With --links: opens the point in an app; null without a point."
            ) { entry in
                entry.coordinate.map { .code(template.address(of: entry.place.name, at: $0)) } ?? .null
            }
        }
        let geo = app("link_geo", "geo link", "geo 링크", .geo)
        let naver = app("link_naver_app", "NAVER Map app", "네이버 지도 앱", .naverApp)
        let kakao = app("link_kakao_app", "Kakao Map app", "카카오맵 앱", .kakaoApp)
        return [geo, naver, web[0], kakao] + web.dropFirst()
    }
}

extension ListedPlace {
    /// A copy of the place's name, which stays valid after the row is read.
    fileprivate var name: String? {
        switch listed(.name) {
        case .lent(let text): text.string
        case .string(let text): text
        case nil: nil
        }
    }
}

extension ListingSchema {
    /// Returns a function that gives the web address that opens a row's place in a map; nil if the rows have no such
    /// links.
    func address(in map: MapService) -> ((Row) -> String?)? {
        links.first { $0.key == LinkColumns.key(of: map) }.map { column in
            {
                guard case .code(let address) = column.value($0) else { return nil }
                return address
            }
        }
    }
}

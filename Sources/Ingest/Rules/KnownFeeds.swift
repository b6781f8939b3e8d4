internal import CGeocliAssets
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

extension Feed {
    /// The ids of the feeds that come with the program, in the order in which the program offers them.
    public static let builtInIDs = [
        seoulBookstoresID, "seoul-libraries", "seoul-small-libraries", "seoul-culture", "seoul-stations",
        "kcisa-indie-bookstores", "kcisa-used-bookstores", "localdata-animal-hospitals", placesID,
    ]
    public static let seoulBookstoresID = "seoul-bookstores"
    private static let placesID = "places"

    public static var known: [Feed] { builtInIDs.compactMap(named) }

    public static func named(_ id: String) -> Feed? {
        switch id {
        case seoulBookstoresID: seoulBookstores
        case placesID: places
        default: declaration(of: id).map { builtIn($0, id) }
        }
    }

    public static func declaration(of id: String) -> [UInt8]? {
        switch id {
        case seoulBookstoresID: seoul_bookstores_toml.bytes
        case "seoul-libraries": seoul_libraries_toml.bytes
        case "seoul-small-libraries": seoul_small_libraries_toml.bytes
        case "seoul-culture": seoul_culture_toml.bytes
        case "seoul-stations": seoul_stations_toml.bytes
        case "kcisa-indie-bookstores": kcisa_indie_bookstores_toml.bytes
        case "kcisa-used-bookstores": kcisa_used_bookstores_toml.bytes
        case "localdata-animal-hospitals": localdata_animal_hospitals_toml.bytes
        case placesID: places_toml.bytes
        default: nil
        }
    }

    /// "서울 책방(서점) 현황정보", OA-21062 of the Seoul Open Data Plaza: new and used bookstores.
    public static let seoulBookstores = builtIn(seoul_bookstores_toml.bytes, seoulBookstoresID)

    /// A feed of the whole world, with the format and the fields of `seoulBookstores`. It is for places outside Seoul,
    /// and for tests.
    public static let places = builtIn(places_toml.bytes, placesID)

    /// The made-up bookstores that come with this program, in the form of `seoulBookstores`. The sample is not in
    /// `known`, because the first real run deletes everything that was published under its id.
    public static let sample = Feed(
        id: SampleNames.feed, title: Words(en: "made-up bookstores", ko: "가상의 책방 (made-up bookstores)"),
        publisher: "the sample that comes with geocli", license: "MIT",
        envelope: .openData(service: "TbSlibBookstoreInfo"), fields: bookstoreFields, area: aroundSeoul,
        kinds: bookstoreKinds)

    /// Reads a declaration that is part of the program. Tests read every such declaration, so a mistake is found before
    /// a release.
    private static func builtIn(_ text: [UInt8], _ id: String) -> Feed {
        do {
            var feed = try FeedDeclaration.feed(text, name: id + ".toml", allowsGenericID: true)
            // The feed needs no hash, because a new version of the program reads all rows anyway.
            feed.declarationHash = nil
            return feed
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static let bookstoreFields: [FeedField: String] = [
        .id: "STORE_SEQ_NO", .name: "STORE_NAME", .kind: "STORE_TYPE", .district: "CODE_VALUE", .address: "ADRES",
        .phone: "TEL_NO", .website: "HMPG_URL", .sns: "SNS", .x: "YDNTS", .y: "XCNTS",
    ]

    private static let bookstoreKinds: [String: Kind] = ["0002": .new, "0001": .used]

    /// Seoul is within 37.428–37.702 N, 126.764–127.184 E. The area is a little larger, for shops at the border.
    private static let aroundSeoul = BoundingBox(
        checkedWest: 126.73, south: 37.40, east: 127.20, north: 37.72)
}

extension FileColumns {
    /// Returns the feed of such a file; throws a `PlainError` for an option that is missing or wrong.
    package func feed(id: String) throws -> Feed {
        try check()
        var feed: Feed
        do {
            feed = try FeedDeclaration.feed(Array(declaration(id: id).utf8), name: id)
        } catch let error as DeclarationError {
            throw PlainError(option: Self.option(of: error.path), error.reason)
        }
        feed.columns = self
        feed.takesKindWords = kind != nil
        return feed
    }
}

internal import ArgumentParser
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliText

/// The options that name the columns of a person's own file.
struct ColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The column that tells places apart (GeoJSON: the Feature's id).", valueName: "column"))
    var id: String?

    @Option(help: ArgumentHelp("The column of the name (GeoJSON: the property name).", valueName: "column"))
    var name: String?

    @Option(
        name: [.customLong("lat")],
        help: ArgumentHelp("The column of the latitude in degrees; not for GeoJSON.", valueName: "column"))
    var latitude: String?

    @Option(
        name: [.customLong("lon")],
        help: ArgumentHelp("The column of the longitude in degrees; not for GeoJSON.", valueName: "column"))
    var longitude: String?

    @Option(help: ArgumentHelp("The column of the address.", valueName: "column"))
    var address: String?

    @Option(help: ArgumentHelp("The column of the district.", valueName: "column"))
    var district: String?

    @Option(help: ArgumentHelp("The column of the phone number.", valueName: "column"))
    var phone: String?

    @Option(help: ArgumentHelp("The column of the website.", valueName: "column"))
    var website: String?

    @Option(help: ArgumentHelp("The column of the kind, or the kind of all places.", valueName: "column|word"))
    var kind: String?

    @Option(
        help: ArgumentHelp("The file's encoding: UTF-8 (default) or CP949.", valueName: "name"),
        completion: .words(["UTF-8", "CP949"]))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "All points must lie in this area: 124,33,132,39 (default: the world).", valueName: "W,S,E,N"))
    var area: String?

    /// The first of these options that was given; nil if none was.
    var given: String? {
        let all: [(String, String?)] = [
            ("--id", id), ("--name", name), ("--lat", latitude), ("--lon", longitude), ("--address", address),
            ("--district", district), ("--phone", phone), ("--website", website), ("--kind", kind),
            ("--encoding", encoding), ("--area", area),
        ]
        return all.first { $0.1 != nil }?.0
    }

    /// Returns the columns.
    ///
    /// - Throws: `UsageError` for an area that is none.
    func columns() throws -> FileColumns {
        var columns = FileColumns()
        columns.id = id?.trimmingBlanks()
        columns.name = name?.trimmingBlanks()
        columns.latitude = latitude?.trimmingBlanks()
        columns.longitude = longitude?.trimmingBlanks()
        columns.address = address?.trimmingBlanks()
        columns.district = district?.trimmingBlanks()
        columns.phone = phone?.trimmingBlanks()
        columns.website = website?.trimmingBlanks()
        columns.kind = kind?.trimmingBlanks()
        columns.encoding = encoding?.trimmingBlanks()
        columns.area = try area.map { try BoundingBox(argument: [$0], named: "--area") }
        return columns
    }
}

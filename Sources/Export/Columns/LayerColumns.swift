public import GeocliPlaces

extension ListingSchema where Row == LayerSummary {
    /// The layers of a catalog: the base map and the outlines of districts.
    public static var layers: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "role", en: "role", ko: "역할", type: .codes(LayerRole.allCases.map(\.rawValue)),
                    about: "What the layer shows."
                ) { .code($0.role.rawValue) },
                Column("title", en: "title", ko: "제목", about: "The title of the source.") { .text($0.source.title) },
                Column("license", en: "license", ko: "이용 조건", about: "The terms of use of the source.") {
                    .text($0.source.license)
                },
                Column(
                    "features", en: "features", ko: "피처", type: .integer,
                    about: "The number of lines and areas in the layer, or of districts."
                ) {
                    .integer($0.featureCount)
                },
                Column(
                    "bytes", en: "bytes", ko: "바이트", type: .integer,
                    about: "The size of the layer's shapes in the catalog."
                ) { .integer($0.byteCount) },
                Column(
                    "imported_on", en: "imported on", ko: "가져온 날", type: .date,
                    about: "The day of the import in Asia/Seoul."
                ) { .code($0.source.importedOn) },
                Column("sha256", en: "SHA-256", ko: "SHA-256", about: "The SHA-256 of the imported file.") {
                    .code($0.source.sha256)
                },
            ],
            tableKeys: ["role", "title", "license", "features", "bytes", "imported_on"])
    }
}

internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

/// A declared feed, as `feeds list` shows it.
struct FeedListing {
    let feed: Feed?
    let path: String?
    let title: Words?
    /// What is wrong with the file; nil if nothing is wrong.
    let problem: String?

    init(_ entry: FeedShelf.Entry, language: Language) {
        path = entry.path
        switch entry.feed {
        case .success(let found):
            feed = found
            title = found.title
            problem = nil
        case .failure(let error):
            feed = nil
            title = nil
            problem = (error as? any ExplainedError)?.words.text(language) ?? "\(error)"
        }
    }
}

/// The rows of a listing of declared feeds.
enum FeedRows: RowsWithoutPlace { static let someKeys = "id,title" }

extension ListingSchema where Row == FeedListing {
    /// The columns of declared feeds.
    static var feeds: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "id", en: "id", ko: "ID", orNull: true,
                    about: "The id for --feed; null for a file that declares no feed."
                ) {
                    .text($0.feed?.id)
                },
                Column("title", en: "title", ko: "제목", orNull: true, about: "The feed's title in English.") {
                    .text($0.title?.en)
                },
                Column(
                    "role", en: "role", ko: "역할", orNull: true,
                    about: "places (a catalog lists them) or landmarks (points to search from)."
                ) { .text($0.feed?.role.rawValue) },
                Column("crs", en: "CRS", ko: "좌표계", orNull: true, about: "The coordinate system of the feed's points.")
                {
                    .text($0.feed?.crs.description)
                },
                Column("encoding", en: "encoding", ko: "인코딩", orNull: true, about: "The encoding of the feed's pages.")
                {
                    .text($0.feed?.encoding.rawValue)
                },
                Column(
                    "service", en: "service", ko: "서비스", orNull: true, about: "The address of the feed's live service."
                ) {
                    .text($0.feed?.serviceAddress)
                },
                Column(
                    "path", en: "file", ko: "파일", orNull: true,
                    about: "The file of the declaration; null for a built-in feed."
                ) {
                    .text($0.path)
                },
                Column("problem", en: "problem", ko: "문제", orNull: true, about: "Why the file declares no feed.") {
                    .text($0.problem)
                },
                Column(
                    "title_ko", en: "Korean title", ko: "한국어 제목", orNull: true,
                    about: "The feed's title in Korean."
                ) { .text($0.title?.ko) },
            ],
            tableKeys: ["id", "title", "crs", "encoding", "path", "problem"]
        ).speaking("title") { row, language in row.title?.text(language) }
    }
}

internal import GeocliFetching
public import GeocliText

/// The sentences for the reasons that a catalog stores with its runs.
public enum StoredReason {
    /// Returns the sentence for a stored reason in both languages; nil if this version has no sentence for it.
    public static func words(_ reason: Reason) -> Words? {
        guard let words = byCode[reason.code]?.words(reason) else { return nil }
        guard let pages = reason.values.first(where: { $0.name == keptPages })?.value.scalarText.flatMap({ Int($0) }),
            pages > 0
        else { return words }
        return words.followed(by: resumable(pages))
    }

    /// The name of the value that says how many pages are kept. With these pages, the run can be resumed.
    static let keptPages = "kept_pages"

    /// Returns the words about a run that can be resumed.
    static func resumable(_ pages: Int) -> Words {
        Words(
            en:
                "\(pages == 1 ? "1 page is" : "\(pages) pages are") kept; to continue, add --resume to the same command",
            ko: "받은 페이지 \(pages)개를 보관했습니다. 같은 명령에 --resume을 붙이면 이어서 받습니다")
    }

    /// The templates, by their codes. Each code is unique.
    static let byCode = Dictionary(
        uniqueKeysWithValues: (FetchError.templates + IngestError.templates + SnapshotGuards.templates).map {
            ($0.code, $0)
        })
}

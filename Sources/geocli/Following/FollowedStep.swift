internal import GeocliPlaces
internal import GeocliText

/// What a source of changes tells its follower.
enum FollowedStep {
    /// A change that the filter admits.
    case change(CatalogChange, at: ChangeMark)
    /// The source has passed on all changes up to this mark, which is at the end of a run or within it. The run is nil
    /// for a service, because readers of a service need only the mark.
    case position(ChangeMark, RunStamp?, isRunEnd: Bool)
    /// There is nothing more at the moment.
    case idle
    /// The catalog was created again; the source continues with the changes from now on.
    case recreated
}

/// A source of changes: first the existing changes, then new ones as they happen, until a signal ends the program.
protocol ChangeSource {
    /// Calls `body` with each step, in order. Returns when a signal has come.
    ///
    /// - Throws: what `body` throws; an error that waiting can't fix.
    func follow(_ body: (FollowedStep) throws -> Void) throws
}

extension FollowedStep {
    /// What a user reads when the catalog was created again.
    static let recreatedWords = Words(
        en: "warning: the catalog was created again; you get only the changes from now on, so read the listings again",
        ko: "주의: 카탈로그가 새로 만들어졌습니다. 지금부터 생기는 변경만 보여 주므로 목록을 처음부터 다시 읽으세요")
}

/// Something that a run or a person did to a correction.
public struct CorrectionEvent: Sendable, Equatable {
    /// What happened: `added`, or the correction's new state. A newer geocli may have written another word.
    public let what: String
    /// The run that did it; nil for an act of a person.
    public let run: Int64?
    /// The person who did it, here or in another catalog; nil for a run.
    public let author: String?
    /// When it happened in this catalog.
    public let moment: SeoulTime
    /// The person who imported the act from another catalog; nil for an act in this one.
    public let importedBy: String?
    /// When the person did it in the other catalog; nil for an act in this one, or if the file does not say.
    public let doneAt: SeoulTime?
    /// What the person wrote; nil for nothing.
    public let text: String?
    /// The feed's value that made a run set the state; nil if the feed had no value, and for an act of a person.
    public let upstream: String?

    package init(
        what: String, run: Int64?, author: String?, moment: SeoulTime, importedBy: String?, doneAt: SeoulTime?,
        text: String?, upstream: String?
    ) {
        self.what = what
        self.run = run
        self.author = author
        self.moment = moment
        self.importedBy = importedBy
        self.doneAt = doneAt
        self.text = text
        self.upstream = upstream
    }
}

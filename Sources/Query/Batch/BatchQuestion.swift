public import GeocliGeo

/// A position for which answers are wanted.
public struct BatchQuestion: Sendable, Equatable {
    /// The number that the question's answers get, such as its index in a file, from 0. Numbers ascend and may have
    /// gaps.
    public let number: Int
    /// The position.
    public let origin: Coordinate

    /// Creates a question.
    public init(number: Int, origin: Coordinate) { (self.number, self.origin) = (number, origin) }
}

/// The points of a file as questions, in the order of the file.
///
/// The points of a FeatureCollection that comes through a pipe are kept until the collection ends, because it may state
/// its coordinate system after its Features. Each of them takes 24 bytes.
public struct FileQuestions {
    private var points: PointFile
    private var kept: ArraySlice<BatchQuestion> = []

    /// Creates the questions of a file.
    public init(_ points: PointFile) { self.points = points }

    /// See `PointFile.withoutGeometryCount`.
    public var withoutGeometryCount: Int { points.withoutGeometryCount }

    /// Returns the next question; nil at the end.
    ///
    /// - Throws: the errors of `PointFile.next`.
    public mutating func next() throws -> BatchQuestion? {
        if let question = kept.popFirst() { return question }
        guard let first = try read() else { return nil }
        guard points.mayStateSystemLater else { return first }
        var questions = [first]
        while points.mayStateSystemLater, let question = try read() { questions.append(question) }
        kept = questions[1...]
        return first
    }

    private mutating func read() throws -> BatchQuestion? { try points.next()?.question }
}

extension FilePoint {
    /// The point as a question; its number is the point's number in the file, from 0.
    public var question: BatchQuestion { BatchQuestion(number: number - 1, origin: coordinate) }
}

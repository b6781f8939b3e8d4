public import GeocliGeo

/// A position to be asked from.
public struct BatchQuestion: Sendable, Equatable {
    /// What its answers are told by, such as its place in a file, from 0; ascending, but numbers may be left out.
    public let number: Int
    /// Where it is.
    public let origin: Coordinate

    /// A question.
    public init(number: Int, origin: Coordinate) {
        self.number = number
        self.origin = origin
    }
}

extension FilePoint {
    /// The point as a question, by its place in the file.
    public var question: BatchQuestion { BatchQuestion(number: number - 1, origin: coordinate) }
}

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

extension FilePoint {
    /// The point as a question; its number is the point's number in the file, from 0.
    public var question: BatchQuestion { BatchQuestion(number: number - 1, origin: coordinate) }
}

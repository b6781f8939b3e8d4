internal import GeocliText

/// A position in the list of all changes. It comes after a given number of changes of a run, and it is also the id of
/// the last of these changes.
public struct ChangeMark: Sendable, Equatable {
    /// The run's number; 0 for the position before all runs.
    public let run: Int64
    /// The number of the run's changes up to this position, without any filter; `.max` for all of them.
    public let sequence: Int
    /// A number that distinguishes the run from a run with the same number in another catalog; nil if it is not known.
    public let check: UInt32?

    /// The position before all changes.
    public static let start = ChangeMark(run: 0, sequence: 0, check: nil)

    /// Creates a mark.
    public init(run: Int64, sequence: Int, check: UInt32?) {
        (self.run, self.sequence, self.check) = (run, sequence, check)
    }

    /// Reads `run`, `run.sequence` or `run.sequence.check`, all in decimal digits; nil for any other text. If only a
    /// run is given, the position is after all its changes.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard 1...3 ~= parts.count, parts.allSatisfy({ 1...19 ~= $0.utf8.count && $0.utf8.allSatisfy(Self.isDigit) }),
            let run = Int64(parts[0])
        else { return nil }
        var sequence = run == 0 ? 0 : Int.max
        if parts.count > 1 {
            guard let number = Int(parts[1]) else { return nil }
            sequence = number
        }
        var check: UInt32?
        if parts.count > 2 {
            guard let number = UInt32(parts[2]) else { return nil }
            check = number
        }
        self.init(run: run, sequence: sequence, check: check)
    }

    /// The mark as the id of an event: `12.3.2764819`, or `0.0` before all runs.
    public var text: String { "\(run).\(sequence)" + (check.map { ".\($0)" } ?? "") }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// Finds the ends and the wanted members of objects that come one after another and have mostly the same members in the
/// same order, as the rows of a feed have.
///
/// What stands between two values (a comma's next name, its quotes, the colon, blanks) is kept of the last object, so
/// that in the next one it is known by comparing bytes, and only the values are looked through. It answers only for whole
/// objects of plain values; `JSONSyntax` and `JSONMembers` look at all else, and say what is wrong with it.
public struct JSONRowReader {
    /// What stood in front of a value, and which wanted name it holds.
    private struct Step {
        let start: Int
        let count: Int
        /// The place in `names`; -1 if the member is not wanted.
        let name: Int
    }

    let names: [[UInt8]?]
    private var fronts: [UInt8] = []
    private var steps: [Step] = []

    /// Objects with more members, or more bytes between their values, are no longer rows; what is remembered of them is
    /// bounded.
    private static let mostSteps = 64
    private static let mostFrontBytes = 8 << 10

    /// A reader that has seen nothing.
    ///
    /// - Parameter names: the names wanted, without quotes, a nil being none; of equal ones the first gets the member.
    public init(names: [[UInt8]?]) {
        precondition(names.count <= JSONFields.capacity)
        self.names = names
    }

    /// The index behind the object that `bytes` begin with, its wanted members noted in `fields`.
    ///
    /// - Returns: nil where it is cut off, wrong, or not so plain as to be read here: a value that is an object or an
    ///   array, a name with an escape, no member at all. `fields` is then of no use.
    /// - Complexity: O(length).
    mutating func end(of bytes: UnsafeBufferPointer<UInt8>, fields: inout JSONFields) -> Int? {
        guard bytes.first == UInt8(ascii: "{") else { return nil }
        var scan = JSONScalarScan(bytes, from: 1)
        let (count, end) = readRemembered(&scan, &fields)
        if count < 0 || end { return end ? scan.index : nil }
        forget(behind: count)
        repeat {
            let start = scan.index
            guard let name = scan.front() else { return nil }
            let position = position(of: name, in: bytes)
            remember(bytes[start..<scan.index], position)
            guard let value = scan.value() else { return nil }
            note(value, position, in: &fields)
            guard let isLast = scan.separator() else { return nil }
            if isLast { return scan.index }
        } while true
    }

    /// Reads members as long as they are those of the last object.
    ///
    /// - Returns: how many, -1 if one of them is not plain; whether the object has ended.
    @inline(__always)
    private func readRemembered(_ scan: inout JSONScalarScan, _ fields: inout JSONFields) -> (Int, Bool) {
        fronts.withUnsafeBufferPointer { fronts in
            steps.withUnsafeBufferPointer { steps in
                for (position, step) in steps.enumerated() {
                    let front = UnsafeBufferPointer(rebasing: fronts[step.start..<step.start + step.count])
                    guard scan.take(front) else { return (position, false) }
                    guard let value = scan.value() else { return (-1, false) }
                    note(value, step.name, in: &fields)
                    guard let isLast = scan.separator() else { return (-1, false) }
                    if isLast { return (position, true) }
                }
                return (steps.count, false)
            }
        }
    }

    @inline(__always)
    private func note(_ value: JSONScalarScan.Value, _ name: Int, in fields: inout JSONFields) {
        guard name >= 0 else { return }
        if value.isText {
            fields.note(name, value.start..<value.end, isEscaped: value.isEscaped)
        } else {
            fields.noteOther(name)
        }
    }

    private func position(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let name = bytes[name]
        return names.firstIndex { $0?.count == name.count && $0?.elementsEqual(name) == true } ?? -1
    }

    private mutating func forget(behind count: Int) {
        guard count < steps.count else { return }
        fronts.removeSubrange(steps[count].start...)
        steps.removeSubrange(count...)
    }

    private mutating func remember(_ front: Slice<UnsafeBufferPointer<UInt8>>, _ name: Int) {
        guard steps.count < Self.mostSteps, fronts.count + front.count <= Self.mostFrontBytes else { return }
        steps.append(Step(start: fronts.count, count: front.count, name: name))
        fronts.append(contentsOf: front)
    }
}

/// A reader of objects that follow each other and mostly have the same members in the same order, as the rows of a feed
/// do. It finds their ends and their wanted members.
///
/// The reader keeps the bytes between the values of an object (the next name, its quotes, the colon, blanks). In
/// the next object it compares these bytes and scans only the values. It reads only whole objects of plain values;
/// `JSONSyntax` and `JSONMembers` read everything else and report errors.
public struct JSONRowReader {
    /// The bytes before a value, and the wanted name of the value.
    private struct Step {
        let start: Int
        let count: Int
        /// The index in `names`; -1 if the member is not wanted.
        let name: Int
    }

    let names: [[UInt8]?]
    private var fronts: [UInt8] = []
    private var steps: [Step] = []

    /// Limits for what is kept of an object. An object with more members, or with more bytes between its values, is not
    /// a row.
    private static let maximumSteps = 64
    private static let maximumFrontBytes = 8 << 10

    /// Creates a reader that keeps nothing yet.
    ///
    /// - Parameter names: the wanted names, without quotes; a nil matches no member. If two names are equal, the first
    ///   one gets the member.
    public init(names: [[UInt8]?]) {
        precondition(names.count <= JSONFields.capacity)
        self.names = names
    }

    /// Returns the index after the object that `bytes` begin with, and notes its wanted members in `fields`.
    ///
    /// - Returns: nil if the object is cut off, wrong or not plain; `fields` is then invalid. An object is not plain if
    ///   it holds an object, an array or a name with an escape, or has no members.
    /// - Complexity: O(length).
    mutating func end(of bytes: UnsafeBufferPointer<UInt8>, fields: inout JSONFields) -> Int? {
        guard bytes.first == UInt8(ascii: "{") else { return nil }
        var scan = JSONScalarScan(bytes, from: 1)
        let (count, end) = readRemembered(&scan, &fields)
        if count < 0 || end { return end ? scan.index : nil }
        forget(after: count)
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

    /// Reads members while they are the same as in the previous object.
    ///
    /// - Returns: the number of members (-1 if one of them is not plain), and whether the object has ended.
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

    private mutating func forget(after count: Int) {
        guard count < steps.count else { return }
        fronts.removeSubrange(steps[count].start...)
        steps.removeSubrange(count...)
    }

    private mutating func remember(_ front: Slice<UnsafeBufferPointer<UInt8>>, _ name: Int) {
        guard steps.count < Self.maximumSteps, fronts.count + front.count <= Self.maximumFrontBytes else { return }
        steps.append(Step(start: fronts.count, count: front.count, name: name))
        fronts.append(contentsOf: front)
    }
}

/// The number of a place in the index: the length of its name, then its id. Answers that match equally well are
/// listed in the order of their numbers, so a search may stop after the first few.
///
///     bits 46…32  characters (Unicode scalars) of the folded name, at most 32,767
///     bits 31…0   the id
///
/// SQLite stores numbers of up to 48 bits in six bytes, and larger ones in eight.
public enum DocumentNumber {
    private static let idBits: UInt64 = 32
    private static let longest = 0x7FFF

    /// The ids that a place can have.
    public static let ids: Range<Int64> = 1..<1 << 32

    /// Returns the number of a place. Ids start at 1.
    ///
    /// - Precondition: the id is one of `ids`.
    public static func number(id: Int64, nameLength: Int) -> UInt64 {
        precondition(ids.contains(id))
        return UInt64(length(nameLength)) << idBits | UInt64(id)
    }

    /// Returns the length of a name as it is in its number.
    public static func length(_ nameLength: Int) -> Int { min(nameLength, longest) }

    /// Returns the id of a number.
    public static func id(_ number: UInt64) -> Int64 { Int64(number & (1 << idBits - 1)) }

    /// Returns whether two numbers belong to names of the same length.
    static func haveOneLength(_ left: UInt64, _ right: UInt64) -> Bool { left >> idBits == right >> idBits }

    /// The range of all numbers.
    static let all: Range<UInt64> = 0..<UInt64.max

    /// Returns the range of the numbers of places whose names have this length.
    static func all(nameLength: Int) -> Range<UInt64> {
        let length = UInt64(length(nameLength))
        return length << idBits..<(length + 1) << idBits
    }
}

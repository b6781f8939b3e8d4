/// The number that the index knows a bookstore by: the length of its name, then its id, so that the order of numbers is
/// the order of equal answers and a search may stop at the first few.
///
///     bits 46…32  characters (Unicode scalars) of the folded name, 32,767 at most
///     bits 31…0   the id
///
/// SQLite keeps numbers of up to 48 bits in six bytes, larger ones in eight.
public enum DocumentNumber {
    private static let idBits: UInt64 = 32
    private static let longest = 0x7FFF

    /// The ids that a bookstore can have.
    public static let ids: Range<Int64> = 1..<1 << 32

    /// The number of a bookstore. Ids are given from 1 up, one by one.
    ///
    /// - Precondition: the id is one of `ids`.
    public static func number(id: Int64, nameLength: Int) -> UInt64 {
        precondition(ids.contains(id))
        return UInt64(min(nameLength, longest)) << idBits | UInt64(id)
    }

    /// The id of a number.
    public static func id(_ number: UInt64) -> Int64 { Int64(number & (1 << idBits - 1)) }

    /// Whether two numbers are of names of the same length.
    static func haveOneLength(_ left: UInt64, _ right: UInt64) -> Bool { left >> idBits == right >> idBits }

    /// Every number.
    static let all: Range<UInt64> = 0..<UInt64.max

    /// The numbers of bookstores whose name is so long.
    static func all(nameLength: Int) -> Range<UInt64> {
        let length = UInt64(min(nameLength, longest))
        return length << idBits..<(length + 1) << idBits
    }
}

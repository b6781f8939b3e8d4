/// Which characters folding takes for one.
///
/// A catalog keeps its texts folded, so a question to it must be folded by the rules of that time.
public enum FoldingRules: Int, Sendable {
    /// Dots and enclosed words stay as they are: ㆍ is not ·, and ㈜ is not (주). Catalogs of schema 6 and older.
    case separate = 1
    /// A dot between words is · however it is typed, and ㈜ is (주).
    case united = 2

    /// What folds today.
    public static let current = FoldingRules.united
}

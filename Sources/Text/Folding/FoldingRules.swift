/// Which characters folding treats as the same.
///
/// A catalog keeps its texts folded, so a search in it must be folded by the rules of the catalog.
public enum FoldingRules: Int, Sendable {
    /// Dots and enclosed words stay as they are: ㆍ is not ·, and ㈜ is not (주). Catalogs of schema 6 and older use these
    /// rules.
    case separate = 1
    /// Every dot between words becomes ·, and ㈜ becomes (주).
    case united = 2

    /// The rules of new catalogs.
    public static let current = FoldingRules.united
}

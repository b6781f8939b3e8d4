/// Which characters folding treats as the same.
///
/// A catalog keeps its texts folded, so the text of a search must be folded by the same rules as the catalog's texts.
public enum FoldingRules: Int, Sendable {
    /// Dots and enclosed words stay as they are: ㆍ is not ·, and ㈜ is not (주). Catalogs of schema 6 and older use these
    /// rules.
    case separate = 1
    /// Every dot between words becomes ·, and ㈜ becomes (주).
    case united = 2

    /// The rules of new catalogs.
    public static let current = FoldingRules.united
}

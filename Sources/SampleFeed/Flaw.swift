/// A kind of flaw in a row, modeled on values that the real feed and related feeds have sent.
///
/// `rowsBack` leads to an earlier clean row, from which the flawed row copies values. So no row depends on a later row.
enum Flaw: Sendable {
    /// Odd values in the fields of the row itself.
    case name(Name)
    case phone(Phone)
    case website(Website)
    case point(Point)
    case id(ID)
    case addressWithoutDistrict
    case unknownKind

    /// An exact copy of the earlier row.
    case copy(rowsBack: Int)
    /// Another place with the same id.
    case idClash(rowsBack: Int)
    /// Another place at the same address and point.
    case samePoint(rowsBack: Int)
    /// A second branch with the same name.
    case sameName(rowsBack: Int)

    /// The flaws of a name.
    enum Name: Sendable {
        case empty
        case trailingBlanks
        case leadingBlank
        case digitsOnly
        case decomposedHangul
        case quoteAndBackslash
        case markup
        case formula
    }

    /// The flaws of a phone number.
    enum Phone: Sendable {
        case range
        case bracketedRange
        case twoNumbers
        case dots
        case word
        case blanks
        case safeNumber
        case nationwide
        case withoutAreaCode
    }

    /// The flaws of a link.
    enum Website: Sendable {
        case withoutScheme
        case twoLinks
        case trailingBlank
    }

    /// The flaws of a pair of coordinates.
    enum Point: Sendable {
        case unreadableLatitude
        case blank
        case zero
        case swapped
        case tokyo
    }

    /// The flaws of an id.
    enum ID: Sendable {
        case empty
        case string
        case integer
    }

    /// The number of rows from the copied row to this row; nil if this row copies nothing.
    var rowsBack: Int? {
        switch self {
        case .copy(let rows), .idClash(let rows), .samePoint(let rows), .sameName(let rows): rows
        default: nil
        }
    }
}

/// One kind of dirt, after the values that the real feed and its sisters were seen to send.
///
/// `rowsBack` points at an earlier clean row, so that page after page can be made without a look at later ones.
enum Flaw: Sendable {
    /// Fields of the row itself that hold something odd.
    case name(Name)
    case phone(Phone)
    case website(Website)
    case point(Point)
    case id(ID)
    case addressWithoutDistrict
    case unknownKind

    /// The very same row once more.
    case copy(rowsBack: Int)
    /// Another bookstore under the same id.
    case idClash(rowsBack: Int)
    /// Another bookstore in the same house.
    case samePoint(rowsBack: Int)
    /// A second branch under the same name.
    case sameName(rowsBack: Int)

    /// What a name can hold.
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

    /// What a phone number can hold.
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

    /// What a link can hold.
    enum Website: Sendable {
        case withoutScheme
        case twoLinks
        case trailingBlank
    }

    /// What a pair of coordinates can hold.
    enum Point: Sendable {
        case unreadableLatitude
        case blank
        case zero
        case swapped
        case tokyo
    }

    /// How an id can be written.
    enum ID: Sendable {
        case empty
        case string
        case integer
    }

    /// The earlier row that this one takes something from.
    var rowsBack: Int? {
        switch self {
        case .copy(let rows), .idClash(let rows), .samePoint(let rows), .sameName(let rows): rows
        default: nil
        }
    }
}

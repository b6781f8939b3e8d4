public import GeocliSearch

/// Which bookstores a listing shows. Values of one filter widen, different filters narrow.
public struct PlaceFilter: Sendable, Equatable {
    /// A way to reach a bookstore.
    public enum Contact: String, Sendable, CaseIterable {
        case phone
        case website
        case sns
    }

    /// Any of these kinds; all where empty.
    public var kinds: Set<Kind> = []
    /// Any of these districts, by the names the catalog has; all where empty.
    public var districts: Set<String> = []
    /// All of these ways to reach it.
    public var contacts: Set<Contact> = []
    /// Text that must match.
    public var text: SearchReading?
    /// Only this kind of match; any where nil.
    package var matchKind: MatchKind?
    /// The bookstores that the text stands for, where they are few; nil where every bookstore is to be asked.
    package var ids: [Int64]?
    /// Also those that the last good run missed.
    public var includesClosed = false

    /// Every listed bookstore.
    public init() {}

    /// The filter as what it demands, all of which must hold: what a catalog's file and a server make SQL of. A further
    /// field is one line here, and no source of places can forget it.
    package var conditions: [PlaceCondition] {
        var conditions: [PlaceCondition] = includesClosed ? [] : [.isListed]
        if !kinds.isEmpty { conditions.append(.isOne(of: kinds.map(\.rawValue).sorted(), in: .kind)) }
        if !districts.isEmpty { conditions.append(.isOne(of: districts.sorted(), in: .district)) }
        for contact in Contact.allCases where contacts.contains(contact) { conditions.append(.isThere(contact.column)) }
        if let ids {
            conditions.append(.hasID(ids))
        } else if let text {
            conditions.append(.matches(text, matchKind))
        }
        return conditions
    }
}

extension PlaceFilter.Contact {
    fileprivate var column: PlaceCondition.Column {
        switch self {
        case .phone: .phone
        case .website: .website
        case .sns: .sns
        }
    }
}

/// One demand of a filter.
package enum PlaceCondition: Sendable, Equatable {
    /// A column of places that is text, by the name it has in every catalog.
    package enum Column: String, Sendable {
        case kind
        case district
        case phone
        case website
        case sns
    }

    /// The last good run held it.
    case isListed
    /// The column has one of these texts, which are ascending.
    case isOne(of: [String], in: Column)
    /// The column is not null.
    case isThere(Column)
    /// It has one of these ids.
    case hasID([Int64])
    /// Its folded fields match, in this way if one is given.
    case matches(SearchReading, MatchKind?)
}

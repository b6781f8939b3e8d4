public import GeocliSearch

/// A filter of a listing. A place passes if it has any of the kinds, any of the feeds, any of the districts, and meets
/// all other conditions.
public struct PlaceFilter: Sendable, Equatable {
    /// A way to reach a bookstore.
    public enum Contact: String, Sendable, CaseIterable {
        case phone
        case website
        case sns
    }

    /// Only places of any of these kinds; empty for all.
    public var kinds: Set<Kind> = []
    /// Only places of any of these feeds, by their ids; empty for all.
    public var feeds: Set<String> = []
    /// Only places in any of these districts, by their names in the catalog; empty for all.
    public var districts: Set<String> = []
    /// Only places that have all of these ways to reach them; empty for all.
    public var contacts: Set<Contact> = []
    /// The text that must match; nil for none.
    public var text: SearchReading?
    /// Only matches of this kind; nil for any.
    package var matchKind: MatchKind?
    /// The ids of the bookstores that the text matches, if there are few; nil if every bookstore must be checked.
    package var ids: [Int64]?
    /// Only the places with these ids, such as those that a person marked; nil for all.
    public var only: [Int64]?
    /// Whether bookstores that the last good run missed are included.
    public var includesClosed = false
    /// Only places that existed on one of these days: from `CatalogEntry.firstSeen` to `closedOn`, both included. Nil
    /// for all. Places that the last good run missed also need `includesClosed`.
    public var existed: DaySpan?
    /// Rows that are left out because another row represents the same shop; nil for none.
    public var leftOut: LeftOutRows?

    /// Creates a filter that admits every listed bookstore.
    public init() {}

    /// The conditions of the filter, all of which must hold. A catalog's file and a server turn the conditions into
    /// SQL. A new field of the filter needs one line here, and then applies to every source of places.
    package var conditions: [PlaceCondition] {
        var conditions: [PlaceCondition] = includesClosed ? [] : [.isListed]
        if !kinds.isEmpty { conditions.append(.isOne(of: kinds.map(\.rawValue).sorted(), in: .kind)) }
        if !feeds.isEmpty { conditions.append(.isOfFeed(feeds.sorted())) }
        if !districts.isEmpty { conditions.append(.isOne(of: districts.sorted(), in: .district)) }
        for contact in Contact.allCases where contacts.contains(contact) { conditions.append(.isThere(contact.column)) }
        if let ids {
            conditions.append(.hasID(ids))
        } else if let text {
            conditions.append(.matches(text, matchKind))
        }
        if let only { conditions.append(.hasID(only)) }
        if let first = existed?.first { conditions.append(.isNotClosed(before: first)) }
        if let last = existed?.last { conditions.append(.isSeen(by: last)) }
        if let leftOut, !leftOut.ids.isEmpty { conditions.append(.isNotOne(of: leftOut)) }
        return conditions
    }
}

extension PlaceFilter.Contact {
    fileprivate var column: PlaceCondition.TextColumn {
        switch self {
        case .phone: .phone
        case .website: .website
        case .sns: .sns
        }
    }
}

/// One condition of a filter, which a place meets or not.
package enum PlaceCondition: Sendable, Equatable {
    /// A text column of places, by its name, which is the same in every catalog.
    package enum TextColumn: String, Sendable {
        case kind
        case district
        case phone
        case website
        case sns
    }

    /// The last good run contained the place.
    case isListed
    /// The place belongs to one of these feeds, in ascending order.
    case isOfFeed([String])
    /// The column has one of these texts, in ascending order.
    case isOne(of: [String], in: TextColumn)
    /// The column is not null.
    case isThere(TextColumn)
    /// The place has one of these ids.
    case hasID([Int64])
    /// The place's folded fields match the reading. If a kind of match is given, only matches of this kind count.
    case matches(SearchReading, MatchKind?)
    /// The place has no closing date before this day.
    case isNotClosed(before: String)
    /// A good run contained the place on this day or before.
    case isSeen(by: String)
    /// The place is none of these.
    case isNotOne(of: LeftOutRows)
}

public import GeocliSearch

/// A filter for a listing. A place passes if it has one of the kinds, comes from one of the feeds, is in one of the
/// districts, and meets all other conditions.
public struct PlaceFilter: Sendable, Equatable {
    /// A way to reach a place.
    public enum Contact: String, Sendable, CaseIterable {
        case phone
        case website
        case sns
    }

    /// The kinds of the places that are admitted; empty for all kinds.
    public var kinds: Set<Kind> = []
    /// The ids of the feeds whose places are admitted; empty for all feeds.
    public var feeds: Set<String> = []
    /// The districts whose places are admitted, by their names in the catalog; empty for all districts.
    public var districts: Set<String> = []
    /// A place must have all of these contacts. If the set is empty, no contact is required.
    public var contacts: Set<Contact> = []
    /// The text that a place must match; nil for no text.
    public var text: SearchReading?
    /// The kind of match that counts; nil for any kind.
    package var matchKind: MatchKind?
    /// The ids of the places that the text matches, if there are few; nil if every place must be checked.
    package var ids: [Int64]?
    /// The ids of the places that are admitted, such as the places that a person marked; nil for all places.
    public var only: [Int64]?
    /// Whether places that the last good run missed are included.
    public var includesClosed = false
    /// Only places that existed on at least one of these days are admitted; nil for all places. A place exists from
    /// `CatalogEntry.firstSeen` to `closedOn`, both days included. Places that the last good run missed are admitted
    /// only if `includesClosed` is also true.
    public var existed: DaySpan?
    /// Rows that are left out because another row represents the same shop; nil for none.
    public var leftOut: LeftOutRows?

    /// Creates a filter that admits every listed place.
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

/// One condition of a filter. A place either meets it or does not.
package enum PlaceCondition: Sendable, Equatable {
    /// A text column of the places. The raw value is the column's name, which is the same in every catalog.
    package enum TextColumn: String, Sendable {
        case kind
        case district
        case phone
        case website
        case sns
    }

    /// The last good run contained the place.
    case isListed
    /// The place belongs to one of these feeds, which are in ascending order.
    case isOfFeed([String])
    /// The column has one of these texts, which are in ascending order.
    case isOne(of: [String], in: TextColumn)
    /// The column is not null.
    case isThere(TextColumn)
    /// The place has one of these ids.
    case hasID([Int64])
    /// The place's folded fields match the reading. If a kind of match is given, only matches of this kind count.
    case matches(SearchReading, MatchKind?)
    /// The place has no closing date before this day.
    case isNotClosed(before: String)
    /// A good run on or before this day contained the place.
    case isSeen(by: String)
    /// The place is not one of these rows.
    case isNotOne(of: LeftOutRows)
}

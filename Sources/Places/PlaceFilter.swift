package import GeocliSearch
internal import GeocliText

/// A filter for a listing. A place passes if it has one of the kinds, comes from one of the feeds, is in one of the
/// districts, and meets all other conditions. Nil or an empty set admits everything.
public struct PlaceFilter: Sendable, Equatable {
    public enum Contact: String, Sendable, CaseIterable {
        case phone
        case website
        case sns
    }

    public var kinds: Set<Kind> = []
    public var feeds: Set<String> = []
    /// The districts whose places are admitted, by their names in the catalog; empty for all districts.
    public var districts: Set<String> = []
    /// For a district name that several provinces have: the short names of the provinces that are meant. The address of
    /// a place, or else its point, tells its province.
    public var provinces: [String: Set<String>] = [:]
    /// A place must have all of these contacts. If the set is empty, no contact is required.
    public var contacts: Set<Contact> = []
    package var text: SearchReading?
    package var matchKind: MatchKind?
    /// The ids of the places that the text matches, if there are few; nil if every place must be checked.
    package var ids: [Int64]?
    /// The ids of the places that are admitted, such as the places that a person marked; nil for all places.
    public var only: [Int64]?
    /// Whether places that are no longer in their feed or are closed are included.
    public var includesClosed = false
    /// Only places that existed on at least one of these days are admitted; nil for all places. A place exists from
    /// `CatalogEntry.firstSeen` to `closedOn`, or else to `removedOn`, both days included. Places that are no longer in
    /// their feed or are closed are admitted only if `includesClosed` is also true.
    public var existed: DaySpan?
    /// Rows that are left out because another row represents the same shop; nil for none.
    package var leftOut: LeftOutRows?

    public init() {}

    /// The conditions of the filter, all of which must hold. A catalog's file and a server turn the conditions into
    /// SQL. A new field of the filter needs one line here, and then applies to every source of places.
    package var conditions: [PlaceCondition] {
        var conditions: [PlaceCondition] = includesClosed ? [] : [.isListed]
        if !kinds.isEmpty { conditions.append(.isOne(of: kinds.map(\.rawValue).sorted(), in: .kind)) }
        if !feeds.isEmpty { conditions.append(.isOfFeed(feeds.sorted())) }
        if !districts.isEmpty { conditions.append(.isOne(of: districts.sorted(), in: .district)) }
        for (district, names) in provinces.sorted(by: { $0.key < $1.key }) {
            conditions.append(.isWithin(ProvinceCondition(district, within: names)))
        }
        for contact in Contact.allCases where contacts.contains(contact) {
            conditions.append(.isNotNull(contact.column))
        }
        if let ids {
            conditions.append(.hasID(ids))
        } else if let text {
            conditions.append(.matches(text, matchKind))
        }
        if let only { conditions.append(.hasID(only)) }
        if let first = existed?.first { conditions.append(.isNotGone(before: first)) }
        if let last = existed?.last { conditions.append(.isSeen(by: last)) }
        if let leftOut, !leftOut.ids.isEmpty { conditions.append(.isNotOne(of: leftOut)) }
        return conditions
    }
}

extension PlaceFilter {
    /// Admits the places in a district, in addition to the districts that are admitted already. `word` is the district
    /// as a person types it: 마포, mapo, 부산 중구. `stated` are the districts that places state. Returns false if no place
    /// states the district and geocli doesn't know it either.
    package mutating func admit(district word: String, among stated: [String]) -> Bool {
        let wanted = Folding.squeezed(Folding.folded(word))
        let isExact: (String) -> Bool = { Folding.squeezed(Folding.folded($0)) == wanted }
        return admit(DistrictName(word), among: stated, orIf: isExact)
    }

    package mutating func admit(
        _ name: DistrictName, among stated: [String], orIf isMeant: (String) -> Bool = { _ in false }
    ) -> Bool {
        // A place may state a known district later, while the filter is in use, or state none (`PointDistricts`).
        let usual = name.isKnown ? name.words + name.texts : []
        let meant = Set(stated.filter { name.means(DistrictName($0)) || isMeant($0) } + usual)
        for text in meant {
            let isOpen = districts.contains(text) && provinces[text] == nil
            districts.insert(text)
            guard DistrictName(text).isShared, let province = name.province, !isOpen else {
                provinces[text] = nil
                continue
            }
            provinces[text, default: []].formUnion(province.names)
        }
        return !meant.isEmpty
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

package enum PlaceCondition: Sendable, Equatable {
    /// A text column of the places. The raw value is the column's name, which is the same in every catalog.
    package enum TextColumn: String, Sendable {
        case kind
        case district
        case phone
        case website
        case sns
    }

    /// The last good run contained the place, and no correction says that it is closed.
    case isListed
    /// The place belongs to one of these feeds, which are in ascending order.
    case isOfFeed([String])
    /// The column has one of these texts, which are in ascending order.
    case isOne(of: [String], in: TextColumn)
    /// The place is in one of the provinces, if it states a district of this name.
    case isWithin(ProvinceCondition)
    case isNotNull(TextColumn)
    case hasID([Int64])
    /// The place's folded fields match the reading. If a kind of match is given, only matches of this kind count.
    case matches(SearchReading, MatchKind?)
    /// The place neither closed nor left its feed before this day.
    case isNotGone(before: String)
    /// A good run on or before this day contained the place.
    case isSeen(by: String)
    case isNotOne(of: LeftOutRows)
}

/// The condition for places that state a district of which several provinces have one, without the province: the place
/// is in one of the provinces that are meant. If its address begins with a province, that one counts; if not, it is left
/// out if its point is in the box of another province and in no box of these.
package struct ProvinceCondition: Sendable, Equatable {
    package let district: String
    /// The texts with which addresses in these provinces begin, and in the other ones.
    package let beginnings: (own: [String], others: [String])
    package let boxes: (own: [ProvinceBox], others: [ProvinceBox])
    private let names: Set<String>

    fileprivate init(_ district: String, within names: Set<String>) {
        self.district = district
        self.names = names
        let others = (DistrictName(district).provinces ?? []).subtracting(names)
        beginnings = (Province.beginnings(names), Province.beginnings(others))
        boxes = (Province.boxes(names), Province.boxes(others))
    }

    package static func == (left: ProvinceCondition, right: ProvinceCondition) -> Bool {
        left.district == right.district && left.names == right.names
    }
}

/// The rows that a listing leaves out because another row represents the same shop.
package final class LeftOutRows: Sendable {
    package let ids: Set<Int64>

    package init(_ ids: Set<Int64>) { self.ids = ids }
}

extension LeftOutRows: Equatable {
    /// Returns whether both are the same object. A comparison of all ids would take longer than a query.
    package static func == (one: LeftOutRows, other: LeftOutRows) -> Bool { one === other }
}

/// A span of days in Asia/Seoul, from the first day to the last, both included.
public struct DaySpan: Sendable, Equatable {
    /// The first day, `YYYY-MM-DD`; nil if the span has no beginning.
    public let first: String?
    public let last: String?

    public init(first: String?, last: String?) { (self.first, self.last) = (first, last) }
}

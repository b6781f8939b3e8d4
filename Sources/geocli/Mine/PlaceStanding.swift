internal import GeocliPlaces
internal import GeocliText

/// The state of a remembered place in the present catalog.
struct PlaceStanding {
    enum State: String, CaseIterable {
        /// The place is in the catalog and unchanged.
        case listed
        /// The point of the place is different.
        case moved
        /// The name of the place is different.
        case renamed
        /// The last good run did not contain the place.
        case missing
        /// The place is closed.
        case closed
        /// Its reference is gone or belongs to another place, but one place has exactly its name and address.
        case followed
        /// Its reference is gone or belongs to another place, and no single place has its name and address.
        case gone
        /// No catalog can be read.
        case unknown
    }

    let state: State
    /// The place in the catalog; nil if it is not there.
    var entry: CatalogEntry?
    /// The distance between the old and the new point, if the place moved.
    var movedMeters: Double?
    /// The places of the catalog that may be this place, if its reference is gone.
    var candidates: [CatalogEntry] = []

    /// The state for people.
    var words: Words {
        switch state {
        case .listed: Words(en: "listed", ko: "있음")
        case .moved: Words(en: "moved", ko: "이전")
        case .renamed: Words(en: "renamed", ko: "이름 변경")
        case .missing: Words(en: "missing", ko: "누락")
        case .closed: Words(en: "closed", ko: "폐점")
        case .followed: Words(en: "new reference", ko: "참조 변경")
        case .gone: Words(en: "gone", ko: "사라짐")
        case .unknown: Words(en: "unknown", ko: "알 수 없음")
        }
    }
}

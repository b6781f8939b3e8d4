internal import GeocliPlaces
internal import GeocliText

/// What became of a remembered place in the catalog.
struct PlaceStanding {
    enum State: String, CaseIterable {
        /// It is there as it was.
        case listed
        /// Its point is another one.
        case moved
        /// It has another name.
        case renamed
        /// The last good run missed it.
        case missing
        /// It is closed.
        case closed
        /// Its reference is gone, but one place has exactly its name and address.
        case followed
        /// Its reference is gone, and no single place has its name and address.
        case gone
        /// There is no catalog to ask.
        case unknown
    }

    let state: State
    /// The place in the catalog; nil if it is not there.
    var entry: CatalogEntry?
    /// How far its point is from where it was, if it moved.
    var movedMeters: Double?
    /// Places that it may be, if it is gone.
    var candidates: [CatalogEntry] = []
}

extension PlaceStanding {
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

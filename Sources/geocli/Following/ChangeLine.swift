internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension CatalogChange {
    /// The change as one line for people.
    var line: Words {
        let where_ = place.district.map { ", \($0)" } ?? ""
        let subject = "\(place.name) (#\(place.id)\(where_))"
        let verb = what.words
        guard let field else {
            return Words(en: "\(run.date)  \(verb.en): \(subject)", ko: "\(run.date)  \(verb.ko): \(subject)")
        }
        if let distanceMeters {
            let meters = "\(Int(distanceMeters.rounded())) m"
            return Words(
                en: "\(run.date)  \(verb.en): \(subject), \(meters)",
                ko: "\(run.date)  \(verb.ko): \(subject), \(meters)")
        }
        let values = "\(old ?? "-") → \(new ?? "-")"
        return Words(
            en: "\(run.date)  \(verb.en): \(subject), \(field): \(values)",
            ko: "\(run.date)  \(verb.ko): \(subject), \(field): \(values)")
    }
}

extension CatalogChange.What {
    /// The kind of change as people call it.
    var words: Words {
        switch self {
        case .added: Words(en: "added", ko: "신규")
        case .changed: Words(en: "changed", ko: "변경")
        case .moved: Words(en: "moved", ko: "이전")
        case .removed: Words(en: "removed", ko: "누락")
        case .closed: Words(en: "closed", ko: "폐점")
        case .returned: Words(en: "returned", ko: "재등록")
        }
    }
}

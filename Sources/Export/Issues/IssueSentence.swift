package import GeocliPlaces
package import GeocliText

/// The meaning of a finding in one sentence without a full stop, made from its rule and its evidence.
package enum IssueSentence {
    /// The width in columns to which a quoted value is cut.
    private static let quotedColumns = 80

    /// Returns the sentence of an issue's rule, or the title that a person gave the issue.
    ///
    /// - Edges: if the evidence lacks a value that the sentence needs, it is the issue's title and all values instead.
    package static func text(_ issue: StoredIssue, _ language: Language) -> String {
        words(issue).text(language)
    }

    static func words(_ issue: StoredIssue) -> Words {
        guard let rule = issue.rule else { return issue.title }
        let values = Values(issue)
        return sentence(rule, values) ?? plain(issue)
    }

    /// Returns the keys and values of evidence as text, such as `district 마포구, point_district 서대문구`; nil for none.
    package static func values(_ members: [JSONValue.Member], _ language: Language) -> String? {
        let parts = members.compactMap { member in
            shown(member.value).map { "\(IssueWords.key(member.name, language)) \($0)" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns how two sets of evidence differ, such as `phone: 02-1 → 02-2`; nil if they are equal.
    package static func changes(
        from old: [JSONValue.Member], to new: [JSONValue.Member], _ language: Language
    ) -> String? {
        let none = Words(en: "none", ko: "없음").text(language)
        func value(_ name: String, _ members: [JSONValue.Member]) -> String {
            members.last { $0.name == name }.flatMap { shown($0.value) } ?? none
        }
        let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
        let parts = names.compactMap { name in
            let (before, after) = (value(name, old), value(name, new))
            return before == after ? nil : "\(IssueWords.key(name, language)): \(before) → \(after)"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func plain(_ issue: StoredIssue) -> Words {
        var values = issue.evidence
        if let shared = issue.shared { values.insert(.init("shared", .string(shared)), at: 0) }
        func text(_ language: Language) -> String {
            let all = Self.values(values, language).map { ": " + $0 } ?? ""
            return issue.title.text(language) + all
        }
        return Words(en: text(.english), ko: text(.korean))
    }

    /// Returns a value as text for people; nil for null.
    fileprivate static func shown(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): text
        case .string(let text):
            NationalPhone.text(e164: text)
                ?? DisplayText.shown(text, columns: quotedColumns)
        case .array(let items): items.map { shown($0) ?? "–" }.joined(separator: " / ")
        case .object(let members):
            members.compactMap { member in shown(member.value).map { "\(member.name) \($0)" } }
                .joined(separator: ", ")
        }
    }

    private static func sentence(_ rule: IssueRule, _ values: Values) -> Words? {
        switch rule {
        case .districtPoint, .districtAddress: ofDistrict(rule, values)
        case .pointMissing, .pointUnusable, .pointShared: ofPoint(rule, values)
        case .repeated, .linkContradiction: ofPair(rule, values)
        case .phoneUnusable, .phoneShared, .websiteUnusable, .namePlaceholder, .textBroken, .kindUnknown:
            ofValue(rule, values)
        case .moved, .flipping, .returned: ofEvent(rule, values)
        case .correctionConflict: ofCorrection(values)
        }
    }

    private static func ofDistrict(_ rule: IssueRule, _ values: Values) -> Words? {
        guard let stated = values["district"] else { return nil }
        if rule == .districtAddress {
            guard let other = values["address_district"] else { return nil }
            return Words(
                en: "the row states \(stated), but its address is in \(other)",
                ko: "행에는 \(stated)\(.by) 적혀 있지만 주소는 \(other)에 있습니다")
        }
        guard let other = values["point_district"] else {
            return Words(
                en: "the row states \(stated), but its point is in no known district",
                ko: "행에는 \(stated)\(.by) 적혀 있지만 좌표는 어느 자치구에도 들어 있지 않습니다")
        }
        return Words(
            en: "the row states \(stated), but its point is in \(other)",
            ko: "행에는 \(stated)\(.by) 적혀 있지만 좌표는 \(other)에 있습니다")
    }

    private static func ofPoint(_ rule: IssueRule, _ values: Values) -> Words? {
        switch rule {
        case .pointMissing:
            return values.address.map {
                Words(en: "the row has no point; its address is \($0)", ko: "좌표가 없습니다(주소: \($0))")
            } ?? Words(en: "the row has neither a point nor an address", ko: "좌표도 주소도 없습니다")
        case .pointUnusable:
            guard let reason = values["reason"] else { return nil }
            let value = values["value"].map { " \"\($0)\"" } ?? ""
            return Words(
                en: "the point\(value) can't be used (\(reason.replacing("-", with: " ")))",
                ko: "좌표\(value)\(.object) 쓸 수 없습니다(\(CodeWords.text(reason, in: "reason", .korean)))")
        default:
            guard let point = values.shared ?? values["point"] else { return nil }
            return values.others.map {
                Words(
                    en: "the point \(point) is shared with \($0.en)", ko: "좌표 \(point)\(.object) \($0.ko) 함께 씁니다")
            }
                ?? Words(
                    en: "several places have the point \(point)", ko: "좌표 \(point)\(.object) 여러 장소가 함께 씁니다")
        }
    }

    private static func ofPair(_ rule: IssueRule, _ values: Values) -> Words? {
        guard let refs = values.pairOfPlaces else { return nil }
        if rule == .repeated {
            return Words(
                en: "the rows \(refs.0) and \(refs.1) look like the same shop\(values.agreement(.english))",
                ko: "\(refs.0)\(.with) \(refs.1)\(.subject) 같은 가게로 보입니다\(values.agreement(.korean))")
        }
        guard let what = values["field"] else { return nil }
        let field = CodeWords.text(what, in: "field", .korean)
        let sides = [values["values"], values.meters].compactMap { $0 }.joined(separator: ", ")
        return Words(
            en: "the rows \(refs.0) and \(refs.1) are one shop, but differ in \(what) (\(sides))",
            ko: "\(refs.0)\(.with) \(refs.1)\(.topic) 같은 가게인데 \(field)\(.subject) 다릅니다(\(sides))")
    }

    private static func ofValue(_ rule: IssueRule, _ values: Values) -> Words? {
        switch rule {
        case .phoneUnusable:
            return values["phone_raw"].map {
                Words(en: "\"\($0)\" is not a usable phone number", ko: "\"\($0)\"\(.by) 전화를 걸 수 없습니다")
            }
        case .phoneShared:
            guard let phone = values.shared ?? values["phone"] else { return nil }
            let shown = NationalPhone.text(e164: phone) ?? phone
            return values.others.map {
                Words(en: "the phone \(shown) is shared with \($0.en)", ko: "전화 \(shown)\(.object) \($0.ko) 함께 씁니다")
            }
                ?? Words(
                    en: "many places have the phone \(shown)", ko: "전화 \(shown)\(.object) 여러 장소가 함께 씁니다")
        case .websiteUnusable:
            return values["website_raw"].map {
                Words(en: "\"\($0)\" is not a web address", ko: "\"\($0)\"\(.topic) 웹 주소가 아닙니다")
            }
        case .namePlaceholder:
            return values["name"].map {
                Words(
                    en: "the name \"\($0)\" is a test or a placeholder",
                    ko: "이름 \"\($0)\"\(.topic) 시험용이나 임시용으로 보입니다")
            }
        case .textBroken:
            guard let field = values["field"], let value = values[field] else { return nil }
            let korean = CodeWords.text(field, in: "field", .korean)
            return Words(
                en: "the \(field) \"\(value)\" has broken characters", ko: "\(korean) \"\(value)\"에 깨진 글자가 있습니다")
        default:
            return values["kind"].map {
                Words(en: "the feed doesn't explain the kind \"\($0)\"", ko: "피드에 종류 \"\($0)\"의 설명이 없습니다")
            }
        }
    }

    private static func ofEvent(_ rule: IssueRule, _ values: Values) -> Words? {
        switch rule {
        case .moved:
            guard let meters = values.meters else { return nil }
            let way = values.way
            return Words(
                en: "the point moved by \(meters) \(way)", ko: "좌표가 \(meters) 옮겨졌습니다\(way)")
        case .flipping:
            guard let field = values["field"] else { return nil }
            let way = values.way
            return Words(
                en: "\(field) changes back and forth \(way)",
                ko: "\(CodeWords.text(field, in: "field", .korean))\(.subject) 바뀌었다 되돌아옵니다\(way)")
        default:
            guard let runs = values["missing_runs"] else { return nil }
            return Words(
                en: "the place was missing for \(runs) \(runs == "1" ? "run" : "runs") and came back",
                ko: "\(runs)회 누락되었다가 다시 등록되었습니다")
        }
    }

    private static func ofCorrection(_ values: Values) -> Words? {
        guard let field = values["field"] else { return nil }
        func quoted(_ name: String) -> Words {
            values[name].map { Words(en: "\"\($0)\"", ko: "\"\($0)\"") } ?? Words(en: "nothing", ko: "빈 값")
        }
        let (now, seen, ours) = (quoted("now"), quoted("seen"), quoted("corrected"))
        let korean = CodeWords.text(field, in: "field", .korean)
        return Words(
            en: "a person corrected the \(field) from \(seen.en) to \(ours.en), and the feed now has \(now.en)",
            ko: "\(korean)\(.object) \(seen.ko)에서 \(ours.ko)\(.by) 정정했는데 피드에는 이제 \(now.ko)\(.subject) 있습니다")
    }
}

private struct Values {
    private let issue: StoredIssue

    init(_ issue: StoredIssue) { self.issue = issue }

    /// Returns the value with this name; nil if missing or empty. `field` is the key of the value that the rule
    /// checked.
    subscript(name: String) -> String? {
        if name == "field" { return issue.field.isEmpty ? nil : issue.field }
        let text = issue.evidence.last { $0.name == name }.flatMap { IssueSentence.shown($0.value) }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    var shared: String? { issue.shared.map(DisplayText.singleLine) }

    var address: String? { issue.place?.place.address.map(DisplayText.singleLine) }

    var others: Words? {
        guard let count = self["count"].flatMap({ Int($0) }), count > 1 else { return nil }
        return Words(
            en: "\(count - 1) other \(count == 2 ? "place" : "places")", ko: "다른 장소 \(count - 1)곳과")
    }

    /// The references of both rows of a pair: the feed and the id in the feed.
    var pairOfPlaces: (String, String)? {
        guard issue.places.count == 2 else { return nil }
        let names = issue.places.map { DisplayText.singleLine($0.ref) }
        return (names[0], names[1])
    }

    /// The values in which two rows agree, in parentheses.
    func agreement(_ language: Language) -> String {
        let members = issue.evidence.filter { $0.name != "distance_m" }
        let parts = [IssueSentence.values(members, language), meters].compactMap { $0 }
        return parts.isEmpty ? "" : (language == .english ? " (" : "(") + parts.joined(separator: ", ") + ")"
    }

    var meters: String? {
        self["distance_m"].flatMap(Double.init).map { OutputValue.meters($0).tableText }
    }

    var way: String {
        if let values = self["values"] { return "(\(values))" }
        guard let old = self["from"], let new = self["to"] else { return "" }
        return "(\(old) → \(new))"
    }
}

/// The words that people read instead of the codes of issues.
package enum IssueWords {
    package static func text(_ state: IssueState, _ language: Language) -> String {
        switch state {
        case .open: Words(en: "open", ko: "열림").text(language)
        case .accepted: Words(en: "accepted", ko: "그대로 둠").text(language)
        case .fixed: Words(en: "fixed", ko: "해결").text(language)
        case .reopened: Words(en: "reopened", ko: "다시 열림").text(language)
        case .closed: Words(en: "closed", ko: "닫힘").text(language)
        }
    }

    package static func text(_ severity: IssueRule.Severity, _ language: Language) -> String {
        switch severity {
        case .error: Words(en: "error", ko: "오류").text(language)
        case .warning: Words(en: "warning", ko: "주의").text(language)
        case .hint: Words(en: "hint", ko: "참고").text(language)
        }
    }

    /// Returns the word for a key of evidence; the key itself if it has no word.
    static func key(_ key: String, _ language: Language) -> String {
        if let words = keys[key] { return words.text(language) }
        return DisplayText.singleLine(CodeWords.text(key, in: "field", language))
    }

    private static let keys = [
        "address_district": Words(en: "district of the address", ko: "주소의 자치구"),
        "point_district": Words(en: "district of the point", ko: "좌표의 자치구"),
        "phone_raw": Words(en: "phone", ko: "전화 원문"), "website_raw": Words(en: "website", ko: "웹사이트 원문"),
        "count": Words(en: "places", ko: "장소 수"), "places": Words(en: "ids", ko: "장소 번호"),
        "reason": Words(en: "reason", ko: "이유"), "value": Words(en: "value", ko: "값"),
        "values": Words(en: "values", ko: "값"), "from": Words(en: "from", ko: "이전 좌표"),
        "to": Words(en: "to", ko: "이후 좌표"), "distance_m": Words(en: "meters", ko: "거리(m)"),
        "missing_runs": Words(en: "runs without the place", ko: "누락 횟수"), "road": Words(en: "road", ko: "도로명"),
        "core": Words(en: "core name", ko: "줄인 이름"), "names": Words(en: "names", ko: "이름"),
        "corrected": Words(en: "corrected to", ko: "정정한 값"), "seen": Words(en: "seen", ko: "정정할 때의 값"),
        "now": Words(en: "now", ko: "지금 값"), "shared": Words(en: "shared", ko: "공유 값"),
    ]

    /// Returns the word for an event; the code itself if it is from a newer geocli.
    package static func text(_ event: IssueEvent, _ language: Language) -> String {
        switch IssueEvent.What(rawValue: event.what) {
        case .opened:
            event.author == nil
                ? Words(en: "found", ko: "발견").text(language) : Words(en: "reported", ko: "등록").text(language)
        case .accepted: text(IssueState.accepted, language)
        case .fixed: text(IssueState.fixed, language)
        case .reopened: text(IssueState.reopened, language)
        case .closed: text(IssueState.closed, language)
        case .comment: Words(en: "comment", ko: "의견").text(language)
        case .labeled: Words(en: "label added", ko: "라벨 추가").text(language)
        case .unlabeled: Words(en: "label removed", ko: "라벨 제거").text(language)
        case nil: DisplayText.singleLine(event.what)
        }
    }
}

package import GeocliPlaces
internal import GeocliText

extension ChangeSpan {
    /// Reads the value of `--since`: `12`, `2026-09-21`, `last`, or the id of a change such as `12.3.2764819`.
    ///
    /// - Parameter name: the argument's name in errors.
    package init(argument: String, named name: String = "--since") throws {
        let word = argument.trimmingBlanks().lowercased()
        if word == "last" {
            self = .last
        } else if !word.isEmpty, word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            self = .after(run: Int64(word) ?? .max)
        } else if SeoulTime.isDate(word) {
            self = .since(date: word)
        } else if let mark = ChangeMark(word) {
            self = .past(mark)
        } else {
            throw ValueArgument.wrong(
                name, argument,
                en: "write a run's number such as 12, a day such as 2026-09-21, the id of an event, or last",
                ko: "12 같은 실행 번호, 2026-09-21 같은 날짜, 이벤트 ID, last 가운데 하나를 쓰세요")
        }
    }
}

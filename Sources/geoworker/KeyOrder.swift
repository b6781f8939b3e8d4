internal import GeocliText

/// Makes sure that lines with the same key follow each other and that keys ascend.
struct KeyOrder {
    /// The current key; nil before the first line.
    private(set) var key: Int64?

    /// Takes the key of the next line; returns true if it differs from the key before it.
    mutating func take(_ next: Int64, line: Int) throws(PlainError) -> Bool {
        if let key {
            if next == key { return false }
            guard next > key else {
                throw .line(
                    line, en: "has key \(next) after key \(key); sort the lines by key, in numeric order",
                    ko: "키 \(key) 뒤에 키 \(next)\(.subject) 있습니다. 행을 키의 숫자 순서로 정렬하세요")
            }
        }
        key = next
        return true
    }
}

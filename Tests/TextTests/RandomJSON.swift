import TestSupport

/// Documents of random shape, with white space and escapes wherever they are allowed.
struct RandomJSON {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func pick(_ choices: [String]) -> String { choices[number(below: choices.count)] }

    private mutating func blank() -> String { pick(["", "", "", " ", "\n", "\t ", "\r\n"]) }

    mutating func value(depth: Int) -> String {
        switch number(below: depth > 0 ? 8 : 5) {
        case 0: pick(["null", "true", "false"])
        case 1, 2: numeral()
        case 3, 4: string()
        case 5: array(depth: depth)
        default: object(depth: depth)
        }
    }

    mutating func array(depth: Int) -> String {
        let elements = (0..<number(below: 5)).map { _ in blank() + value(depth: depth - 1) + blank() }
        return "[" + (elements.isEmpty ? blank() : elements.joined(separator: ",")) + "]"
    }

    /// Names never repeat; `JSONSerialization` would keep one of them.
    mutating func object(depth: Int) -> String {
        let members = (0..<number(below: 5)).map { position in
            "\(blank())\"\(position)\(characters())\"\(blank()):\(blank())\(value(depth: depth - 1))\(blank())"
        }
        return "{" + (members.isEmpty ? blank() : members.joined(separator: ",")) + "}"
    }

    mutating func numeral() -> String {
        let whole = pick(["0", "1", "126", "37", "2283", "90071992"])
        let fraction = pick(["", "", ".5", ".0", ".9236000", ".000001"])
        return pick(["", "-"]) + whole + fraction + pick(["", "", "", "e2", "E-3", "e+07"])
    }

    mutating func string() -> String { "\"" + characters() + "\"" }

    private mutating func characters() -> String {
        let pieces = [
            "a", "책", "방", "é", "e\u{301}", "😀", "\u{2060}", " ", "/", "}", "]", ",", ":", "\\n", "\\\"", "\\\\", "\\/",
            "\\b",
            "\\f", "\\r", "\\t", "\\u0041", "\\u00e9", "\\uACE0", "\\uD83D\\uDE00", "\\u202e", "\u{7F}", "\u{10FFFF}",
        ]
        return (0..<number(below: 7)).map { _ in pick(pieces) }.joined()
    }
}

internal import GeocliMine
internal import GeocliText

/// A copy of a record in a file: its id and the values in force. It is JSON without line ends and control characters,
/// so that it survives in XML, CSV and a Markdown comment.
struct MineCopy: Equatable {
    let id: String
    let members: [JSONValue.Member]

    init(_ record: MineRecord) {
        id = record.id
        members = record.current
    }

    /// Reads a copy; nil for a value that is not a copy.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.stringValue, 1...64 ~= id.utf8.count,
            id.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D }),
            case .object(let members)? = json["set"], !members.isEmpty,
            members.allSatisfy({ member in
                1...64 ~= member.name.utf8.count
                    && member.name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F }
            }), Set(members.map(\.name)).count == members.count
        else { return nil }
        self.id = id
        self.members = members
    }

    init?(text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8), name: "") else { return nil }
        self.init(json)
    }

    var json: JSONValue { .object([.init("id", .string(id)), .init("set", .object(members))]) }

    /// The text of the copy. Characters that would end a comment or that XML forbids are written as escapes.
    var text: String {
        var isAfterHyphen = false
        return json.text.replacingScalars { scalar in
            let isSecond = isAfterHyphen && scalar == "-"
            isAfterHyphen = scalar == "-" && !isSecond
            switch scalar {
            case "\u{FFFE}": return "\\ufffe"
            case "\u{FFFF}": return "\\uffff"
            default: return isSecond ? "\\u002d" : nil
            }
        }
    }
}

extension String {
    /// Returns the text with each scalar replaced by what `replacement` returns for it. If that is nil, the scalar
    /// stays.
    ///
    /// Unlike `replacing(_:with:)`, this also finds a scalar that is followed by a combining sign.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let new = replacement(scalar) {
                text.append(contentsOf: new.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

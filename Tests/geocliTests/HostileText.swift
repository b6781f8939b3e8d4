import Foundation
import TestSupport

/// Names that could move a cursor, start a formula, end a row, or become a script. All are legal, and all are kept.
enum HostileText {
    static let names = [
        "줄\n바꿈", "carriage\r\nreturn", "tab\there", "esc\u{1B}[31mred\u{1B}]0;title\u{7}", "csi\u{9B}31m",
        "del\u{7F}ete",
        "rtl\u{202E}gnp", "isolate\u{2066}x\u{2069}", "mark\u{200F}\u{61C}x", "line\u{2028}para\u{2029}nel\u{85}x",
        "=cmd|'/c calc'!A0", "=cmd()", "+1+1", "-2+3", "@SUM(A1)", "<script>alert(1)</script>", "\"quoted\", 'single'",
        "a,b;c|d", "back\\slash\\n", "%s%n%x", "'; DROP TABLE place; --", "1984", "null", "true", "cafe\u{301}",
        "👩‍👩‍👧‍👦 family", "a\u{FEFF}b", "& < > \" '", "{\"id\":1}", "]]>", String(repeating: "길", count: 700), "--help",
        "-k5",
        "nul\u{0}in", "\u{10FFFD}plane", "한글 책방",
    ]

    /// A catalog with these names; the other fields of each row are hostile, too.
    static let place = Result {
        let rows = names.enumerated().map { index, name in
            FeedPage.Row(
                id: "\(index + 1)", name: name, latitude: "\(10 + index)", longitude: "\(20 + index)",
                kind: "00\u{1B}[31m09", district: "=구\u{1B}[0m\n()", address: "@주소\u{202E}\t끝", phone: "-1-\u{1B}[5m",
                website: "javascript:alert(1)", sns: "@account \u{9B}2J")
        }
        return try Workplace.ingested([FeedPage(rows: rows)])
    }

    /// Whether `text` is harmless to a terminal: no control character except LF, and nothing that changes the
    /// direction of text.
    static func isPrintable(_ text: String, allowing extra: Unicode.Scalar? = nil) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: true
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: scalar == extra
            default: true
            }
        }
    }
}

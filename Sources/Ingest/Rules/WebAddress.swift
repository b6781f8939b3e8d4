internal import GeocliText

enum WebAddress {
    /// Returns the first http or https address in `text`; nil if there is none. An address without a scheme gets
    /// `http://`. In a text of more than 4 KiB, only words that end within the first 4 KiB are searched.
    static func first(in whole: String) -> String? {
        let text = start(of: whole)
        return isPlain(text) ? text : candidates(in: text).lazy.compactMap(address).first
    }

    /// Returns all addresses, in order and without duplicates.
    static func all(in whole: String) -> [String] {
        let text = start(of: whole)
        guard !isPlain(text) else { return [text] }
        var seen: Set<String> = []
        return candidates(in: text).compactMap(address).filter { seen.insert($0).inserted }
    }

    /// Returns the words of a text that end within its first 4 KiB. The limit is needed because some later steps take
    /// time quadratic in the length of a word.
    private static func start(of text: String) -> String {
        let head = text.head(bytes: 4096)
        guard head.utf8.count < text.utf8.count else { return text }
        return String(head[..<(head.lastIndex(of: " ") ?? head.startIndex)])
    }

    /// Returns whether the whole text is one address, as nearly all texts are. Checks bytes, because a check of
    /// characters takes longer than all other work on a row.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(isPlain) ?? false
    }

    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let scheme = text.starts(with: "https://") ? 8 : text.starts(with: "http://") ? 7 : 0
        guard scheme > 0 else { return false }
        var index = scheme
        var hostLength = 0
        host: while index < text.count {
            switch text[index] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: hostLength += 1
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"): break
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break host
            default: return false
            }
            index += 1
        }
        while index < text.count {
            let byte = text[index]
            guard 0x21...0x7E ~= byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: ";") else { return false }
            index += 1
        }
        return hostLength > 0
    }

    /// Returns the parts of `text` that may be an address. They are separated by blanks and by characters that could
    /// move a cursor or break a line. A comma or semicolon also separates them if another address starts after it.
    private static func candidates(in text: String) -> [Substring] {
        text.split { $0.isWhitespace || $0.unicodeScalars.contains(where: DisplayText.isUnsafe) }.flatMap {
            word -> [Substring] in
            var pieces: [Substring] = []
            var start = word.startIndex
            for index in word.indices where word[index] == "," || word[index] == ";" {
                let next = word.index(after: index)
                let rest = word[next...].prefix(4).lowercased()
                if rest.isEmpty || rest == "http" || rest == "www." {
                    pieces.append(word[start..<index])
                    start = next
                }
            }
            return pieces + [word[start...]]
        }
    }

    private static func address(_ piece: Substring) -> String? {
        let word = withoutWrapping(piece)
        // This check comes first, because an address without a scheme may contain another address that has one.
        if isDomain(word) { return "http://" + word }
        // There may be text before the scheme, such as a label with a colon.
        if let start = word.indices.first(where: { scheme(word[$0...]) != nil }), let scheme = scheme(word[start...]) {
            let rest = word[start...].dropFirst(scheme.count)
            return isHost(rest) ? scheme + rest : nil
        }
        return nil
    }

    /// Returns the word without the brackets and quotes around it, and without the full stop of a sentence.
    private static func withoutWrapping(_ word: Substring) -> Substring {
        var word = word.drop { "<([{\"'".contains($0) }
        let isOpened = word.contains("(")
        while let last = word.last, ">]}\"'.".contains(last) || last == ")" && !isOpened {
            word.removeLast()
        }
        return word
    }

    private static func scheme(_ text: Substring) -> String? {
        let start = text.prefix(8).lowercased()
        return ["https://", "http://"].first { start.hasPrefix($0) }
    }

    private static func isHost(_ rest: Substring) -> Bool {
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._:[]%~".contains($0) }
            && host.contains { $0.isLetter || $0.isNumber }
    }

    private static func isDomain(_ word: Substring) -> Bool {
        let authority = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.split(separator: ":", maxSplits: 1)
        guard let host = authority.first, authority.dropFirst().allSatisfy({ $0.allSatisfy(\.isWholeNumber) }) else {
            return false
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.count >= 2, top.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func starts(with ascii: StaticString) -> Bool {
        count >= ascii.utf8CodeUnitCount && (0..<ascii.utf8CodeUnitCount).allSatisfy { self[$0] == ascii.utf8Start[$0] }
    }
}

internal import GeocliText

@testable internal import GeocliIngest

/// Phone numbers and web addresses as feeds write them.
enum ContactTarget {
    static func checkPhone(_ bytes: [UInt8]) throws {
        for inKorea in [true, false] {
            let text = text(bytes)
            let found = PhoneNumber.e164(text, inKorea: inKorea)
            let searched = PhoneNumber.searched(text, inKorea: inKorea)
            try demand(found == searched, "looking through it finds \(searched ?? "none")")
            guard let found else { continue }
            try demandNumber(found)
            let again = PhoneNumber.e164(found, inKorea: false)
            try demand(again == found, "\(found) is read as \(again ?? "none")")
        }
    }

    /// E.164: a plus sign and at most fifteen digits; for Korea, eight to twelve digits after the country's code.
    static func demandNumber(_ number: String) throws {
        let digits = number.utf8.dropFirst()
        try demand(
            number.hasPrefix("+") && 7...15 ~= digits.count && digits.allSatisfy { 0x30...0x39 ~= $0 }
                && digits.first != UInt8(ascii: "0"), "\"\(number)\" is not a number")
        guard number.hasPrefix("+82") else { return }
        try demand(
            8...12 ~= digits.count - 2 && digits.dropFirst(2).first != UInt8(ascii: "0"), "\"\(number)\" is not Korean")
    }

    static func checkWebAddress(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        let all = WebAddress.all(in: text)
        try demand(WebAddress.first(in: text) == all.first, "the first of \(all)")
        try demand(Set(all).count == all.count, "one address twice: \(all)")
        for address in all {
            try demandAddress(address)
            // The second reading may be shorter: the first one removes a full stop after a semicolon, the second one
            // removes the semicolon.
            let again = WebAddress.first(in: address)
            try demand(again.map(address.hasPrefix) ?? false, "\"\(address)\" is read as \(again ?? "none")")
        }
    }

    /// http or https, a host, and no character that would end an attribute or a line early.
    static func demandAddress(_ address: String) throws {
        let scheme = ["http://", "https://"].first(where: address.hasPrefix)
        try demand(scheme != nil, "\"\(address)\" is not a web address")
        let rest = address.dropFirst(scheme?.count ?? 0)
        try demand(rest.first.map { !"/?#".contains($0) } ?? false, "\"\(address)\" has no host")
        try demand(!address.contains(where: \.isWhitespace), "\"\(address)\" holds a blank")
    }
}

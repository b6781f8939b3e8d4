import Testing

@testable import GeocliIngest

/// Inputs that once went wrong.
@Suite struct ReviewedTextTests {
    @Test(arguments: [
        ("www.a.kr/?u=http://b.kr", "http://www.a.kr/?u=http://b.kr"),
        ("a.kr/login?next=https://b.kr/x", "http://a.kr/login?next=https://b.kr/x"),
        ("<http://a.kr>", "http://a.kr"), ("\"http://a.kr\"", "http://a.kr"), ("(http://a.kr/x)", "http://a.kr/x"),
        ("http://a.kr/x_(y)", "http://a.kr/x_(y)"), ("www.a.kr.", "http://www.a.kr"),
        ("홈페이지:http://a.kr", "http://a.kr"),
    ])
    func theAddressIsTheOneThatIsMeant(text: String, address: String) {
        #expect(WebAddress.first(in: text) == address)
    }

    @Test func aLongFieldTakesNoLongerThanItsLength() {
        // Quadratic work on fields of this size took minutes.
        let commas = String(repeating: "가,", count: 200_000)
        #expect(WebAddress.first(in: commas) == nil && WebAddress.all(in: commas).isEmpty)
        #expect(PhoneNumber.e164(String(repeating: "1 ", count: 20_000), inKorea: true) == nil)
        #expect(PhoneNumber.e164(String(repeating: "12-", count: 200_000), inKorea: true) == nil)
        #expect(PhoneNumber.e164(String(repeating: "+1-", count: 200_000), inKorea: false) == nil)
    }

    @Test(
        arguments: [
            ("070-1234-567", nil), ("050-1234-5678", nil), ("030-1234-5678", nil),
            ("0303-1234-5678", "+8230312345678"), ("02-325\u{A0}1984", "+8223251984"),
            ("02-325\u{200B}-1984", "+8223251984"), ("0082-2-325-1984", "+8223251984"),
            ("02ㅡ325ㅡ1984", "+8223251984"), ("02_325_1984", "+8223251984"),
            ("10:00~20:00 02-325-1984", "+8223251984"), ("2024-01-01 02-325-1984", "+8223251984"),
            ("02 720 1220", "+8227201220"), ("097-1544-1900", nil), ("864-9585", nil),
        ] as [(String, String?)])
    func phonesAreReadAsTheyAreMeant(text: String, number: String?) {
        #expect(PhoneNumber.e164(text, inKorea: true) == number)
    }
}

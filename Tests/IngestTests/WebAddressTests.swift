import Testing

@testable import GeocliIngest

@Suite struct WebAddressTests {
    @Test(
        arguments: [
            ("http://library.gangnam.go.kr/mglib", "http://library.gangnam.go.kr/mglib"),
            ("https://example.com", "https://example.com"), ("www.sdlib.or.kr/KH", "http://www.sdlib.or.kr/KH"),
            ("http://www.unilib.dobong.kr/, www.geuntae.co.kr ", "http://www.unilib.dobong.kr/"),
            ("blog.naver.com/abc", "http://blog.naver.com/abc"), ("HTTP://Example.com/A", "http://Example.com/A"),
            ("Https://example.com", "https://example.com"), ("없음 https://example.com", "https://example.com"),
            ("홈페이지:https://example.com", "https://example.com"), ("example.kr, example.com", "http://example.kr"),
            ("http://example.com/?a=1&b=2#c", "http://example.com/?a=1&b=2#c"),
            ("http://example.com:8080/x", "http://example.com:8080/x"), ("http://책방.kr/길", "http://책방.kr/길"),
            ("http://example.com/a,b", "http://example.com/a,b"),
            ("http://example.com;http://b.kr", "http://example.com"),
            ("http:// https://example.com", "https://example.com"), ("a@b.kr example.com", "http://example.com"),
            ("https://www.instagram.com/1984store", "https://www.instagram.com/1984store"),
            ("instagram.com/@1984", "http://instagram.com/@1984"),
            ("http://www.yes24.com/Mall/UsedStore/Det", "http://www.yes24.com/Mall/UsedStore/Det"),
        ])
    func theFirstAddressIsTaken(text: String, address: String) { #expect(WebAddress.first(in: text) == address) }

    @Test(
        arguments: [
            "", " ", "없음", "http://", "https://", "http:///x", "a@b.kr", "@1984store", "1984store",
            "javascript:alert(1)",
            "javascript:alert(1).com", "ftp://example.com", "mailto:a@b.kr", "02-325-1984", "3.5", "a..b", ".com",
            "com.",
            "data:text/html,x.com", "file:///etc/passwd", "http://<script>", "http://\"x\"",
        ])
    func otherTextIsNoAddress(text: String) { #expect(WebAddress.first(in: text) == nil) }

    @Test func anAddressThatCarriesAnotherIsTakenWhole() {
        #expect(
            WebAddress.first(in: "http://example.com/go?to=https://example.org/x")
                == "http://example.com/go?to=https://example.org/x")
        #expect(
            WebAddress.first(in: "https://web.archive.example/2020/http://example.org/")
                == "https://web.archive.example/2020/http://example.org/")
        #expect(
            WebAddress.first(in: "홈페이지 http://example.com/go?to=https://example.org/x")
                == "http://example.com/go?to=https://example.org/x")
        #expect(
            WebAddress.all(in: "http://책방.kr/go?to=https://example.org http://b.kr")
                == ["http://책방.kr/go?to=https://example.org", "http://b.kr"])
    }

    @Test func aPortNeedsNoScheme() {
        #expect(WebAddress.first(in: "www.example.com:8080/KH") == "http://www.example.com:8080/KH")
    }

    @Test func allAreTakenOnceEachInOrder() {
        #expect(
            WebAddress.all(in: "http://b.kr, www.a.kr http://b.kr;https://c.kr\n없음 d@e.kr")
                == ["http://b.kr", "http://www.a.kr", "https://c.kr"])
        #expect(WebAddress.all(in: "없음") == [])
    }
}

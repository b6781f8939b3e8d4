import GeocliText
import Testing

@testable import GeocliFetching

@Suite struct ServiceURLTests {
    @Test(arguments: [
        ("http://openapi.seoul.go.kr:8088", "http://openapi.seoul.go.kr:8088"),
        ("http://openapi.seoul.go.kr:8088/", "http://openapi.seoul.go.kr:8088"),
        (" HTTP://Host.Example/Mirror/v1// ", "http://host.example/Mirror/v1"),
        ("https://127.0.0.1/a%20b", "https://127.0.0.1/a%20b"), ("http://[::1]:8088", "http://[::1]:8088"),
        ("http://localhost:1", "http://localhost:1"), ("http://h:65535", "http://h:65535"),
    ])
    func anAddressIsKeptAsGivenButForTheSlashAtItsEnd(text: String, shown: String) throws {
        #expect(try ServiceURL(text).description == shown)
    }

    @Test(arguments: [
        ("ftp://h", ServiceURLError.Code.notHTTP), ("h:8088", .notHTTP), ("", .notHTTP),
        ("file:///etc/passwd", .notHTTP),
        ("http://", .host), ("http:///x", .host), ("http://:80", .host), ("http://h:0", .host),
        ("http://h:65536", .host), ("http://h:x", .host), ("http://h h", .host), ("http://한국", .host),
        ("http://[::1", .host), ("http://[]", .host), ("http://h/a b", .path), ("http://h/\u{7}", .path),
        ("http://h/한", .path), ("http://user:SECRET@h", .credential), ("http://h/?key=SECRET", .credential),
        ("http://h/#SECRET", .credential), ("http://h/SECRET/json/TbSlibBookstoreInfo/1/5/", .credential),
        ("http://h/SECRET/XML/x", .credential),
    ])
    func whatIsNoAddressIsRefusedWithoutBeingRepeated(text: String, code: ServiceURLError.Code) {
        let error = #expect(throws: ServiceURLError.self) { try ServiceURL(text) }
        #expect(error?.code == code)
        #expect(error?.words.en.contains("SECRET") == false && error?.words.ko.contains("SECRET") == false)
    }

    @Test(arguments: [
        ("/other", "http://h:8088/other"), ("http://h:8088/x/y", "http://h:8088/x/y"),
        ("HTTP://H:8088/x", "http://h:8088/x"), ("http://h/x", nil), ("http://h:80880/x", nil), ("//evil/x", nil),
        ("https://h:8088/x", nil), ("http://h:8088.evil/x", nil), ("http://evil/http://h:8088/", nil), ("x", nil),
        ("", nil), ("file:///etc/passwd", nil), ("http://h:8088@evil/", nil),
    ])
    func onlyItsOwnOriginIsFollowed(location: String, target: String?) throws {
        #expect(try ServiceURL("http://h:8088/base").target(of: location) == target)
    }
}

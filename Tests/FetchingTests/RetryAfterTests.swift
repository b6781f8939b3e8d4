import Testing

@testable import GeocliFetching

@Suite struct RetryAfterTests {
    /// 1994-11-06 08:49:37 UTC, the example of RFC 9110, is 784111777.
    @Test(arguments: [
        ("0", 0.0), ("61", 61), (" 5 ", 5), ("Sun, 06 Nov 1994 08:49:37 GMT", 77), ("Sun, 06 Nov 1994 08:48:20 GMT", 0),
        ("Sun, 06 Nov 1990 08:48:20 GMT", 0), ("Mon, 07 Nov 1994 08:48:20 GMT", 86400),
        ("99999999999999999999999", 1e9), ("9999999999", 1e9), ("Fri, 31 Dec 9999 23:59:59 GMT", 1e9),
    ])
    func secondsAndDatesAreWaits(text: String, seconds: Double) {
        #expect(RetryAfter.seconds(text, now: 784_111_700) == seconds)
    }

    @Test(arguments: [
        "", "soon", "-1", "1.5", "0x10", "+5", "Sunday", "Sun, 06 Foo 1994 08:49:37 GMT", "1 2 3 4 5 GMT",
        "Sun, 06 Nov -2147483648 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "５",
    ])
    func anythingElseIsNone(text: String) { #expect(RetryAfter.seconds(text, now: 0) == nil) }
}

import Foundation
import Testing

@testable import GeocliFetching

/// The sentence that the body of an HTTP error gives, in the forms that services really send.
@Suite struct AnswerReasonTests {
    @Test(arguments: [
        // data.go.kr's gateway
        (
            "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg><returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
            "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"
        ),
        (#"{"code":-4,"msg":"등록되지 않은 인증키 입니다."}"#, "등록되지 않은 인증키 입니다."),
        (#"{"RESULT":{"CODE":"INFO-100","MESSAGE":"인증키가 유효하지 않습니다."}}"#, "인증키가 유효하지 않습니다."),
        // RFC 9457 and RFC 6749
        (
            #"{"type":"about:blank","title":"Unauthorized","status":401,"detail":"The key has expired."}"#,
            "The key has expired."
        ),
        (#"{"type":"about:blank","title":"Forbidden","status":403}"#, "Forbidden"),
        (#"{"error":"invalid_token","error_description":"The token is unknown"}"#, "The token is unknown"),
        (#"{"error":"invalid_key"}"#, "invalid_key"),
        // Google, Kakao, Naver, V-World, Apigee, lists
        (#"{"error":{"code":403,"message":"API key not valid.","status":"PERMISSION_DENIED"}}"#, "API key not valid."),
        (#"{"errorType":"AccessDeniedError","message":"wrong appKey(x) format"}"#, "wrong appKey(x) format"),
        (#"{"errorMessage":"NID AUTH Result Invalid","errorCode":"024"}"#, "NID AUTH Result Invalid"),
        (
            #"{"response":{"status":"ERROR","error":{"level":"1","code":"INVALID_KEY","text":"등록되지 않은 인증키입니다."}}}"#,
            "등록되지 않은 인증키입니다."
        ),
        (#"{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"x"}}}"#, "Invalid ApiKey"),
        (#"{"errors":["no such key"]}"#, "no such key"),
        (#"{"errors":[{"message":"no such key"}]}"#, "no such key"),
        (#""a text""#, "a text"),
        // Web pages and plain text
        (
            "<!DOCTYPE html><html><head><title>401\n Unauthorized</title></head><body>x</body></html>",
            "401 Unauthorized"
        ),
        ("<html><head></head><body><h1>403</h1></body></html>", nil),
        ("  Invalid key.\r\nAsk for one.\n", "Invalid key. Ask for one."),
        ("", nil), ("  \n", nil), ("{}", nil), (#"{"code":401}"#, nil), (#"{"message":"""#, nil), ("<a><b/></a>", nil),
        ("[1,2]", nil), ("<a><message>cut off</message>", "cut off"),
    ])
    func theReasonIsFound(body: String, reason: String?) {
        #expect(AnswerReason.text(of: Array(body.utf8)) == reason, "\(body)")
    }

    /// What a service says about its key with a status that is not about keys.
    @Test(arguments: [
        (#"{"error":{"code":400,"message":"API key not valid. Please pass one.","status":"INVALID_ARGUMENT"}}"#, true),
        (
            #"{"error":{"message":"Request contains an invalid argument.","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            true
        ),
        (#"{"code":-4,"msg":"등록되지 않은 인증키 입니다."}"#, true), (#"{"message":"서비스 키가 만료되었습니다"}"#, true),
        (#"{"message":"Bad Request","code":"INVALID_API_KEY"}"#, true),
        ("<error><description>Unknown client id</description></error>", true), ("Invalid key", true),
        ("The access token has expired.", true),
        (#"{"detail":"Authentication credentials were not provided, required"}"#, true),
        (#"{"status":"OVER_QUERY_LIMIT"}"#, true), (#"{"message":"You have exceeded your quota"}"#, true),
        (#"{"message":"limit must be at most 1000"}"#, false),
        (#"{"message":"Unexpected token < in JSON"}"#, false), (#"{"message":"page is missing"}"#, false),
        (#"{"message":"invalid parameter: key column"}"#, false),
        (#"{"message":"Your API key was used 3 times"}"#, false),
        ("<html><title>Bad Request</title></html>", false), ("", false),
        (#"{"name":"열쇠 없는 집","message":"잘못된 요청"}"#, false),
        ("<html><title>오류</title><body><p>인증키가<br/> <b>유효하지</b> 않습니다.</p></body></html>", true),
    ])
    func aSentenceAboutTheKeyIsKnown(body: String, isAboutKey: Bool) {
        #expect((AnswerReason.aboutKey(in: Array(body.utf8)) != nil) == isAboutKey, "\(body)")
    }

    /// A service may send a web page with status 200 that says to a person that the key is wrong.
    @Test(arguments: [
        ("<!DOCTYPE html><html><head><title>오류</title></head><body><h1>Invalid Key</h1></body></html>", "Invalid Key"),
        (
            "<html><body><div>코드 30</div><p>SERVICE&nbsp;KEY IS NOT\n REGISTERED</p></body></html>",
            "SERVICE KEY IS NOT REGISTERED"
        ),
        ("<html><p>인증키가<br>유효하지 <b>않습니다</b>.</p></html>", "인증키가 유효하지 않습니다."),
        (
            "<script>if (1 > 0) alert('등록되지 않은 인증키입니다.'); history.back();</script>", "등록되지 않은 인증키입니다."
        ),
        ("<html><body><!-- Invalid Key --><p>점검 중</p></body></html>", nil),
        ("<html><script>var e = 'Invalid Key'</script><style>.invalidkey {}</style><p>점검 중</p></html>", nil),
        ("<html><ul><li>인증키 신청</li><li>없는 책 찾기</li></ul></html>", nil),
        (#"{"message":"Invalid Key"}"#, nil), ("<row><NAME>Invalid Key</NAME></row>", nil), ("Invalid Key", nil),
        ("", nil),
    ])
    func aWebPageAboutTheKeyIsKnown(body: String, reason: String?) {
        #expect(AnswerReason.aboutKey(inWebPage: Array(body.utf8)) == reason, "\(body)")
    }

    @Test func koreanInCP949IsRead() {
        // 인증키 오류
        let bytes: [UInt8] = [0xC0, 0xCE, 0xC1, 0xF5, 0xC5, 0xB0, 0x20, 0xBF, 0xC0, 0xB7, 0xF9]
        #expect(AnswerReason.text(of: bytes) == "인증키 오류")
        #expect(AnswerReason.text(of: [0xFF, 0xFE, 0x00, 0x41]) == nil)
    }

    @Test func aHugeBodyHasNoReason() {
        #expect(AnswerReason.text(of: Array(repeating: 0x61, count: 1 << 20)) == nil)
    }
}

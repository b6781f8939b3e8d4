public import GeocliText

extension IngestError {
    /// The sentences for the errors, in both languages.
    public static let templates = pages + paging + answers

    private static let pages = [
        ReasonTemplate("other-file", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-json", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-xml", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-csv", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-encoding", en: "{en}", ko: "{ko}"),
        ReasonTemplate("page-empty", en: "{page} is empty; fetch it again", ko: "{page}: 페이지가 비어 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "not-a-page", en: "{page} is neither JSON nor XML; give pages as the service sends them",
            ko: "{page}: JSON도 XML도 아닙니다. 서비스가 보낸 페이지를 그대로 쓰세요"),
        ReasonTemplate(
            "web-page", en: "{page} is a web page, probably a maintenance notice; try again later",
            ko: "{page}: 피드가 아니라 웹 페이지입니다(점검 안내일 수 있습니다). 나중에 다시 시도하세요"),
        ReasonTemplate(
            "wrong-service",
            en:
                "{page} holds {found} where {wanted} was expected; give pages of this feed, or choose another feed with --feed",
            ko: "{page}에 {wanted} 대신 {found}{subject} 있습니다. 이 피드의 페이지를 쓰거나 --feed로 다른 피드를 지정하세요"),
        ReasonTemplate(
            "missing-member",
            en: "{page} has no {name}; the feed's format may have changed; compare the page with an older one",
            ko: "{page}에 {name}{subject} 없습니다. 피드 형식이 바뀌었을 수 있습니다. 예전 페이지와 비교하세요"),
        ReasonTemplate(
            "bad-total",
            en: "{page}: the total ({name}) is {found}, which is not a whole number; declare the path of the total",
            ko: "{page}: 전체 행 수({name})의 값 {found}{topic} 정수가 아닙니다. 전체 행 수의 경로를 선언하세요"),
        ReasonTemplate(
            "not-rows", en: "{page} holds {found} where its rows should be; fetch it again",
            ko: "{page}: 행이 있을 자리에 {found}{subject} 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "no-pages",
            en: "the folder {page} contains no page ({endings|.json, .xml, .csv}); save the service's answers there",
            ko: "{page} 폴더에 페이지({endings|.json, .xml, .csv})가 없습니다. 서비스의 응답을 이 폴더에 저장하세요"),
    ]

    private static let paging = [
        ReasonTemplate(
            "page-total",
            en:
                "{page} states {total} {total:row|rows} but holds {rows}; if this total counts the whole feed, declare total_counts = \"feed\"",
            ko: "{page}에 적힌 행 수는 {total}개인데 실제로는 {rows}개입니다. 적힌 수가 피드 전체의 행 수라면 total_counts = \"feed\"로 선언하세요"),
        ReasonTemplate(
            "two-totals", en: "{page} is damaged: it states two totals, {one} and {other}; fetch the page again",
            ko: "{page}에 전체 행 수가 {one}, {other} 두 가지로 적혀 있습니다. 손상된 페이지이니 다시 받으세요"),
        ReasonTemplate(
            "more-than-total",
            en:
                "{page} has rows beyond the total of {total} that the service states; if this total counts one page, declare total_counts = \"page\"",
            ko:
                "서비스가 알려 준 전체 행 수는 {total}인데, 그만큼 읽은 뒤에도 {page}에 행이 있습니다. 이 수가 한 페이지의 행 수라면 total_counts = \"page\"로 선언하세요"
        ),
        ReasonTemplate(
            "short-page",
            en:
                "{page}: the service sent only {rows} of the {asked} rows requested, although it has more; declare rows_per_page = {rows}",
            ko: "{page}: {asked}행을 요청했는데 {rows}행만 왔고, 서비스에는 행이 더 있습니다. rows_per_page = {rows}{by} 선언하세요"),
        ReasonTemplate(
            "same-page",
            en:
                "{page} has the same rows as the page before it, so the service ignores the page number; check the URL in the declaration",
            ko: "{page}: 앞 페이지와 내용이 같습니다. 서비스가 페이지 번호를 무시합니다. 선언의 URL을 확인하세요"),
        ReasonTemplate(
            "empty-page",
            en:
                "{page} has no rows but the code of a page with rows ({code}), so it is not the end of the feed; fetch all pages again; if the feed does end like this, remove \"empty\" from the declaration",
            ko:
                "{page}에 행이 없는데 결과 코드({code})는 행이 있는 페이지의 코드라서 피드의 끝이 아닙니다. 모든 페이지를 다시 받으세요. 피드가 원래 이렇게 끝난다면 선언에서 empty를 빼세요"
        ),
        ReasonTemplate(
            "rows-after-empty",
            en: "{page} has rows, but a page before it has none, so rows may be missing; try again later",
            ko: "{page}에는 행이 있는데 앞 페이지에는 행이 없어, 빠진 행이 있을 수 있습니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "too-many-pages",
            en:
                "{page}: the service has more than {pages} pages, so this is probably not a feed; check the address and the total that the service states",
            ko: "{page}: {pages}페이지를 받아도 끝나지 않습니다. 피드가 아닌 것 같습니다. 주소와 서비스가 보내는 전체 행 수를 확인하세요"),
    ]

    private static let answers = [
        ReasonTemplate(
            "saved-key-answer",
            en: "{page}: {code} {message}; the page has this answer instead of rows; fetch it again with a valid key",
            ko: "{page}: {code} {message}. 페이지에 행 대신 이 응답이 들어 있습니다. 올바른 인증키로 다시 받으세요"),
        ReasonTemplate(
            "saved-server-answer",
            en: "{page}: {code} {message}; the page has this answer instead of rows; fetch it again",
            ko: "{page}: {code} {message}. 페이지에 행 대신 이 응답이 들어 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "key-refused-by-portal",
            en: "{page}: {code} {message}; check the key and its daily limit on the portal that issued it",
            ko: "{page}: {code} {message}. 인증키를 발급받은 포털에서 인증키와 하루 한도를 확인하세요"),
        ReasonTemplate(
            "key-refused",
            en:
                "{page}: {code} {message}; check the key (SEOUL_OPENAPI_KEY or ~/.config/geocli/config), or get a new one for free at https://data.seoul.go.kr",
            ko:
                "{page}: {code} {message}. 인증키(SEOUL_OPENAPI_KEY나 ~/.config/geocli/config)를 확인하거나 https://data.seoul.go.kr에서 무료로 새로 받으세요"
        ),
        ReasonTemplate(
            "service-trouble", en: "{page}: {code} {message}; the service has a problem; try again later",
            ko: "{page}: {code} {message}. 서비스 오류입니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "request-refused", en: "{page}: {code} {message}; fetch the page again with a valid request",
            ko: "{page}: {code} {message}. 올바른 요청으로 다시 받으세요"),
    ]
}

internal import GeocliText

extension SnapshotGuards {
    /// The sentences for the reasons to refuse a snapshot.
    static let templates = rows + losses

    private static let rows = [
        ReasonTemplate(
            "all-left-out",
            en:
                "the declaration leaves out all {rows} rows ({closed} closed, {filtered} by the filter); check [filter] and [status] in the declaration",
            ko: "선언에 따라 {rows}행이 모두 빠졌습니다(폐점 {closed}, 필터로 제외 {filtered}). 선언의 filter와 status를 확인하세요"),
        ReasonTemplate("no-rows", en: "the source has no rows; fetch it again", ko: "데이터에 행이 없습니다. 다시 받으세요"),
        ReasonTemplate(
            "no-rows-answer", en: "the source has no rows ({code}); fetch it again",
            ko: "데이터에 행이 없습니다({code}). 다시 받으세요"),
        ReasonTemplate(
            "missing-field",
            en: "no row has the field {field}; the feed's format may have changed; compare the page with an older one",
            ko: "{field} 필드가 있는 행이 없습니다. 피드 형식이 바뀌었을 수 있습니다. 예전 페이지와 비교하세요"),
        ReasonTemplate(
            "more-rows-than-stated",
            en:
                "the source has {rows} {rows:row|rows}, more than the {total} that the service states; fetch all pages again",
            ko: "받은 행이 {rows}개로, 서비스가 알려 준 전체 행 수 {total}개보다 많습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "fewer-rows-than-stated",
            en: "the source has only {rows} of the {total} rows that the service states; fetch all pages again",
            ko: "서비스가 알려 준 전체 {total}행 가운데 {rows}행만 있습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "fewer-rows-than-stated-repeats",
            en:
                "the source has only {rows} of the {total} rows that the service states, because {repeats} {repeats:row is|rows are} on two pages; fetch all pages again",
            ko:
                "서비스가 알려 준 전체 {total}행 가운데 {rows}행만 있습니다. 두 페이지에 겹친 행이 {repeats}개라 빠진 행이 있을 수 있습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "unusable-rows",
            en:
                "{rejected} of {received} rows {rejected:is|are} unusable (more than {limit} %); see 'geocli runs {run}'",
            ko: "{received}행 가운데 {rejected}행을 쓸 수 없습니다({limit}% 초과). 'geocli runs {run}'{object} 확인하세요"),
        ReasonTemplate(
            "unusable-rows-unlisted",
            en: "{rejected} of {received} rows {rejected:is|are} unusable (more than {limit} %)",
            ko: "{received}행 가운데 {rejected}행을 쓸 수 없습니다({limit}% 초과)"),
        ReasonTemplate(
            "unknown-status",
            en:
                "{count} of {rows} rows {count:has|have} a status that the declaration lists neither as open nor as closed (more than {limit} %); check [status] in the declaration",
            ko: "{rows}행 가운데 {count}행의 상태가 선언의 open에도 closed에도 없습니다({limit}% 초과). 선언의 status를 확인하세요"),
        ReasonTemplate("misread-columns", en: "{en}", ko: "{ko}"),
        ReasonTemplate("other-system", en: "{en}", ko: "{ko}"),
        ReasonTemplate("other-province", en: "{en}", ko: "{ko}"),
        ReasonTemplate(
            "misread-points",
            en:
                "{count} of {stated} points {count:is|are} swapped, unreadable or outside the feed's area; check x, y, crs, scale and area of the declaration",
            ko: "좌표 {stated}개 가운데 {count}개가 뒤바뀌었거나 읽을 수 없거나 범위 밖입니다. 선언의 x, y, crs, scale, area를 확인하세요"),
    ]

    // The noun is a value of a reason only for feeds other than the bookstore feed (`SnapshotGuards.noun`).
    private static let losses = [
        ReasonTemplate(
            "known-lost",
            en:
                "{removed} of {known} known {places|bookstores} {removed:is|are} missing (more than {limit} %); check the feed",
            ko: "등록된 {noun_ko|책방} {known}곳 가운데 {removed}곳이 누락되었습니다({limit}% 초과). 피드를 확인하세요"),
        ReasonTemplate(
            "field-emptied",
            en:
                "only {now} % of the {places|bookstores} have a value in {field} ({columns}), down from {former} % in the last good run (limit: {limit} percentage points); check the feed",
            ko:
                "{field}({columns}) 값이 있는 {noun_ko|책방}의 비율이 마지막으로 성공한 실행의 {former}%에서 {now}%로 줄었습니다(한도 {limit}%포인트). 피드를 확인하세요"
        ),
        ReasonTemplate(
            "kind-lost",
            en:
                "the last good run had {former} {places|bookstores} of kind {kind}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "종류가 {kind}인 {noun_ko|책방}{subject} {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
        ReasonTemplate(
            "district-lost",
            en:
                "the last good run had {former} {places|bookstores} in {district}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "{district}의 {noun_ko|책방}{subject} {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
        ReasonTemplate(
            "line-lost",
            en:
                "the last good run had {former} landmarks of {line}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "{line}의 기준점이 {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
    ]
}

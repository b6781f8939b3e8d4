internal import GeocliText

/// The sentences for what a check of the catalog finds. SQL and Swift code give only a code and its values.
enum Finding {
    /// Returns the SQL expression for a finding: a JSON object with the finding's code, and with its values as texts.
    static func sql(_ code: String, _ values: (name: String, sql: String)...) -> String {
        let pairs = values.map { "'\($0.name)', coalesce(CAST(\($0.sql) AS TEXT), '')" }
        return "json_object(" + (["'code', '\(code)'"] + pairs).joined(separator: ", ") + ")"
    }

    static func words(_ code: String, _ values: (name: String, text: String)...) -> Words {
        words(Reason(code, values.map { JSONValue.Member($0.name, $0.text) }))
    }

    /// Returns the sentence for an expression from `sql`. Any other text is a message from SQLite and stays as it is.
    static func sentence(_ text: String) -> Words {
        guard case .object(let values) = try? JSONValue(parsing: Array(text.utf8), name: "finding"),
            let code = values.first(where: { $0.name == "code" })?.value.scalarText
        else { return Words(en: text, ko: text) }
        return words(Reason(code, values))
    }

    private static func words(_ finding: Reason) -> Words {
        templates.words(finding) ?? Words(en: finding.json, ko: finding.json)
    }

    static let templates = [
        ReasonTemplate(
            "reference", en: "row {row} of the table {table} refers to a row of {parent} that does not exist",
            ko: "{table} 테이블의 {row}행이 {parent} 테이블에 없는 행을 가리킵니다"),
        ReasonTemplate(
            "reference-of-table", en: "the table {table} refers to a row of {parent} that does not exist",
            ko: "{table} 테이블이 {parent} 테이블에 없는 행을 가리킵니다"),
        ReasonTemplate(
            "constraint", en: "row {id} of the table {table} breaks a rule of the table",
            ko: "{table} 테이블의 {id}행이 테이블의 규칙에 어긋납니다"),
        ReasonTemplate(
            "changed-place",
            en: "among the places {first} to {last}, a value is not the one that geocli wrote, or a row is missing",
            ko: "{first}번부터 {last}번까지의 장소 가운데 geocli가 기록한 것과 다른 값이나 사라진 행이 있습니다"),
        ReasonTemplate(
            "changed-row", en: "the table {table} has a value that is not the one that geocli wrote",
            ko: "{table} 테이블에 geocli가 기록한 것과 다른 값이 있습니다"),
        ReasonTemplate(
            "lost-rows", en: "the table {table} lacks {count} {count:row|rows} that geocli wrote",
            ko: "{table} 테이블에서 geocli가 기록한 행 {count}개가 사라졌습니다"),
        ReasonTemplate(
            "strange-rows", en: "the table {table} has {count} {count:row|rows} that geocli did not write",
            ko: "{table} 테이블에 geocli가 기록하지 않은 행이 {count}개 있습니다"),
        ReasonTemplate(
            "run-constraint", en: "row {id} of run {run} in the table {table} breaks a rule of the table",
            ko: "{table} 테이블에서 실행 #{run}의 {id}행이 테이블의 규칙에 어긋납니다"),
        ReasonTemplate(
            "change-point", en: "a change of place {id} in run {run} should have two points, but has other values",
            ko: "실행 #{run}에 기록된 {id}번 장소의 좌표 변경에 좌표가 아닌 값이 있습니다"),
        ReasonTemplate(
            "reported-point", en: "place {id} has moved away from its reported point, but no change says so",
            ko: "{id}번 장소가 마지막으로 알린 좌표에서 옮겨졌지만 변경 내역에 없습니다"),
        ReasonTemplate(
            "run-numbers",
            en:
                "the catalog counts {runs} good {runs:run|runs} of the feed {feed}, but {count} {count:is|are} stored, and the last one has the number {last}",
            ko: "{feed} 피드의 성공한 실행은 {runs}회로 적혀 있지만, 실제로는 {count}회이고 마지막 번호는 {last}번입니다"),
        ReasonTemplate(
            "listed-total",
            en: "the feed {feed} lists {listed} {listed:place|places}, but its last good run {run} had {total}",
            ko: "{feed} 피드의 목록은 {listed}곳인데, 마지막으로 성공한 실행 #{run}에는 {total}곳이었습니다"),
        ReasonTemplate(
            "run-total",
            en:
                "run {run} has {total} {total:place|places}, but the total of the previous good run and the changes of this run add up to {expected}",
            ko: "실행 #{run}의 전체는 {total}곳인데, 앞서 성공한 실행의 전체에 이 실행의 변경을 더하고 빼면 {expected}곳입니다"),
        ReasonTemplate(
            "run-changes",
            en:
                "run {run} counts {added} added, {changed} changed, {removed} removed and {returned} returned, but the history has {was_added}, {was_changed}, {was_removed} and {was_returned}",
            ko:
                "실행 #{run}의 집계는 신규 {added}, 변경 {changed}, 누락 {removed}, 재등록 {returned}인데, 이력은 {was_added}, {was_changed}, {was_removed}, {was_returned}입니다"
        ),
        ReasonTemplate(
            "run-rejects",
            en:
                "run {run} counts {rejected} rejected {rejected:row|rows} and {without} {without:row|rows} without a point, but {noted} such {noted:row is|rows are} stored",
            ko: "실행 #{run}의 집계는 제외 {rejected}행, 좌표 없음 {without}행인데, 실제로는 모두 {noted}행이 저장되어 있습니다"),
        ReasonTemplate(
            "seen-after-missing",
            en: "place {id} has been missing since run {missing}, but was last seen in run {last}",
            ko: "{id}번 장소는 실행 #{missing}부터 누락인데, 마지막으로 나온 실행은 #{last}입니다"),
        ReasonTemplate(
            "history-missing",
            en: "place {id} is listed, but according to its history it has been missing since run {missed}",
            ko: "{id}번 장소는 목록에 있는데, 이력에서는 실행 #{missed}부터 누락입니다"),
        ReasonTemplate(
            "history-listed",
            en: "place {id} has been missing since run {missing}, but according to its history it is listed",
            ko: "{id}번 장소는 실행 #{missing}부터 누락인데, 이력에는 목록에 있는 것으로 적혀 있습니다"),
        ReasonTemplate(
            "history",
            en: "place {id} has been missing since run {missing}, but its history says since run {missed}",
            ko: "{id}번 장소는 실행 #{missing}부터 누락인데, 이력에서는 실행 #{missed}부터입니다"),
        ReasonTemplate(
            "id-order",
            en: "place {id} first appeared in run {run}, but a lower id first appeared later, in run {before}",
            ko: "{id}번 장소는 실행 #{run}에서 처음 나왔는데, 번호가 더 작은 장소는 그보다 늦은 실행 #{before}에서 처음 나왔습니다"),
        ReasonTemplate(
            "not-in-index", en: "place {id} is not where it should be in the index of points",
            ko: "{id}번 장소가 위치 색인의 제자리에 없습니다"),
        ReasonTemplate(
            "no-point", en: "the index of points has place {id}, which has no point",
            ko: "좌표가 없는 {id}번 장소가 위치 색인에 있습니다"),
        ReasonTemplate(
            "index-traits",
            en:
                "the index of points is wrong about the kind or district of place {id}, or about whether the place is missing",
            ko: "{id}번 장소의 종류나 자치구, 누락 여부가 위치 색인과 다릅니다"),
        ReasonTemplate(
            "page-wrong", en: "page {page} of the index of points is damaged", ko: "위치 색인의 페이지 {page}{subject} 손상되었습니다"),
        ReasonTemplate(
            "page-unmet", en: "the index of points has pages that no search can reach",
            ko: "위치 색인에 검색으로 닿을 수 없는 페이지가 있습니다"),
        ReasonTemplate(
            "folded", en: "the search text of place {id} does not match its name, address and phone",
            ko: "{id}번 장소의 검색용 텍스트가 이름, 주소, 전화번호와 맞지 않습니다"),
        ReasonTemplate(
            "large-id", en: "place {id} has an id that the search index can't hold",
            ko: "{id}번 장소의 번호는 검색 색인에 넣을 수 없습니다"),
        ReasonTemplate(
            "piece-of-none", en: "the search index has a text that no place has", ko: "검색 색인에 어느 장소에도 없는 텍스트가 있습니다"),
        ReasonTemplate(
            "block", en: "a block of piece {piece} in the search index can't be read",
            ko: "검색 색인에서 조각 {piece}의 블록을 읽을 수 없습니다"),
        ReasonTemplate(
            "not-in-pieces", en: "place {id} is not where it should be in the search index",
            ko: "{id}번 장소가 검색 색인의 제자리에 없습니다"),
        ReasonTemplate("outline-name", en: "outline {id} has no name", ko: "{id}번 경계에 이름이 없습니다"),
        ReasonTemplate(
            "outline-changed", en: "the outline of {name} is not what was imported", ko: "{name} 경계가 가져올 때와 다릅니다"),
        ReasonTemplate("outline-area", en: "the outline of {name} is not an area", ko: "{name} 경계가 면을 이루지 않습니다"),
        ReasonTemplate(
            "outline-source", en: "the source of the outlines is incomplete", ko: "경계의 출처 정보에 빠진 값이 있습니다"),
        ReasonTemplate(
            "outline-sources", en: "outlines: {count}, sources: {sources}; all outlines must come from one source",
            ko: "경계 {count}개에 출처가 {sources}개입니다. 경계의 출처는 모두 같아야 합니다"),
        ReasonTemplate(
            "layer-source", en: "the source of the layer {role} is incomplete",
            ko: "바탕 지도 {role} 레이어의 출처 정보에 빠진 값이 있습니다"),
        ReasonTemplate("shape-layer", en: "shape {id} belongs to no layer", ko: "도형 {id}{topic} 어느 레이어에도 속하지 않습니다"),
        ReasonTemplate(
            "shape-changed", en: "shape {id} is not what was imported", ko: "도형 {id}{subject} 가져올 때와 다릅니다"),
        ReasonTemplate("shape-unread", en: "shape {id} can't be read", ko: "도형 {id}{object} 읽을 수 없습니다"),
        ReasonTemplate("page-unused", en: "page {page} belongs to no run", ko: "페이지 {page}{topic} 어느 실행에도 속하지 않습니다"),
        ReasonTemplate(
            "page-damaged", en: "page {page} has changed since it was received", ko: "페이지 {page}{subject} 받을 때와 다릅니다"),
        ReasonTemplate(
            "landmark-total",
            en: "the feed {feed} has {held} {held:landmark|landmarks}, but its last good run {run} had {total}",
            ko: "{feed} 피드의 기준점은 {held}곳인데, 마지막으로 성공한 실행 #{run}에는 {total}곳이었습니다"),
        ReasonTemplate(
            "landmark-of-places", en: "landmark {id} belongs to a feed of places", ko: "{id}번 기준점이 장소 피드에 속해 있습니다"),
        ReasonTemplate(
            "place-of-landmarks", en: "place {id} belongs to a feed of landmarks", ko: "{id}번 장소가 기준점 피드에 속해 있습니다"),
        ReasonTemplate(
            "landmark-key", en: "a name belongs to landmark {id}, which does not exist",
            ko: "{id}번 기준점은 없는데 그 이름은 남아 있습니다"),
        ReasonTemplate(
            "landmark-name", en: "landmark {id} can't be found by its name", ko: "{id}번 기준점을 이름으로 찾을 수 없습니다"),
        ReasonTemplate(
            "not-linked", en: "places {one} and {other} should be linked ({evidence})",
            ko: "{one}번과 {other}번 장소가 연결되어 있어야 합니다({evidence})"),
        ReasonTemplate(
            "wrong-link", en: "places {one} and {other} are linked, but their rows do not support the link",
            ko: "{one}번과 {other}번 장소가 연결되어 있지만 두 행에 근거가 없습니다"),
        ReasonTemplate(
            "early-link", en: "places {one} and {other} are linked, but no run linked them",
            ko: "{one}번과 {other}번 장소가 연결되어 있지만 연결한 실행이 없습니다"),
        ReasonTemplate(
            "not-compared", en: "place {id} is not compared with other feeds", ko: "{id}번 장소를 다른 피드와 비교하지 않았습니다"),
        ReasonTemplate(
            "link-key", en: "the index of links has place {id} under another name or feed",
            ko: "연결 색인에 {id}번 장소가 다른 이름이나 피드로 들어 있습니다"),
        ReasonTemplate(
            "not-corrected", en: "place {id} does not have the value of correction {number}",
            ko: "{id}번 장소에 정정 {number}번의 값이 없습니다"),
        ReasonTemplate(
            "corrected-keys", en: "the fields of place {id} that are marked as corrected do not match its corrections",
            ko: "{id}번 장소에 정정했다고 표시된 필드가 실제 정정과 다릅니다"),
        ReasonTemplate(
            "no-upstream", en: "place {id} is corrected, but the feed's values are missing",
            ko: "{id}번 장소는 정정되었지만 피드의 원래 값이 없습니다"),
        ReasonTemplate(
            "stray-upstream", en: "the feed's values are stored for place {id}, although it has no correction",
            ko: "정정하지 않은 {id}번 장소에 피드의 원래 값이 따로 있습니다"),
        ReasonTemplate(
            "correction-state",
            en: "correction {number} of place {id} is {state}, but this does not match the feed's value",
            ko: "{id}번 장소의 정정 {number}번 상태({state})가 피드의 값과 맞지 않습니다"),
        ReasonTemplate(
            "upstream-column",
            en: "the {field} of place {id} has no correction, but it differs from the stored value of the feed",
            ko: "{id}번 장소의 {field} 값은 정정한 적이 없는데, 따로 보관한 피드의 원래 값과 다릅니다"),
        ReasonTemplate(
            "upstream-folded",
            en: "the feed's search text for place {id} does not match the feed's name, address and phone",
            ko: "{id}번 장소의 피드 값으로 만든 검색용 텍스트가 피드의 이름, 주소, 전화번호와 맞지 않습니다"),
        ReasonTemplate(
            "closed-date", en: "correction {number} of place {id} has an impossible closing date",
            ko: "{id}번 장소의 정정 {number}번에 적힌 폐점 날짜가 올바르지 않습니다"),
        ReasonTemplate(
            "correction-event",
            en: "correction {number} of place {id} is {state}, but its history ends with another state",
            ko: "{id}번 장소의 정정 {number}번 상태({state})가 마지막 이력과 다릅니다"),
        ReasonTemplate(
            "pending-record", en: "a pending record can't be read: {record}",
            ko: "대기 중인 기록을 읽을 수 없습니다: {record}"),
        ReasonTemplate(
            "issue-event", en: "issue {issue} has no history", ko: "이슈 {issue}에 이력이 없습니다"),
        ReasonTemplate(
            "issue-json", en: "issue {issue} has an impossible state or impossible values",
            ko: "이슈 {issue}의 상태나 값이 잘못되었습니다"),
        ReasonTemplate(
            "issue-run", en: "issue {issue} changed before it was opened", ko: "이슈 {issue}{subject} 열리기 전에 바뀌었습니다"),
        ReasonTemplate(
            "issue-identity", en: "the identity of issue {issue} does not match its rule, places and field",
            ko: "이슈 {issue}의 식별자가 규칙, 장소, 항목과 맞지 않습니다"),
        ReasonTemplate(
            "view", en: "the view {name} is missing or is not the one that geocli made",
            ko: "뷰 {name}{subject} 없거나 geocli가 만든 것이 아닙니다"),
        ReasonTemplate(
            "trigger", en: "the trigger {name} was not created by geocli", ko: "트리거 {name}{topic} geocli가 만든 것이 아닙니다"),
    ]
}

// The texts of the page, in both languages.
const Words = (() => {
  // As geocli search says it: at most three of the texts that were guessed.
  const quoted = (texts) => texts.slice(0, 3).map((text) => `"${text}"`).join(", ");
  const plural = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  const ko = {
    language: "English", skip: "목록으로 건너뛰기", search: "검색", searchHint: "이름, 주소, 전화, 초성(ㅊㅂ)", kind: "종류",
    district: "자치구", since: "변화", clear: "모두 지우기", map: "지도", all: "전체", new: "새책", used: "헌책", other: "기타",
    everyDistrict: "모든 자치구", noDistrict: "자치구 없음", noChanges: "변화 표시 안 함", sinceDay: (day) => `${day} 이후`,
    shown: (n, all) => (n === all ? `책방 ${n.toLocaleString("ko")}곳` : `책방 ${n.toLocaleString("ko")}곳 / ${all.toLocaleString("ko")}곳`),
    guess: (texts) => `일치하는 결과가 없어 ${quoted(texts)}${texts.length > 3 ? ` 외 ${texts.length - 3}개` : ""}의 결과를 보여 줍니다`, nothing: "찾은 책방이 없습니다. 두 글자나 초성(ㅊㅂ)으로 찾아보세요.",
    withoutPoint: "위치 정보 없음", hiddenBy: (name) => `이 배율에서 ‘${name}’ 뒤에 있음`, hiddenHere: "이 배율에서는 가려짐",
    more: (n) => `${n.toLocaleString("ko")}곳 더 보기`, openList: "목록 보기", closeList: "지도 보기",
    address: "주소", phone: "전화", website: "누리집", sns: "SNS", seen: "마지막 확인", closed: "문 닫음",
    geo: "지도 앱", naver: "네이버 지도", kakao: "카카오맵", apart: (zoom) => `확대해서 나눠 보기(줌 ${zoom})`,
    hides: (n) => `여기 가려진 책방 ${n.toLocaleString("ko")}곳`, label: (name, kind, n) => `${name}, ${kind}${n ? `, 가려진 책방 ${n}곳` : ""}`,
    noCounts: "거르는 동안에는 묶음 수를 보이지 않습니다. 가려진 책방은 목록에 있습니다.",
    added: "새로 생김", moved: "옮김", changesTitle: (n) => `변화 ${n.toLocaleString("ko")}건`,
    dataDate: (day, days) => `자료 기준일 ${day}${days > 0 ? ` (${days.toLocaleString("ko")}일 전)` : ""}`, source: "출처", license: "이용 조건",
    outlines: "자치구 경계", madeWith: "geocli로 만들고 Leaflet으로 그렸습니다. 지도의 마커 겹침은 geocli cluster와 같습니다.",
    zoomIn: "확대", zoomOut: "축소", close: "닫기",
  };
  const en = {
    language: "한국어", skip: "Skip to the list", search: "Search", searchHint: "name, address, phone, initials (ㅊㅂ)", kind: "Kind",
    district: "District", since: "Changes", clear: "Clear all", map: "Map", all: "All", new: "New books", used: "Used books", newShort: "New", usedShort: "Used", other: "Other",
    everyDistrict: "All districts", noDistrict: "No district", noChanges: "No changes shown", sinceDay: (day) => `Since ${day}`,
    shown: (n, all) => (n === all ? plural(n, "bookstore", "bookstores") : `${n.toLocaleString("en")} of ${plural(all, "bookstore", "bookstores")}`),
    guess: (texts) => `no match; showing results for ${quoted(texts)}${texts.length > 3 ? ` and ${texts.length - 3} more` : ""}`, nothing: "No bookstore found. Try two syllables, or initial consonants (ㅊㅂ).",
    withoutPoint: "position unknown", hiddenBy: (name) => `behind “${name}” at this zoom`, hiddenHere: "hidden at this zoom",
    more: (n) => `Show ${n.toLocaleString("en")} more`, openList: "Show list", closeList: "Show map",
    address: "Address", phone: "Phone", website: "Website", sns: "SNS", seen: "Last seen", closed: "Closed",
    geo: "Map app", naver: "NAVER Map", kakao: "KakaoMap", apart: (zoom) => `Zoom in to tell them apart (zoom ${zoom})`,
    hides: (n) => `${plural(n, "bookstore", "bookstores")} hidden here`, label: (name, kind, n) => `${name}, ${kind}${n ? `, hides ${n}` : ""}`,
    noCounts: "No counts while a filter is on. Hidden bookstores are in the list.",
    added: "Added", moved: "Moved", changesTitle: (n) => plural(n, "change", "changes"),
    dataDate: (day, days) => `Data of ${day}${days > 0 ? ` (${plural(days, "day", "days")} old)` : ""}`, source: "Source", license: "Licence",
    outlines: "District outlines", madeWith: "Made with geocli, drawn by Leaflet. Markers hide each other as in geocli cluster.",
    zoomIn: "Zoom in", zoomOut: "Zoom out", close: "Close",
  };
  return { ko, en };
})();

// The texts of the page, in both languages.
const Words = (() => {
  // As in geocli search, at most three of the guessed texts are named.
  const quoted = (texts) => texts.slice(0, 3).map((text) => `"${text}"`).join(", ");
  const kindNames = (language) => Object.fromEntries(Model.data.kinds.map((kind) => [kind.name, kind[language]]));
  const [kindsKo, kindsEn] = [kindNames("ko"), kindNames("en")];
  // What the page's places are called.
  const noun = Model.data.noun;
  const plural = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  const ko = {
    language: "ko", otherLanguage: "English", skip: "목록으로 건너뛰기", search: "검색", searchHint: "이름, 주소, 전화, 초성(ㅊㅂ)",
    district: "자치구", since: "변경 내역", clear: "초기화", map: "지도", all: "전체",
    kind: (name) => kindsKo[name][0], kindShort: (name) => kindsKo[name][1], kindLegend: "종류",
    everyDistrict: "모든 자치구", noDistrict: "자치구 없음", noChanges: "전체 기간", sinceDay: (day) => `${day} 이후`,
    ground: "바탕 지도", roles: { land: "육지", park: "공원", water: "물", road: "도로", rail: "철도" },
    tilesMissing: "지도 타일을 불러오지 못했습니다.", tilesPartly: "지도 타일의 일부를 불러오지 못했습니다.",
    shown: (n, all) => (n === all ? `${noun.ko} ${n.toLocaleString("ko")}곳` : `${noun.ko} ${n.toLocaleString("ko")}곳 / ${all.toLocaleString("ko")}곳`),
    guess: (texts) => `일치하는 결과가 없어 ${quoted(texts)}${texts.length > 3 ? ` 외 ${texts.length - 3}개 검색어` : ""}의 결과를 보여 줍니다`, nothing: "결과가 없습니다. 두 글자나 초성(ㅊㅂ)으로 찾아보세요.",
    withoutPoint: "위치 정보 없음", missing: (n) => `위치 정보 없음 ${n.toLocaleString("ko")}곳`, position: "위치",
    more: (n) => `${n.toLocaleString("ko")}곳 더 보기`, tallList: "목록 크게", shortList: "지도 크게",
    address: "주소", phone: "전화", website: "웹사이트", sns: "SNS", seen: "마지막 확인", state: "상태", closed: "폐점",
    removedSince: (day) => `${day}부터 피드에 없음`, closedOn: (day) => `폐점(${day})`,
    apart: "확대해서 나눠 보기",
    elsewhere: (id) => `자세한 내용: geocli show ${id}`,
    here: (n) => `이곳의 ${noun.ko} ${n.toLocaleString("ko")}곳`,
    label: (one, { count, parts }, what) => (count > 1
      ? `${noun.ko} ${count}곳: ${parts.map((part) => `${kindsKo[part.name][0]} ${part.count}`).join(", ")}`
      : [one.name, kindsKo[one.kind][0], what && ko[what]].filter(Boolean).join(", ")),
    added: "신규", moved: "이전", changed: "변경", removed: "피드에 없음", returned: "재등록",
    dataDate: (day, days) => `${day} 기준${days > 0 ? ` (${days.toLocaleString("ko")}일 전)` : ""}`, source: "출처", license: "이용 조건",
    outlines: "자치구 경계", madeWith: "geocli로 만들고 Leaflet으로 그렸습니다. 마커는 geocli cluster와 같은 기준으로 표시합니다.",
    zoomIn: "확대", zoomOut: "축소", close: "닫기",
  };
  const en = {
    language: "en", otherLanguage: "한국어", skip: "Skip to the list", search: "Search", searchHint: "name, address, phone, initials (ㅊㅂ)",
    district: "District", since: "Changes", clear: "Reset", map: "Map", all: "All",
    kind: (name) => kindsEn[name][0], kindShort: (name) => kindsEn[name][1], kindLegend: "Kind",
    everyDistrict: "All districts", noDistrict: "No district", noChanges: "Any time", sinceDay: (day) => `Since ${day}`,
    ground: "Base map", roles: { land: "land", park: "parks", water: "water", road: "roads", rail: "railways" },
    tilesMissing: "The map tiles did not load.", tilesPartly: "Some map tiles did not load.",
    shown: (n, all) => (n === all ? plural(n, noun.en, noun.many) : `${n.toLocaleString("en")} of ${plural(all, noun.en, noun.many)}`),
    guess: (texts) => `no match; showing results for ${quoted(texts)}${texts.length > 3 ? ` and ${texts.length - 3} more` : ""}`, nothing: `No ${noun.many} found. Try two syllables or the initial consonants (ㅊㅂ).`,
    withoutPoint: "no position", missing: (n) => `${n.toLocaleString("en")} without a position`, position: "Position",
    more: (n) => `Show ${n.toLocaleString("en")} more`, tallList: "Larger list", shortList: "Larger map",
    address: "Address", phone: "Phone", website: "Website", sns: "SNS", seen: "Last seen", state: "Status", closed: "Closed",
    removedSince: (day) => `No longer in the feed since ${day}`, closedOn: (day) => `Closed on ${day}`,
    apart: `Zoom in to separate these ${noun.many}`,
    elsewhere: (id) => `Details: geocli show ${id}`,
    here: (n) => `${plural(n, noun.en, noun.many)} here`,
    label: (one, { count, parts }, what) => (count > 1
      ? `${count} ${noun.many}: ${parts.map((part) => `${kindsEn[part.name][0]} ${part.count}`).join(", ")}`
      : [one.name, kindsEn[one.kind][0], what && en[what]].filter(Boolean).join(", ")),
    added: "Added", moved: "Moved", changed: "Changed", removed: "No longer in the feed", returned: "Returned",
    dataDate: (day, days) => `As of ${day}${days > 0 ? ` (${plural(days, "day", "days")} old)` : ""}`, source: "Source", license: "License",
    outlines: "District outlines", madeWith: "Made with geocli and drawn with Leaflet. The map shows the same markers as geocli cluster.",
    zoomIn: "Zoom in", zoomOut: "Zoom out", close: "Close",
  };
  // What changed, and when.
  for (const words of [ko, en]) {
    words.news = (what, day) => ({ removed: words.removedSince, closed: words.closedOn }[what]?.(day) ?? `${words[what]} ${day}`);
  }
  return { ko, en };
})();

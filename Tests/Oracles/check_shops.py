#!/usr/bin/env python3
"""Finds the rows of different feeds that are the same shop, as FEEDS' six rules say, and compares `geocli links`.

    check_shops.py LISTING.ndjson LINKS.ndjson [DECISIONS.json]
    check_shops.py --self-test

LISTING is `geocli list --format ndjson` in the order of ids; LINKS is `geocli links list --format ndjson`. DECISIONS is a
list of objects with low, high, verdict and evidence, as the program stored them. Every pair of rows of two feeds is
compared: no hash, no cell, no block. The decisions count only for exactly the same evidence. Prints each difference;
exit status 1 if there is one. Standard library only.
"""

import collections
import json
import re
import sys
import unicodedata

from check_near import distance

CROWD, PHONE_CROWD = 8, 32
NEAR, PHONE, CORE, SAME = 100.0, 300.0, 50.0, 10000.0
RULES = ["name-phone", "name-road", "name-near", "core-phone", "part-phone", "core-near"]
BY_DISTANCE = (2, 5)
# The last words of kinds of facilities that bear the name of the place in which they stand.
FACILITIES = (
    "toilet toilets restroom parking bike-station bicycle-station entrance exit charger charging-station atm bus-stop "
    "hwajangsil juchajang daeyeoso churipgu jeongryujang chungjeonso").split()
BLANKS = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
PROVINCE_PREFIXES = (
    "서울특별시 부산광역시 대구광역시 인천광역시 광주광역시 대전광역시 울산광역시 세종특별자치시 강원특별자치도 전북특별자치도 "
    "제주특별자치도 충청북도 충청남도 전라북도 전라남도 경상북도 경상남도 경기도 강원도 제주도 서울시 부산시 대구시 인천시 "
    "대전시 울산시 세종시").split()
DISTRICTS = (
    "강남구 강동구 강북구 강서구 관악구 광진구 구로구 금천구 노원구 도봉구 동대문구 동작구 마포구 서대문구 서초구 성동구 성북구 "
    "송파구 양천구 영등포구 용산구 은평구 종로구 중구 중랑구").split()
ROMANIZED = (
    "gangnamgu gangdonggu gangbukgu gangseogu gwanakgu gwangjingu gurogu geumcheongu nowongu dobonggu dongdaemungu "
    "dongjakgu mapogu seodaemungu seochogu seongdonggu seongbukgu songpagu yangcheongu yeongdeungpogu yongsangu "
    "eunpyeonggu jongnogu junggu jungnanggu").split()
PROVINCES = {
    name: line.split()[0]
    for line in (
        "서울 서울시 서울특별시|부산 부산시 부산광역시|대구 대구시 대구광역시|인천 인천시 인천광역시|광주 광주광역시|"
        "대전 대전시 대전광역시|울산 울산시 울산광역시|세종 세종시 세종특별자치시|경기 경기도|강원 강원도 강원특별자치도 강원자치도|"
        "충북 충청북도|충남 충청남도|전북 전라북도 전북특별자치도 전북자치도|전남 전라남도|경북 경상북도|경남 경상남도|"
        "제주 제주도 제주특별자치도 제주자치도").split("|")
    for name in line.split()
}
# A merged province is each of its two parts, because older rows name one of them.
PROVINCES["전남광주통합특별시"] = "전남 광주"
# A district that has moved is in both of its provinces.
MOVED = {"군위군": ("경북", "대구")}
# The names of districts that several provinces have.
SHARED = {
    "중구": "서울 부산 대구 인천 대전 울산", "동구": "부산 대구 인천 광주 대전 울산", "서구": "부산 대구 인천 광주 대전",
    "남구": "부산 대구 인천 광주 울산", "북구": "부산 대구 광주 울산", "강서구": "서울 부산", "고성군": "강원 경남"}


def name_key(name):
    if len(name.encode()) > 4096:
        return None
    return "".join(c for c in unicodedata.normalize("NFKC", name) if c not in BLANKS) or None


def core_of(key):
    """The name without number, city, district and public body, and the last three."""
    number = re.match(r"([0-9]+\.(?![0-9]))?", key, re.ASCII).end()
    if len(key) - number < 2:
        number = 0
    return without_body(key[number:])


def without_body(key):
    start = 0
    for province in PROVINCE_PREFIXES:
        if key.startswith(province) and key[len(province):len(province) + 1] != "립":
            start = len(province)
            break
    if start and key[start:].startswith("교육청"):
        start += 3
    else:
        body = re.match("[가-힣]{0,8}?[국공도시군구사]립", key[start:])
        if body:
            start += body.end()
        else:
            start += next((len(d) for d in DISTRICTS if key[start:].startswith(d)), 0)
    return (key[start:], key[:start]) if len(key) - start >= 2 else (key, "")


def with_moved(province, district):
    """The province, with the other one of a district that has moved."""
    both = MOVED.get(district, ())
    return " ".join(both) if province in both else province


def address_of(address):
    """The province and the road with its number."""
    text = unicodedata.normalize("NFKC", address.encode()[:1024].decode(errors="ignore"))
    text = re.sub(r"^\([^)]*\)", "", text)
    text = re.split("[,(]", text)[0]
    words = [w for w in re.split("[" + "".join(BLANKS) + "]+", text) if w]
    province = PROVINCES.get(words[0]) if words else None
    province = with_moved(province, words[1] if words[1:] else None)

    def split(word):
        last = max(word.rfind("로"), word.rfind("길")) + 1
        return (word[:last], word[last:]) if last and re.match("[0-9]|지하|$", word[last:]) else None

    for start, word in enumerate(words):
        found = split(word)
        if not found or len(found[0]) < 2 or re.match("[0-9]", word):
            continue
        (name, rest), following = found, start + 1
        if not rest and following < len(words):
            more = split(words[following])
            if more and re.match("[0-9]", more[0]):
                name, rest, following = name + more[0], more[1], following + 1
        if not rest and following < len(words):
            rest, following = words[following], following + 1
        if rest == "지하" and following < len(words):
            rest += words[following]
        number = re.fullmatch(r"(지하)?([0-9]{1,5})(?:-([0-9]{1,5}))?\.?", rest)
        if number:
            main = (number[1] or "") + str(int(number[2]))
            minor = int(number[3] or 0)
            return province, f"{name} {main}-{minor}" if minor else f"{name} {main}"
    return province, None


def seoul_district(text):
    """The Korean name of a district of Seoul, in any spelling of it; None for another text."""
    key = "".join(c for c in unicodedata.normalize("NFKC", text).lower() if unicodedata.category(c)[0] in "LMN")
    for name, latin in zip(DISTRICTS, ROMANIZED):
        if key in (name, name[:-1], latin, latin[:-2]):
            return name
    return None


def district_of(district):
    """The province and the words after it."""
    if district is None:
        return None, []
    text = unicodedata.normalize("NFKC", district.encode()[:256].decode(errors="ignore"))
    words = [w for w in re.split("[" + "".join(BLANKS) + "]+", text) if w]
    province = PROVINCES.get(words[0]) if words else None
    if words and words[0] == "광주시" and words[1:] and words[1].endswith("구"):
        province = "광주"
    if province:
        words = words[1:]
    known = seoul_district(" ".join(words))
    province = with_moved(province, words[0] if words else None)
    return province, [known] if known else words


def owners(stated, words):
    """The provinces that may have a district, as the text says them or as its name tells; None if unknown."""
    if stated or len(words) != 1:
        return stated
    return SHARED.get(words[0]) or ("서울" if words[0] in DISTRICTS else None)


def other_district(one, other):
    """Whether neither is the beginning or the end of the other."""
    short, long = sorted((one, other), key=len)
    return bool(short) and long[:len(short)] != short and long[-len(short):] != short


def is_part(one, other):
    """Whether one name is the other with letters left out: at most half of them, no digit, and not at the end."""
    if "(" in one + other:
        return False
    short, long = sorted(("".join(c for c in n if unicodedata.category(c)[0] in "LMN") for n in (one, other)), key=len)
    left = iter(long)
    return (
        len(short) >= 2 and 2 * len(short) >= len(long) and short[-2:] == long[-2:]
        and [c for c in short if unicodedata.category(c)[0] == "N"] == [c for c in long if unicodedata.category(c)[0] == "N"]
        and all(c in left for c in short))


def is_facility(kind):
    return any(kind == word or kind.endswith("-" + word) for word in FACILITIES)


class Row:
    def __init__(self, listed):
        self.kind = listed["kind"]
        self.id, self.feed = listed["id"], listed["ref"].split("/")[0]
        self.key = name_key(listed["name"])
        self.core, self.body = core_of(self.key) if self.key else (None, "")
        self.phone = listed["phone"]
        province, self.road = address_of(listed["address"] or "")
        stated, self.district = district_of(listed["district"])
        self.province = province or stated
        self.owners = owners(stated, self.district)
        self.point = (listed["latitude"], listed["longitude"])
        if self.point[0] is None or abs(self.point[0]) > 80:
            self.point = None

    def cell(self):
        return self.point and tuple(int(v * 1000 // 1) for v in self.point)


def both_differ(one, other):
    """Whether both name provinces, and none in common."""
    return one is not None and other is not None and not set(one.split()) & set(other.split())


class Pair:
    """Two rows of different feeds, compared."""

    def __init__(self, a, b):
        self.low, self.high = (a, b) if a.id < b.id else (b, a)
        meters = a.point and b.point and distance(*self.low.point, *self.high.point)
        self.tenths = None if meters is None else int(meters * 10 + 0.5)
        self.meters = float("inf") if meters is None else self.tenths / 10
        name = a.key == b.key
        core = name or (a.core == b.core and (
            not a.body or not b.body or a.body.endswith(b.body) or b.body.endswith(a.body)))
        # Two names of one body, or of unknown bodies, of which one is a part of the other.
        self.part = not name and not core and (
            not a.body or not b.body or a.body.endswith(b.body) or b.body.endswith(a.body)) and (
            is_part(a.key, b.key) or is_part(a.core, b.core))
        kinds = {k for k in (a.kind, b.kind)}
        one_kind = len(kinds) == 1 or kinds <= {"new", "used", "other"}
        facility = len(kinds) == 2 and any(map(is_facility, kinds))
        other_kind = not one_kind and "other" not in kinds
        self.phone = a.phone if a.phone and a.phone == b.phone else None
        province = both_differ(a.province, b.province)
        elsewhere = both_differ(a.owners, b.owners) or other_district(a.district, b.district)
        one_district = (
            a.district and a.district == b.district and a.province is not None and b.province is not None
            and not province and not elsewhere)
        reachable = one_district or meters is None or self.meters <= SAME
        self.road = None
        if a.road and a.road == b.road and not province and not elsewhere and reachable:
            self.road = a.road
        in_place = bool(self.road) or self.meters <= PHONE
        # A number of another country may belong to no area, because its plan is not known.
        nationwide = bool(self.phone) and bool(re.fullmatch(r"\+8280.*|\+821[568][0-9]{6}|\+(?!82).*", self.phone))
        self.rule = None
        if a.feed != b.feed and not province and not facility:
            if name:
                if self.phone and reachable and (not nationwide or in_place):
                    self.rule = 0
                elif self.road and not other_kind:
                    self.rule = 1
                elif self.meters <= NEAR and not other_kind:
                    self.rule = 2
            elif core:
                if self.phone and in_place:
                    self.rule = 3
                elif self.meters <= CORE and not other_kind:
                    self.rule = 5
            elif self.part and self.phone and in_place and not other_kind:
                self.rule = 4
        self.names = [a.key] if name else sorted([a.key, b.key])
        self.core = a.core if core and not name else None

    @property
    def ids(self):
        return self.low.id, self.high.id

    def order(self):
        return float("inf") if self.tenths is None else self.tenths, self.low.id, self.high.id

    def near(self):
        return bool(self.road) or self.meters <= NEAR

    def evidence(self):
        found = {"name": self.names[0]} if len(self.names) == 1 else {}
        if self.core:
            found["core"] = self.core
        if len(self.names) == 2:
            found["names"] = self.names
        if self.phone:
            found["phone"] = self.phone
        if self.road:
            found["road"] = self.road
        if self.tenths is not None:
            found["distance_m"] = self.tenths / 10
        return found


def without_crowds(rows):
    for attribute in ("phone", "road", "cell"):
        seen = {}
        for row in rows:
            value = row.cell() if attribute == "cell" else getattr(row, attribute)
            if value:
                seen.setdefault((row.feed, row.core, value), []).append(row)
        for crowd in seen.values():
            if len(crowd) > CROWD:
                for row in crowd:
                    setattr(row, "point" if attribute == "cell" else attribute, None)


def links(listed, decisions):
    """All links, by their ids: the rule (None for a person's word alone) and the evidence."""
    rows = [row for row in map(Row, listed) if row.key and row.feed != "sample"]
    without_crowds(rows)
    by_id = {row.id: row for row in rows}
    shop = {row.id: {row.id} for row in rows}
    apart = set()
    result = {}

    def can_join(pair):
        one, other = shop[pair.low.id], shop[pair.high.id]
        if one is other:
            return True
        if {by_id[i].feed for i in one} & {by_id[i].feed for i in other}:
            return False
        return not any((min(i, j), max(i, j)) in apart for i in one for j in other)

    def add(pair):
        union = shop[pair.low.id] | shop[pair.high.id]
        for member in union:
            shop[member] = union
        result[pair.ids] = (None if pair.rule is None else RULES[pair.rule], pair.evidence())

    decided = []
    for decision in sorted(decisions, key=lambda d: (d["low"], d["high"])):
        if decision["low"] in by_id and decision["high"] in by_id:
            pair = Pair(by_id[decision["low"]], by_id[decision["high"]])
            if pair.low.feed != pair.high.feed and pair.evidence() == decision["evidence"]:
                decided.append((pair, decision["verdict"]))
    apart.update(pair.ids for pair, verdict in decided if verdict == "rejected")
    for pair, verdict in decided:
        if verdict == "accepted" and can_join(pair):
            add(pair)
    known = {pair.ids for pair, _ in decided}
    phones = collections.Counter(row["phone"] for row in listed if by_id.get(row["id"]))
    pairs = [
        pair for i, a in enumerate(rows) for b in rows[i + 1:]
        if a.feed != b.feed and (a.core == b.core or a.phone and a.phone == b.phone and phones[a.phone] <= PHONE_CROWD)
        for pair in [Pair(a, b)] if pair.rule is not None and pair.ids not in known]
    for rule, _ in enumerate(RULES):
        open_pairs = sorted((p for p in pairs if p.rule == rule and can_join(p)), key=Pair.order)

        def rivals(pair, row, other):
            return sum(
                1 for p in open_pairs
                if row in (p.low, p.high) and other.feed in (p.low.feed, p.high.feed)
                and (rule not in BY_DISTANCE or p.tenths == pair.tenths))

        for pair in open_pairs:
            if not can_join(pair):
                continue
            alone = rivals(pair, pair.low, pair.high) == 1 and rivals(pair, pair.high, pair.low) == 1
            if shop[pair.low.id] is shop[pair.high.id] or alone or (rule not in BY_DISTANCE and pair.near()):
                add(pair)
    return result


def compare(listing, linked, decisions):
    """The differences between the model and the program."""
    wanted = links(listing, decisions)
    found = {(r["id"], r["other_id"]): (r["rule"], r["evidence"]) for r in linked if r["state"] != "rejected"}
    for ids in sorted(set(wanted) | set(found)):
        if wanted.get(ids) != found.get(ids):
            yield f"{ids}: expected {wanted.get(ids)}, found {found.get(ids)}"


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def self_test():
    cases = {
        "강남구립 논현도서관": ("논현도서관", "강남구립"), "구립도서관": ("도서관", "구립"), "서울시립어린이도서관": ("어린이도서관", "서울시립"),
        "서울특별시교육청정독도서관": ("정독도서관", "서울특별시교육청"), "마포구평생학습관": ("평생학습관", "마포구"), "마포구": ("마포구", ""),
        "독립문책방": ("독립문책방", ""), "102. 망원역 1번출구 앞": ("망원역1번출구앞", ""), "24.7책방": ("24.7책방", ""), "1.온": ("1.온", ""),
    }
    for name, wanted in cases.items():
        assert core_of(name_key(name)) == wanted, (name, core_of(name_key(name)))
    for one, other, wanted in (
            ("강남역삼푸른솔도서관", "강남구립역삼푸른솔도서관", True), ("자양제4동도서관", "자양4동도서관", True), ("책방오늘,", "책방오늘", True),
            ("조원도서관", "조원작은도서관", True), ("대치도서관", "대치1작은도서관", False), ("학마을도서관", "학마을도서관(종합자료실)", False),
            ("서울창포원", "서울창포원화장실", False), ("도서관", "마포푸르메어린이도서관", False), ("책방", "책방온", False)):
        assert is_part(one, other) == is_part(other, one) == wanted, (one, other)
    districts = {
        "서울특별시 도봉구": ("서울", ["도봉구"]), "도봉구": (None, ["도봉구"]), "Dobong-gu": (None, ["도봉구"]), "서울": ("서울", []),
        "경기도 수원시 영통구": ("경기", ["수원시", "영통구"]), "광주시 북구": ("광주", ["북구"]), "광주시": (None, ["광주시"]),
        "전남광주통합특별시 북구": ("전남 광주", ["북구"]), "": (None, []), "경북 군위군": ("경북 대구", ["군위군"]),
    }
    for text, wanted in districts.items():
        assert district_of(text) == wanted, (text, district_of(text))
    assert not other_district(["수원시", "영통구"], ["영통구"]) and not other_district(["수원시"], ["수원시", "영통구"])
    assert other_district(["중구"], ["마포구"]) and not other_district([], ["중구"])
    roads = {
        "서울특별시 강남구 개포로 110길 54": ("서울", "개포로110길 54"), "서울 동작구 대방동길55(대방동379-2)": ("서울", "대방동길 55"),
        "(41946) 대구광역시 중구 달구벌대로447길 72-1": ("대구", "달구벌대로447길 72-1"), "종로구 종로 지하 12": (None, "종로 지하12"),
        "서울 종로구 종로3가 12": ("서울", None), "": (None, None), "강남구 테헤란로8길 36. 4층": (None, "테헤란로8길 36"),
    }
    for text, wanted in roads.items():
        assert address_of(text) == wanted, (text, address_of(text))


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        extra = json.load(open(sys.argv[3], encoding="utf-8")) if len(sys.argv) > 3 else []
        differences = list(compare(read(sys.argv[1]), read(sys.argv[2]), extra))
        print("\n".join(differences[:20]))
        sys.exit(1 if differences else 0)

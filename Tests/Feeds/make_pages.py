#!/usr/bin/env python3
"""Writes made-up pages for each declared feed, in the forms of Korea's portals. No place in them exists.

Needs GDAL's Python module (Debian: python3-gdal) for points in metres.
"""
import csv
import io
import json
import pathlib

from osgeo import osr

osr.UseExceptions()
HERE = pathlib.Path(__file__).parent


def metres(code, longitude, latitude):
    """Returns easting and northing of a point in degrees."""
    there, here = osr.SpatialReference(), osr.SpatialReference()
    there.ImportFromEPSG(code)
    here.ImportFromEPSG(4326)
    for system in (there, here):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    x, y, _ = osr.CoordinateTransformation(here, there).TransformPoint(longitude, latitude)
    return x, y


def write(name, content):
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def seoul(service, rows, total, key=None):
    """A page of the Seoul Open Data Plaza."""
    body = {"list_total_count": total, "RESULT": {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}, "row": rows}
    return json.dumps({key or service: body}, ensure_ascii=False, indent=1)


def portal(items, total, page, count, code="00"):
    """A page of data.go.kr or KCISA."""
    return json.dumps({"response": {
        "header": {"resultCode": code, "resultMsg": "OK"},
        "body": {"items": items, "numOfRows": count, "pageNo": page, "totalCount": total}}}, ensure_ascii=False, indent=1)


def table(rows, ends="\r\n", quotes=csv.QUOTE_MINIMAL, delimiter=","):
    text = io.StringIO()
    csv.writer(text, lineterminator=ends, quoting=quotes, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def libraries(service, folder):
    def row(number, name, district, point):
        return {"LBRRY_SEQ_NO": str(number), "LBRRY_NAME": name, "GU_CODE": "0000", "CODE_VALUE": district,
                "ADRES": f"서울특별시 {district} 지어낸로 {number}", "TEL_NO": f"02-000-{number:04}",
                "HMPG_URL": f"https://library.example/{number}", "OP_TIME": "평일 : 09:00~22:00",
                "FDRM_CLOSE_DATE": "매주 월요일", "LBRRY_SE_NAME": "공공도서관", "XCNTS": point[0], "YDNTS": point[1]}
    write(f"{folder}/page1.json", seoul(service, [
        row(1, "지어낸첫째도서관", "마포구", ("37.5563", "126.9236")),
        row(2, " 지어낸둘째도서관 ", "종로구", ("37.5729503 ", " 126.9793579")),
        row(3, "지어낸셋째도서관", "중구", ("", ""))], 5))
    write(f"{folder}/page2.json", seoul(service, [
        row(4, "지어낸넷째도서관", "강남구", ("0", "0")),
        row(1005, "지어낸다섯째도서관", "송파구", ("37.5145436", "127.1059163"))], 5))


def culture():
    kinds = ["공연장", "도서관", "문화예술회관", "문화원", "미술관/갤러리", "박물관/기념관", "기타"]
    rows = [{"NUM": str(7 * n + 2), "SUBJCODE": kind, "FAC_NAME": f"지어낸 {kind}", "ADDR": f"서울특별시 성동구 지어낸길 {n}",
             "X_COORD": f"37.54{n}37897702564", "Y_COORD": f"127.05{n}416929987", "PHNE": "02-000-0000",
             "HOMEPAGE": "https://culture.example", "FAC_DESC": "<div style='font-size: 12pt;'>지어낸 \"소개\"</div>"}
            for n, kind in enumerate(kinds)]
    write("seoul-culture/page1.json", seoul("culturalSpaceInfo", rows, 7))


def stations():
    rows = [{"BLDN_ID": number, "BLDN_NM": name, "ROUTE": route, "LAT": lat, "LOT": lon} for number, name, route, lat, lon in [
        ("0239", "지어낸입구", "2호선", "37.55679", "126.923708"), ("1264", "지어낸입구", "경의선", "37.557641", "126.926683"),
        ("0216", "지어낸(구청)", "2호선", "37.513262", "127.100159"), ("2523", "지어낸평", "5호선", "37.525648", "126.885778")]]
    write("seoul-stations/page1.json", seoul("subwayStationMaster", rows, 4))


def indie():
    head = ["CNTC_RESRCE_ID", "CNTC_RESRCE_NO", "TITLE", "ISSUED_DATE", "SUBJECT_KEYWORD", "DESCRIPTION", "SUB_DESCRIPTION",
            "ADDRESS", "CONTACT_POINT", "COORDINATES", "RNUM"]
    points = ["37.76008985 , 128.8918538", "37.545904, 126.92094", "N37.545904, E126.92094", "37.54497283 126.9676467",
              "정보없음", "-", "", "0 , 0"]
    rows = [["X000000-00-000", n + 1, f"지어낸책방 {n + 1}", "2024-10-23", "독립서점 , 일반", "휴무일 : 화요일\n(지어낸 설명)", "작은, \"지어낸\" 책방",
             f"(00000) {'강원도 강릉시' if n == 0 else '서울특별시 마포구'} 지어낸로 {n + 1}", "정보없음" if n == 5 else "0330000000", point, n + 1]
            for n, point in enumerate(points)]
    write("kcisa-indie-bookstores/all.csv", b"\xef\xbb\xbf" + table([head] + rows).encode())


def used():
    def row(n, name, lat, lon, phone):
        return {"ESNTL_ID": f"XXXXSPO00N{n:09}", "FCLTY_NM": name, "LCLAS_NM": "중고서점", "MLSFC_NM": "일반서적", "ZIP_NO": "00000",
                "FCLTY_ROAD_NM_ADDR": f"경기 안양시 동안구 지어낸로 {n}", "FCLTY_LA": lat, "FCLTY_LO": lon, "TEL_NO": phone}
    first = [row(1, "지어낸헌책방", "37.39513617", "126.9760656", "310000000"),
             row(2, "지어낸중고서점 2호", 37.49366458, 127.0603395, 20000000), row(3, "지어낸 셋째", "-", "-", "정보없음")]
    write("kcisa-used-bookstores/page1.json", portal({"item": first}, 4, 1, 3, "0000"))
    write("kcisa-used-bookstores/page2.json", portal({"item": row(4, "지어낸 넷째", "33.4996", "126.5312", "")}, 4, 2, 1, "0000"))
    write("kcisa-used-bookstores/page3.json", portal("", 4, 3, 0, "0000"))


def licensed():
    places = [("서울특별시 중구 지어낸로 1", 126.978, 37.5665, "01"), ("부산광역시 연제구 지어낸로 2", 129.0756, 35.1796, "02"),
              ("제주특별자치도 제주시 지어낸로 3", 126.5312, 33.4996, "01"), ("강원도 강릉시 지어낸로 4", 128.8761, 37.7519, "03"),
              ("서울특별시 마포구 지어낸로 5", None, None, "01"), ("서울특별시 종로구 지어낸로 6", 126.99, 37.58, "04"),
              ("인천광역시 옹진군 지어낸로 7", 124.7188, 37.9715, "01")]
    status = {"01": "영업/정상", "02": "휴업", "03": "폐업", "04": "취소/말소/만료/정지/중지"}

    def point(longitude, latitude):
        if longitude is None:
            return "", ""
        x, y = metres(5174, longitude, latitude)
        # Blanks at the end, as the files have them.
        return f"{x:.9f}    ", f"{y:.9f}    "
    old = [["번호", "개방서비스명", "개방자치단체코드", "관리번호", "인허가일자", "영업상태구분코드", "영업상태명", "소재지전화", "소재지전체주소", "도로명전체주소", "사업장명",
            "업태구분명", "좌표정보(x)", "좌표정보(y)", ""]]
    new = [["개방자치단체코드", "관리번호", "데이터갱신구분", "인허가일자", "영업상태코드", "영업상태명", "소재지전화번호", "지번주소", "도로명주소", "사업장명", "업태구분명",
            "좌표정보(X)", "좌표정보(Y)"]]
    for n, (address, longitude, latitude, code) in enumerate(places):
        x, y = point(longitude, latitude)
        old.append([str(n + 1), "동물병원", "0000000", f"00000000000000000{n}", "2012-12-24", code, status[code], "000-0000",
                    address + " (지번)", address, f"지어낸동물병원 {n}", "", x, y, ""])
        new.append(["0000000", f"00000000000000001{n}", "U", "2012-12-24", code, status[code], "000-0000", address + " (지번)",
                    "" if n == 0 else address, f"지어낸새동물병원 {n}", "", x, y])
    write("localdata-animal-hospitals/old.csv", table(old, quotes=csv.QUOTE_ALL).encode("cp949"))
    write("localdata-animal-hospitals/new.csv", table(new).encode("cp949"))
    cafes = [list(row) for row in new]
    for n, trade in enumerate(["커피숍", "편의점", "다방", "커피숍", "패스트푸드", "커피숍", "전통찻집"]):
        cafes[n + 1][10] = trade
        cafes[n + 1][9] = f"지어낸 {trade} {n}"
    write("localdata-cafes/cafes.csv", table(cafes).encode("cp949"))
    write("localdata-pharmacies/pharmacies.csv", table(old, quotes=csv.QUOTE_ALL).encode("cp949"))


def toilets():
    rows = [{"OBJECTID": 283814.0, "ADDR_NEW": "서울특별시 종로구 지어낸길 35-4", "ADDR_OLD": "서울특별시 종로구 지어낸동 1", "COORD_X": 126.98563,
             "COORD_Y": 37.57432, "CONTS_NAME": "지어낸 개방화장실", "GU_NAME": "종로구", "TEL_NO": "02-000-0000", "VALUE_01": "민간개방|"},
            {"OBJECTID": 258919.0, "ADDR_NEW": " ", "ADDR_OLD": "서울특별시 종로구 지어낸동 산 1", "COORD_X": 126.96699485,
             "COORD_Y": 37.59307544, "CONTS_NAME": "지어낸공원 화장실(1층)", "GU_NAME": "종로구", "TEL_NO": " ", "VALUE_01": "공공개방|"},
            {"OBJECTID": 1.0, "ADDR_NEW": "서울특별시 중구 지어낸로 3", "ADDR_OLD": None, "COORD_X": None, "COORD_Y": None,
             "CONTS_NAME": "지어낸 화장실", "GU_NAME": "중구", "TEL_NO": None, "VALUE_01": ""},
            {"OBJECTID": 2.0, "ADDR_NEW": "서울특별시 중구 지어낸로 4", "ADDR_OLD": "", "COORD_X": 127.42, "COORD_Y": 36.318,
             "CONTS_NAME": "지어낸파출소", "GU_NAME": "중구", "TEL_NO": "", "VALUE_01": ""}]
    write("seoul-toilets/page1.json", seoul("mgisToiletPoi", rows, 4))


def bikes():
    def rows(numbers):
        return [{"rackTotCnt": "15", "stationName": f" {n}. 지어낸역 {n}번출구 앞", "parkingBikeTotCnt": "1", "shared": "7",
                 "stationLatitude": f"37.55{n:03}880", "stationLongitude": f"126.91{n:03}927", "stationId": f"ST-{n}"} for n in numbers]
    for page, numbers in enumerate([range(1, 6), range(6, 11), range(11, 14)]):
        write(f"seoul-bikes/page{page + 1}.json", seoul("bikeList", rows(numbers), len(numbers), "rentBikeStatus"))
    write("seoul-bikes/page4.json", json.dumps({"CODE": "INFO-200", "MESSAGE": "해당하는 데이터가 없습니다."}, ensure_ascii=False))


def shops():
    head = ["상가업소번호", "상호명", "지점명", "상권업종소분류코드", "상권업종소분류명", "시군구명", "지번주소", "도로명주소", "층정보", "경도", "위도"]
    rows = [["XX01", "지어낸서점", "", "G21301", "서점", "강동구", "", "서울특별시 강동구 지어낸로 15-5", "", 127.1550027, 37.54748275],
            ["XX02", "지어낸옷집", "", "G20903", "유아용 의류 소매업", "강서구", "", "서울특별시 강서구 지어낸로 2", "1", 126.8153705, 37.56819751],
            ["XX03", "지어낸, \"둘째\" 서점", "본점", "G21301", "서점", "창원시 의창구", "경상남도 창원시 의창구 지어낸동 1", "", "", 128.642214334036,
             35.234522413085],
            ["XX04", "지어낸중고서점", "", "G22201", "중고 상품", "강서구", "", "서울특별시 강서구 지어낸로 4", "", 126.82, 37.56]]
    text = table([head] + rows, quotes=csv.QUOTE_NONNUMERIC)
    write("semas-bookstores/seoul.csv", b"\xef\xbb\xbf" + text.encode())


def standard():
    def row(n, name, lat, lon):
        return {"lbrryNm": name, "ctprvnNm": "서울특별시", "signguNm": "송파구", "lbrrySe": "공공도서관", "closeDay": "매주월요일",
                "rdnmadr": f"서울특별시 송파구 지어낸로 {n} (지어낸동, 지어낸도서관)", "phoneNumber": "-" if n == 2 else "02-000-0130",
                "homepageUrl": "http://library.example", "latitude": lat, "longitude": lon, "referenceDate": "2020-02-20"}
    rows = [row(1, "지어낸도서관", "37.492325", "127.156619"), row(2, "지어낸도서관", "37.5", "127.1"), row(3, "지어낸셋째도서관", "", ""),
            row(4, "지어낸넷째도서관", "37.51", "127.11")]
    write("std-libraries/page1.json", portal(rows[:3], "4", "1", "3"))
    write("std-libraries/page2.json", portal(rows[3:], "4", "2", "1"))
    write("std-libraries/page3.json", portal("", "4", "3", "0"))


def entrances():
    lines = []
    for n, (longitude, latitude) in enumerate([(126.97, 37.58), (126.39, 34.80), (126.91, 35.15), (None, None), (126.97, 37.58)]):
        x, y = ("0", "0") if longitude is None else (f"{value:.6f}" for value in metres(5179, longitude, latitude))
        lines.append(["11000", str(760 + n), "1111010100", "서울특별시", "종로구", "지어낸동", "111103100012", "지어낸로",
                      "1" if n == 4 else "0", "94", "0", "", "03047", "근린생활시설", "0", "지어낸동", x, y])
    write("juso-entrances/entrc_seoul.csv", table(lines, delimiter="|").encode("cp949"))


def control():
    """Points of towns in each system that Korean feeds use, by PROJ through GDAL; KATEC by its published parameters."""
    katec = "+proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel +units=m +towgs84=-146.43,507.89,681.46"
    lines = ["crs\tx\ty\tlongitude\tlatitude"]
    for name in ["EPSG:5174", "EPSG:5179", "EPSG:5181", "EPSG:5186", "EPSG:2097", "KATEC", "EPSG:4326"]:
        there, here = osr.SpatialReference(), osr.SpatialReference()
        there.ImportFromProj4(katec) if name == "KATEC" else there.ImportFromEPSG(int(name[5:]))
        here.ImportFromEPSG(4326)
        for system in (there, here):
            system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
        to = osr.CoordinateTransformation(here, there)
        for longitude, latitude in [(126.978, 37.5665), (129.0756, 35.1796), (126.5312, 33.4996), (128.8761, 37.7519)]:
            x, y, _ = to.TransformPoint(longitude, latitude)
            lines.append(f"{name}\t{x:.7f}\t{y:.7f}\t{longitude}\t{latitude}")
    write("control_points.tsv", "\n".join(lines) + "\n")


libraries("SeoulPublicLibraryInfo", "seoul-libraries")
libraries("SeoulSmallLibraryInfo", "seoul-small-libraries")
for make in (culture, stations, indie, used, licensed, toilets, bikes, shops, standard, entrances, control):
    make()

"""Made-up rows in the exact form of the service's answers, and the documents that contain them.

Names contain their day, so that a catalog that mixes the snapshots of two days shows it.
"""

import json

SERVICE = "TbSlibBookstoreInfo"
DISTRICTS = ["마포구", "종로구", "중구", "성동구", "용산구"]
OK = {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}
MESSAGES = {
    "INFO-100": "인증키가 유효하지 않습니다.",
    "INFO-200": "해당하는 데이터가 없습니다.",
    "INFO-300": "인증키의 사용이 제한되었습니다.",
    "ERROR-290": "인증키가 유효하지 않습니다.",
    "ERROR-337": "일별 트래픽 제한을 넘은 호출입니다.",
    "ERROR-331": "요청시작위치 값을 확인하십시오.",
    "ERROR-335": "샘플데이터(샘플키:sample) 는 한번에 최대 5건을 넘을 수 없습니다.",
    "ERROR-336": "데이터요청은 한번에 최대 1000건을 넘을 수 없습니다.",
    "ERROR-500": "서버 오류입니다.",
    "ERROR-600": "데이터베이스 연결 오류입니다.",
    "ERROR-601": "SQL 문장 오류 입니다.",
}


def row(number, day="new"):
    """The place with this number, as the service would send it on a day.

    Districts and kinds are spread so that any evenly drawn fifth of the rows has a fifth of each.
    """
    latitude = 37.43 + (number * 7919 % 26003) / 100000
    longitude = 126.77 + (number * 104729 % 40009) / 100000
    used = number // 25 % 2
    district = DISTRICTS[number // 5 % 5]
    return {
        "STORE_SEQ_NO": float(number + 1000),
        "STORE_NAME": f"책방 {number} {day}",
        "GU_CODE": "313",
        "CODE_VALUE": district,
        "ADRES": f"{district} 책방로 {number}",
        "TEL_NO": f"02-300-{number % 10000:04d}",
        "HMPG_URL": "",
        "STORE_TYPE": "0001" if used else "0002",
        "STORE_TYPE_NAME": "헌책방      " if used else "새책방      ",
        "XCNTS": repr(round(latitude, 5)),
        "YDNTS": repr(round(longitude, 5)),
        "SNS": f"https://www.example.com/shop{number}",
    }


def rows(count, day="new"):
    """The first `count` places as of a day."""
    return [row(number, day) for number in range(count)]


def encode(document):
    """A JSON document as the service writes it: blanks after separators, Korean text unescaped."""
    return json.dumps(document, ensure_ascii=False).encode()


def page(some_rows, total, service=SERVICE):
    """A good page."""
    return encode({service: {"list_total_count": total, "RESULT": OK, "row": some_rows}})


def result(code, message=None):
    """A top-level RESULT, the form of INFO-200 and of errors."""
    return encode({"RESULT": {"CODE": code, "MESSAGE": MESSAGES.get(code, code) if message is None else message}})


def result_within(code):
    """A RESULT inside the service's own object."""
    return encode({SERVICE: {"RESULT": {"CODE": code, "MESSAGE": MESSAGES.get(code, code)}}})


def result_xml(code, message=None):
    """A RESULT as XML, which the service sends for a bad key or range even on a json request."""
    text = MESSAGES.get(code, code) if message is None else message
    return f"<RESULT><CODE>{code}</CODE><MESSAGE><![CDATA[{text}]]></MESSAGE></RESULT>".encode()


def page_xml(some_rows, total):
    """A good page as XML."""
    def element(name, value):
        text = str(value).replace("&", "&amp;").replace("<", "&lt;")
        return f"<{name}>{text}</{name}>"

    body = "".join("<row>" + "".join(element(*pair) for pair in one.items()) + "</row>" for one in some_rows)
    head = f"<list_total_count>{total}</list_total_count><RESULT>" + "".join(
        element(*pair) for pair in OK.items()) + "</RESULT>"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{SERVICE}>{head}{body}</{SERVICE}>'.encode()


HTML = ("<!DOCTYPE html><html><head><title>시스템 점검 안내</title></head>"
        "<body><h1>서비스 점검 중입니다</h1></body></html>").encode()


def listing(some_rows):
    """The listing of a catalog with exactly these rows: by reference its name, latitude and longitude."""
    return {
        f"seoul-bookstores/{int(one['STORE_SEQ_NO'])}":
            (one["STORE_NAME"], float(one["XCNTS"]), float(one["YDNTS"]))
        for one in some_rows
    }

package import GeocliText

/// The Korean words that tables show for codes in the data. All other formats have the codes themselves.
package enum CodeWords {
    /// Returns the text that a table in `language` shows for a code in the column `key`.
    package static func text(_ code: String, in key: String, _ language: Language) -> String {
        language == .korean ? word(code, in: key) ?? code : code
    }

    /// Returns the Korean word for a code in the column `key`; nil for values that are not codes.
    static func word(_ code: String, in key: String) -> String? {
        korean[key]?[code] ?? (flags.contains(key) ? truth[code] : nil)
    }

    static func code(_ word: String, in key: String) -> String? {
        korean[key]?.first { $0.value == word }?.key
            ?? (flags.contains(key) ? truth.first { $0.value == word }?.key : nil)
    }

    private static let flags: Set<String> = ["kept", "visible", "cluster", "colocated", "in_force", "removed"]
    private static let truth = ["true": "예", "false": "아니요"]

    private static let korean = [
        "kind": ["new": "새책", "used": "헌책", "other": "기타"],
        "what": [
            "added": "신규", "changed": "변경", "moved": "이전", "removed": "피드에 없음", "closed": "폐점",
            "returned": "재등록",
            "correction": "정정", "issue": "이슈",
        ],
        "outcome": outcomes, "ending": outcomes,
        "failure": ["network": "네트워크", "key": "인증키", "page": "페이지"],
        "reason": rejections,
        "ok": ["true": "정상", "false": "이상"],
        "level": ["ok": "정상", "alarm": "주의", "fault": "오류"],
        "match": matches,
        "role": ["land": "육지", "park": "공원", "water": "물", "road": "도로", "rail": "철도"],
        "point_source": ["feed": "피드", "correction": "정정"],
        "source": [
            "default": "기본값", "option": "옵션", "environment": "환경 변수", "file": "설정 파일", "config": "설정 파일",
        ],
        "rule": [
            "name-phone": "이름·전화", "name-road": "이름·도로명", "name-near": "이름·거리", "core-phone": "줄인 이름·전화",
            "part-phone": "비슷한 이름·전화", "core-near": "줄인 이름·거리",
        ],
        "state": [
            "found": "찾음", "accepted": "확인", "rejected": "거절", "applied": "적용", "retired": "반영됨", "conflict": "충돌",
            "withdrawn": "철회",
        ],
        "field": fields, "check": checks,
    ]

    private static let outcomes = [
        "published": "반영", "unchanged": "변경 없음", "refused": "거부", "network-failed": "네트워크 실패", "key-failed": "인증키 실패",
        "page-failed": "페이지 오류", "failed": "실패",
        "added": "추가", "same": "이미 있음", "conflict": "충돌", "retired": "반영됨", "ended": "적용 안 함", "merged": "합침",
        "withdrawn": "철회", "reopened": "다시 열림", "pending": "대기",
    ]

    private static let rejections = [
        "no-id": "번호 없음", "no-name": "이름 없음", "id-clash": "번호 중복", "not-a-row": "행이 아님", "bad-encoding": "깨진 글자",
        "malformed": "형식 오류", "coordinate-missing": "좌표 없음",
        "coordinate-unreadable": "좌표를 읽을 수 없음", "coordinate-out-of-range": "좌표 범위 초과",
        "coordinate-swapped": "위도와 경도 바뀜",
        "coordinate-outside-area": "범위 밖 좌표",
    ]

    private static let matches = [
        "exact": "이름 일치", "prefix": "앞부분 일치", "substring": "이름에 포함", "spacing": "띄어쓰기 무시", "initials": "초성",
        "words": "단어 일치",
        "mixed": "여러 항목 일치", "address": "주소", "phone": "전화번호", "typo": "오타", "partial": "입력 중", "spaced": "띄어쓰기 없음",
        "fewer": "일반 단어 제외", "keyboard": "한/영 키", "romanized": "로마자",
    ]

    private static let fields = [
        "name": "이름", "kind": "종류", "district": "자치구", "address": "주소", "phone": "전화", "phone_raw": "전화 원문",
        "website": "웹사이트", "website_raw": "웹사이트 원문", "sns": "SNS", "point": "좌표", "point_source": "좌표 출처",
        "closed": "폐점",
    ]

    private static let checks = [
        "file": "파일", "references": "참조", "constraints": "제약 조건", "point-index": "위치 색인",
        "values": "값", "search-index": "검색 색인", "outlines": "자치구 경계", "ground": "바탕 지도", "landmarks": "기준점",
        "links": "연결",
        "issues": "이슈", "kept-pages": "보관한 페이지",
        "triggers": "트리거", "views": "뷰",
        "run-numbers": "실행 번호", "listed-total": "목록의 수", "run-totals": "실행별 전체", "run-changes": "실행별 변경",
        "run-rejects": "실행별 제외", "history": "이력", "corrections": "정정",
    ]
}

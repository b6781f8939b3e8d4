internal import GeocliText

/// Guesses what the columns of a page without a declaration contain, by names that Korea's portals use. A person must
/// confirm each guess.
struct DraftFields {
    private let rows: DraftRows

    init(_ rows: DraftRows) { self.rows = rows }

    private static let ids = [
        "관리번호", "mngno", "mgtno", "상가업소번호", "bizesid", "esntlid", "stationid", "rentid", "대여소번호", "bldnid", "역사id",
        "objectid",
        "고유번호", "일련번호", "id",
    ]
    private static let idEndings = ["seqno", "일련번호", "관리번호", "고유번호", "id", "idx", "번호", "연번", "num", "no"]
    /// Parts of the names of columns whose numbers are not ids.
    private static let notIDs = ["전화", "우편", "팩스", "rnum", "rownum", "순번", "tel", "phone", "fax", "zip", "contact"]
    private static let names = [
        "placename", "사업장명", "bplcnm", "상호명", "bizesnm", "도서관명", "lbrrynm", "lbrryname", "fcltynm", "facname", "시설명",
        "문화시설명",
        "contsname",
        "bizplcnm", "facltnm", "schulnm", "namesprimary", "stationname", "보관소(대여소)명", "rentnm", "역사명", "역명", "bldnnm",
        "storename", "title", "명칭", "이름", "업소명", "name",
        "건물명",
    ]
    private static let nameEndings = ["명", "nm", "name", "명칭"]
    /// Parts of the names of columns that name something other than the place.
    private static let notNames = [
        "시도", "시군구", "자치구", "구명", "구명칭", "gu", "ctprvn", "signgu", "sigungu", "동명", "dong", "도로명", "기관", "instt",
        "institution",
        "업종", "분류", "구분", "유형", "상태", "stts", "서비스", "노선", "업태", "지점", "brch", "영문", "한자", "se", "lclas", "mlsfc",
        "inds",
        "ksic", "관리", "부서", "종류", "시군", "읍면", "행정", "rdn", "road", "addr", "adres", "주소", "category", "group",
        "region", "owner", "user", "author",
    ]
    private static let addresses = [
        "roadaddressname", "roadaddress", "addressroad", "roadaddr", "refineroadnmaddr", "orgrdnma",
        "도로명주소", "소재지도로명주소", "도로명전체주소", "roadnmaddr", "rdnmadr", "rdnwhladdr", "fcltyroadnmaddr", "addrnew",
        "addressnew", "adres", "addr", "address", "addressname", "addressparcel", "fulladdress", "streetaddress",
        "street",
        "addr1",
        "refinelotnoaddr",
        "주소", "상세주소", "공원주소", "staadd1", "소재지", "지번주소", "소재지지번주소", "소재지전체주소", "lotnoaddr", "lnmadr", "lnoadr",
        "sitewhladdr", "addrold",
        "구주소", "역사도로명주소",
    ]
    private static let phones = [
        "전화번호", "도서관전화번호", "소재지전화번호", "소재지전화", "telno", "tel", "phone", "phonenumber", "contactpoint", "phne",
        "sitetel", "telephone", "orgtelno", "연락처",
        "역사전화번호",
    ]
    private static let districts = [
        "자치구", "시군구명", "구명", "구명칭", "signgunm", "guname", "codevalue", "staloc", "sigungunm", "sigunnm",
    ]
    private static let websites = [
        "홈페이지", "홈페이지주소", "홈페이지url", "hmpgurl", "homepage", "homepageurl", "website", "hmpgadres",
    ]
    private static let statuses = ["영업상태코드", "영업상태구분코드", "salssttscd", "trdstategbn"]
    private static let kinds = [
        "storetype", "subjcode", "lclasnm", "주제분류", "업태구분명", "bzstatsenm", "uptaenm", "lbrryse", "lbrrysename", "도서관유형",
        "도서관구분명",
        "유형", "분류", "구분", "종류",
    ]

    private func first(_ known: [String], where fits: (DraftColumn) -> Bool = { $0.filledCount > 0 }) -> DraftColumn? {
        all(known, where: fits).first
    }

    private func all(_ known: [String], where fits: (DraftColumn) -> Bool = { $0.filledCount > 0 }) -> [DraftColumn] {
        known.compactMap { word in
            direct.first { $0.key == word && fits($0) }
                // A value inside of another one may belong to something else, as `category.name` does.
                ?? inner.first { column in
                    (column.key == word || column.innerKey == word) && fits(column)
                        && !Self.notInner.contains(where: column.key.contains)
                }
        }
    }

    private var direct: [DraftColumn] { rows.columns.filter { $0.innerKey == nil } }
    private var inner: [DraftColumn] { rows.columns.filter { $0.innerKey != nil } }

    /// Parts of the paths of values that do not belong to the place itself.
    private static let notInner = [
        "category", "group", "region", "owner", "user", "author", "parent", "city", "country",
    ]

    /// The column whose name looks like the name of an id and that has a different value in each row.
    var id: DraftColumn? {
        let isUnique = { (column: DraftColumn) in
            let key = column.key
            // CKAN's and Esri's databases give these keys to their rows.
            let isOfDatabase = ["_id", "attributes.OBJECTID"].contains(column.name)
            return column.isUnique(among: rows.rowCount) && (!column.isRunning || isOfDatabase)
                && column.innerKey == nil
                && !Self.notIDs.contains(where: key.contains)
        }
        if let known = first(Self.ids, where: isUnique) { return known }
        return Self.idEndings.lazy.compactMap { ending in
            rows.columns.first { $0.key.hasSuffix(ending) && isUnique($0) }
        }.first
    }

    /// The column whose name looks like the name of an id but that only counts the rows: 1, 2, 3 …
    var runningID: DraftColumn? {
        rows.columns.first { column in
            column.isRunning && (Self.ids + Self.idEndings).contains(where: column.key.hasSuffix)
        }
    }

    /// The column with the name of a place.
    var name: DraftColumn? {
        if let known = first(Self.names) { return known }
        return direct.first { column in
            let key = column.key
            return column.filledCount > 0 && column.numberCount == 0 && Self.nameEndings.contains(where: key.hasSuffix)
                && !Self.notNames.contains(where: key.contains)
        }
    }

    /// The columns with addresses; road addresses come first.
    var address: [DraftColumn] { all(Self.addresses) }
    /// The column with the phone number.
    var phone: DraftColumn? { first(Self.phones) }
    /// The column with the district that a row states.
    var district: DraftColumn? { first(Self.districts) }
    /// The column with the web address.
    var website: DraftColumn? { first(Self.websites) }
    /// The column that says whether a place is open.
    var status: DraftColumn? { first(Self.statuses) }
    /// The column with few different values, which may be kinds.
    var kind: DraftColumn? { first(Self.kinds) { $0.filledCount > 0 && !$0.hasMoreTexts } }
}

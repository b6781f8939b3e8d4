internal import GeocliText

/// Messages about files that are not the kind of page that a declaration describes.
extension IngestError {
    var fileWords: Words {
        switch code {
        case .notText(let advice):
            Words(en: "\(page) \(advice.en)", ko: "\(page)\(.topic) \(advice.ko)")
        case .missingColumn(let name, let found):
            Words(
                en:
                    "\(page) has no column \(shown(name)); its first line has \(list(found)); check encoding, delimiter, header and the column names in the declaration",
                ko:
                    "\(page)에 \(shown(name)) 열이 없습니다. 첫 줄은 \(list(found))입니다. 선언의 encoding, delimiter, header와 열 이름을 확인하세요"
            )
        case .repeatedColumn(let name):
            Words(
                en:
                    "\(page) has the column \(shown(name)) twice, so geocli can't know which one is meant; rename one in the first line",
                ko: "\(page)에 \(shown(name)) 열이 두 번 있어 어느 쪽인지 알 수 없습니다. 첫 줄에서 한쪽의 이름을 바꾸세요")
        case .cutOff(let fields, let columns):
            Words(
                en:
                    "\(page) is cut off: its last line has \(fields) of \(columns) fields and no line end; fetch the file again",
                ko: "\(page)\(.subject) 잘렸습니다: 마지막 줄에 필드 \(columns)개 가운데 \(fields)개만 있고 줄바꿈이 없습니다. 다시 받으세요")
        default:
            Words(
                en: "\(page) holds JSON, but the declaration says format = \"csv\"; declare json, or give the CSV file",
                ko: "\(page)\(.topic) JSON인데 선언은 format = \"csv\"입니다. json으로 선언하거나 CSV 파일을 지정하세요")
        }
    }

    var draftWords: Words {
        switch code {
        case .noEncoding:
            Words(
                en: "\(page) is not text in UTF-8 or CP949; give a page as the service sent it",
                ko: "\(page)\(.topic) UTF-8이나 CP949로 된 텍스트가 아닙니다. 서비스가 보낸 페이지를 그대로 쓰세요")
        case .tooLong:
            Words(
                en: "\(page) is larger than 16 MiB; give only one saved page",
                ko: "\(page)\(.subject) 16MiB보다 큽니다. 저장한 페이지 하나만 쓰세요")
        case .noRowsFound:
            Words(
                en: "\(page) has no list of rows; save an answer that has rows",
                ko: "\(page)에 행 목록이 없습니다. 행이 있는 응답을 저장하세요")
        case .noTable:
            Words(
                en:
                    "\(page) is neither JSON nor XML, nor a table with commas, tabs, bars or semicolons; give a page as the service sent it",
                ko: "\(page)\(.topic) JSON도 XML도, 쉼표·탭·세로줄·세미콜론으로 나눈 표도 아닙니다. 서비스가 보낸 페이지를 그대로 쓰세요")
        default:
            Words(
                en:
                    "\(page) is GeoJSON, which needs no declaration; read it with 'geocli ingest' (see 'geocli ingest --help')",
                ko: "\(page)\(.topic) GeoJSON이라 선언이 필요 없습니다. 'geocli ingest'로 바로 수집하세요('geocli ingest --help' 참고)")
        }
    }

    private func list(_ names: [String]) -> String {
        let shown = names.prefix(4).map { DisplayText.shown($0, columns: 40) }
        return shown.joined(separator: ", ") + (names.count > 4 ? ", …" : "")
    }
}

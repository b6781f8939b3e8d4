internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// The twelve commands that `geocli` alone shows, in the order in which a person needs them: get the data, find a place,
/// take it along, watch the data, and serve it to others. 'geocli help all' lists every command.
enum EverydayCommands {
    /// Each command with one line about it, which fits on a terminal of 60 columns.
    static let all: [(command: any ParsableCommand.Type, line: Words)] = [
        (
            IngestCommand.self,
            Words(en: "Get places: the sample, live data or your file.", ko: "장소를 받습니다: 샘플, 실제 데이터, 내 파일.")
        ),
        (NearCommand.self, Words(en: "Find the places nearest to a position.", ko: "가까운 장소를 찾습니다.")),
        (
            SearchCommand.self,
            Words(en: "Find places by name, address or phone.", ko: "이름, 주소, 전화번호로 장소를 찾습니다.")
        ),
        (
            InsideCommand.self,
            Words(en: "List the places in a district or an area.", ko: "자치구나 다각형 안의 장소를 보여 줍니다.")
        ),
        (
            ListCommand.self,
            Words(en: "List all places, or those of one kind.", ko: "모든 장소나 조건에 맞는 장소를 보여 줍니다.")
        ),
        (ShowCommand.self, Words(en: "Show everything about one place.", ko: "장소 하나의 정보를 모두 보여 줍니다.")),
        (MapCommand.self, Words(en: "Make a map page for the browser.", ko: "브라우저로 여는 지도를 만듭니다.")),
        (
            ExportCommand.self,
            Words(en: "Write a file for QGIS and other map tools.", ko: "QGIS 같은 지도 프로그램용 파일을 만듭니다.")
        ),
        (
            MineCommand.self,
            Words(en: "Keep your own marks, notes and visits.", ko: "가고 싶은 곳, 책과 구절, 방문을 기록합니다.")
        ),
        (
            ChangesCommand.self,
            Words(en: "See what is new, different or missing.", ko: "새로 생긴 곳, 바뀐 곳, 빠진 곳을 보여 줍니다.")
        ),
        (
            StatusCommand.self,
            Words(en: "See how old the data is and what to do next.", ko: "데이터의 날짜와 다음에 할 일을 보여 줍니다.")
        ),
        (ServeCommand.self, Words(en: "Answer apps and web pages over HTTP.", ko: "앱과 웹 페이지에 HTTP로 데이터를 제공합니다.")),
    ]
}

/// Commands that a user may look for under another name.
enum RenamedCommand {
    /// Words that a user may try for a command with another name.
    static let names = [
        "rejects": "runs RUN", "districts": "layers", "base": "layers", "plan": "batch", "run": "batch run",
    ]

    /// Returns the error for the argument COMMAND of a command if it names a command that has another name; nil for any
    /// other word.
    static func error(_ argument: String) -> UsageError? {
        guard let word = argument.split(separator: " ").first.map(String.init), let name = names[word] else {
            return nil
        }
        return ValueArgument.wrong("COMMAND", argument, en: "did you mean \(name)?", ko: "혹시 \(name)인가요?")
    }
}

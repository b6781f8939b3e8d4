import GeocliText
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct SearchGuessesTests {
    private static let rows = [
        Row(name: "책방 이음", address: "서울 종로구 대학로 12", district: "종로구", phone: "02-766-1991", id: 1),
        Row(name: "동네서점", address: "서울 마포구 와우산로 3", district: "마포구", id: 2),
        Row(name: "캘린더 북스", address: "서울 관악구 신림로 5", district: "관악구", id: 3),
        Row(name: "Book Cafe", address: "서울 중구 필동", district: "중구", id: 4),
    ]

    private func guesses(_ text: String, _ rows: [Row] = rows) throws -> SearchGuesses {
        SearchGuesses(try #require(SearchText(text)), original: text, in: MemoryPostings(rows))
    }

    private func isMatched(_ reading: SearchReading, _ rows: [Row] = rows) -> Bool {
        rows.contains { $0.withFields(reading.kind) != nil }
    }

    private func first(_ text: String, _ rows: [Row] = rows) throws -> SearchReading? {
        try guesses(text, rows).first { isMatched($0, rows) }
    }

    @Test(
        arguments: [
            ("책바", .partial, "책방"), ("책방 이으", .partial, "책방 이음"), ("동네섲", .partial, "동네서ㅈ"), ("챡방 이음", .typo, "책방 이음"),
            ("캘린터", .typo, "캘린더"), ("동네사점", .typo, "동네서점"), ("bok", nil, ""), ("boko cafe", .typo, "book cafe"),
            ("캘린더,북스마", nil, ""),
            ("종로책방", .spaced, "종로 책방"), ("마포동네", .spaced, "마포 동네"), ("신림캘린더", .spaced, "신림 캘린더"),
            ("와우삼로", .typo, "와우산로"),
            ("corqkd", .keyboard, "책방"), ("CORQKD", .keyboard, "책방"), ("corqk", .keyboard, "책방"),
            ("ㅠㅐㅐㅏ", .keyboard, "book"),
            ("chaekbang", .romanized, "책방"), ("sillim", .romanized, "신림"),
            ("daehangno chaekbang", .romanized, "대학로 책방"), ("daehakro", .romanized, "대학로"),
            ("chaekbang mapo", nil, ""), ("mapo seojeom", .romanized, "mapo 서점"), ("xyzzy", nil, ""), ("!!!", nil, ""),
            ("99999", nil, ""),
        ] as [(String, MatchKind?, String)])
    func aTextIsReadAs(text: String, guess: MatchKind?, folded: String) throws {
        let reading = try first(text)
        #expect(reading?.guess == guess, "\(String(describing: reading?.texts.map(\.folded)))")
        #expect(
            guess == nil || reading?.texts.contains { $0.folded == folded } ?? false,
            "\(String(describing: reading?.texts.map(\.folded)))")
    }

    @Test func aShortWordIsNotChangedWithinWords() throws {
        // 리터 is one letter from 리더, which only 캘리더 contains.
        #expect(try first("리터", [Row(name: "캘리더")]) == nil)
        #expect(try first("리터", [Row(name: "캘 리더")])?.guess == .typo)
        #expect(try first("- 리터", [Row(name: "캘리더")]) == nil)
        #expect(try first("리터--", [Row(name: "캘리더")]) == nil)
        #expect(try first("-리터", [Row(name: "캘 -리더")])?.texts.map(\.folded) == ["-리더"])
    }

    @Test func namesOneLetterApartComeBeforeBlanksAndThoseBeforeAddresses() throws {
        let name = Row(name: "마포잭방", id: 5)
        let place = Row(name: "책방", address: "마포로", id: 6)
        let address = Row(name: "가나", address: "마포잭방길", id: 7)
        #expect(try first("마포책방", [name, place, address])?.texts.map(\.folded) == ["마포잭방"])
        #expect(try first("마포책방", [place, address])?.guess == .spaced)
        // Words that name a kind of place are left out before addresses are searched.
        #expect(try first("마포책방", [address])?.guess == .fewer)
        #expect(try first("마포잭발", [address])?.guess == .typo)
    }

    @Test func aGuessThatMatchesEndsTheSearchForOthers() throws {
        // Unfinished, one letter apart and typed on another keyboard at once.
        let unfinished = Row(name: "책방들", id: 1)
        let slip = Row(name: "책비", id: 2)
        #expect(try first("책바", [unfinished, slip])?.guess == .partial)
        #expect(try first("책바", [slip])?.guess == .typo)
        let keyboard = Row(name: "책방", id: 3)
        #expect(try first("corqkd", [keyboard, Row(name: "corqka", id: 4)])?.guess == .typo)
        // `dud` is the keys of 영 and a spelling of 둗.
        let typed = Row(name: "영", id: 5)
        let spelled = Row(name: "둗", id: 6)
        #expect(try first("dud", [typed, spelled])?.guess == .keyboard)
        #expect(try first("dud", [spelled])?.guess == .romanized)
    }

    @Test func guessesAreTriedInTheirOrder() throws {
        let rows = Self.rows + [Row(name: "마포 책방", address: "마포 책방로 서머", id: 5)]
        for text in ["마포책바", "마포챡방", "tjaj", "corqk", "tjwja", "mapochaekbang", "sillim"] {
            var tried: [Int] = []
            let none = try guesses(text, rows).first { reading in
                #expect(reading.texts.count == 1)
                let kinds: [MatchKind?] = [.partial, .typo, .spaced, .fewer, nil, .keyboard, .romanized]
                let isLateTypo = reading.guess == .typo && !reading.isForNames
                tried.append(isLateTypo ? 4 : kinds.firstIndex(of: reading.guess) ?? -1)
                return false
            }
            #expect(none == nil)
            #expect(!tried.isEmpty && tried == tried.sorted(), "\(text): \(tried)")
            #expect(!tried.contains(-1))
        }
    }

    @Test func onlyTextsThatMatchAreKept() throws {
        // These names contain two of the later forms of 바.
        let rows = [Row(name: "책방", id: 1), Row(name: "책밭", id: 2), Row(name: "밥책", id: 3)]
        let reading = try #require(try first("책바", rows))
        #expect(Set(reading.texts.map(\.folded)) == ["책방", "책밭"])
        #expect(rows.map { $0.withFields(reading.kind) } == [.exact, .exact, nil])
        let one = try guesses("책바", rows).first { reading in reading.texts == [SearchText("책밭")] }
        #expect(one?.texts.map(\.folded) == ["책밭"])
    }

    @Test func wordsThatNoRowHasAreNotTried() throws {
        var tried: Set<String> = []
        _ = try guesses("챡방").first { reading in
            if reading.guess == .typo { tried.formUnion(reading.texts.map(\.folded)) }
            return false
        }
        #expect(tried == ["책방"])
    }

    @Test func anEmptyIndexGivesNoGuess() throws {
        for text in ["책바", "챡방", "종로책방", "sillim", "mapo", "-"] { #expect(try first(text, []) == nil, "\(text)") }
    }

    /// Eight readings of each word would make more texts than fit in memory.
    @Test func spellingsOfManyWordsDoNotMultiplyWithoutEnd() throws {
        let rows = [Row(name: "대오 다어 신림 실림 실임")]
        let words = ["daeo", "sillim", "daeo", "책방", "sillim", "dareum"]
        let text = words.joined(separator: " ")
        var tried = 0
        _ = try guesses(text, rows).first { reading in
            if reading.guess == .romanized { tried += 1 }
            return false
        }
        #expect(1...32 ~= tried)
    }

    @Test func longTextsAreNoTrouble() throws {
        for part in ["책", "책방 ", "a", "sillim ", "ㅊ", "- ", "corqkd ", "0"] {
            let guess = try first(String(repeating: part, count: 4096 / part.utf8.count))?.guess
            #expect([nil, .keyboard, .romanized].contains(guess), "\(part)")
        }
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct FoldedFieldsTests {
    private func lines(_ text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            let fields = FoldedFields(bytes)
            return [fields.name, fields.squeezedName, fields.address, fields.district, fields.phone].map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    @Test(arguments: [
        (Row(name: "책방 이음", address: "서울 종로구 1-2", district: "종로구", phone: "02-1"), "책방 이음\n책방이음\n서울종로구12\n종로구\n021\n"),
        (Row(name: "책방"), "책방\n\n\n\n\n"), (Row(name: ""), "\n\n\n\n\n"), (Row(name: "..."), "...\n\n\n\n\n"),
        (Row(name: "A\nB\tＣ\u{0}", address: "\n\n", district: "\u{2028}", phone: "\n"), "a b c\nabc\n\n\n\n"),
    ])
    func theTextHasALineForEachField(row: Row, text: String) { #expect(row.text == text) }

    @Test(arguments: [
        ("02-3435-0950, 0956", "0234350950;0956"), ("(02) 325.1984", "023251984"), ("02-325-1984~5", "023251984;5"),
        ("", ""),
        ("없음", ""), ("전화 02-1", "021"), ("02/1/", "02;1"), ("1;2", "1;2"), ("٣ 1", "1"), ("1,,,\n2", "1;2"),
        ("１２", "12"), ("+44 (0)20 7946", "440207946;44207946"), ("+44 (20) 7946", "44207946"),
        ("(0)20+1", "020;1;20;1"),
    ])
    func numbersOfSeveralPhonesAreApart(phone: String, numbers: String) {
        #expect(FoldedFields.numbers(phone) == numbers)
    }

    /// Plain text is folded by its bytes; the way through characters must give the same result.
    @Test func plainTextIsFoldedAsAnyOther() {
        var plain = 0
        for seed in UInt64(1)...2000 {
            var random = RandomRows(seed: seed)
            let tokens = [
                "책", "방", "가", "힣", "\u{D780}", "\u{D77F}", "Ab", "Z", "0", "9", " ", " ", "\t", "-", "(", "_", "\u{0}",
                "\u{7F}",
            ]
            func text() -> String { (0..<random.number(0...9)).compactMap { _ in random.pick(tokens) }.joined() }
            let isPlain = seed % 2 == 0
            let row = random.row()
            let name = isPlain ? text() : row.name
            let address = isPlain ? text() : row.address
            let phone = (row.phone ?? "") + (isPlain ? text() : "")
            let found = FoldedFields.text(name: name, address: address, district: row.district, phone: phone)
            let wanted = FoldedFields.foldedText(name: name, address: address, district: row.district, phone: phone)
            #expect(Array(found.utf8) == Array(wanted.utf8), "seed \(seed): \(name.debugDescription)")
            plain += name.unicodeScalars.allSatisfy { $0.isASCII || 0xAC00...0xD77F ~= $0.value } ? 1 : 0
        }
        #expect(plain > 800)
    }

    @Test func textsOverTheLimitOfFoldingAreCut() {
        for count in [4095, 4096, 4097] {
            let long = String(repeating: "a", count: count - 1) + "1"
            for index in 0..<4 {
                let texts = (0..<4).map { $0 == index ? long : "책 1" }
                let found = FoldedFields.text(name: texts[0], address: texts[1], district: texts[2], phone: texts[3])
                let wanted = FoldedFields.foldedText(
                    name: texts[0], address: texts[1], district: texts[2], phone: texts[3])
                #expect(found == wanted, "\(count) bytes in field \(index)")
            }
        }
    }

    @Test func fieldsAreReadAsTheyWereWritten() {
        for seed in UInt64(1)...2000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let written = row.text
            #expect(written.utf8.count { $0 == 0x0A } == 5, "seed \(seed)")
            let read = lines(written)
            let same = [read[0], read[1] == read[0] ? "" : read[1]] + read[2...]
            #expect(same.map { $0 + "\n" }.joined().utf8.elementsEqual(written.utf8), "seed \(seed): \(row)")
        }
    }

    @Test func aNameWithoutLettersStandsForItsSqueezedForm() {
        #expect(lines(Row(name: "☆ ☆").text)[...1] == ["☆ ☆", "☆ ☆"])
        #expect(lines(Row(name: "책").text)[...1] == ["책", "책"])
        #expect(lines(Row(name: "책 방").text)[...1] == ["책 방", "책방"])
    }

    @Test func missingLinesAreEmptyFields() {
        #expect(lines("") == ["", "", "", "", ""])
        #expect(lines("책") == ["책", "책", "", "", ""])
        #expect(lines("책 방\n책방\n주소") == ["책 방", "책방", "주소", "", ""])
        #expect(lines("\n\n\n\n\n\n\nx") == ["", "", "", "", ""])
        let none = FoldedFields(UnsafeBufferPointer(start: nil, count: 0))
        #expect(none.name.isEmpty && none.phone.isEmpty && none.nameLength == 0)
    }

    @Test func theLengthOfANameIsInCharacters() {
        for (name, length) in [("", 0), ("책방 이음", 5), ("Café", 4), ("😀a", 2), ("漢字", 2)] {
            #expect(Row(name: name).withFields(\.nameLength) == length)
        }
        for seed in UInt64(1)...500 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let line = row.text.unicodeScalars.prefix { $0 != "\n" }
            #expect(row.withFields(\.nameLength) == line.count, "seed \(seed)")
        }
    }

    // MARK: Looking into bytes

    @Test func bytesHoldWhatALoopFinds() {
        var found = 0
        for seed in UInt64(1)...4000 {
            var random = RandomRows(seed: seed)
            let letters: [UInt8] = [0x61, 0x62, 0x20, 0x28, 0x5B]
            let whole = (0..<random.number(0...9)).map { _ in random.pick(letters) ?? 0 }
            let part = (0..<random.number(1...3)).map { _ in random.pick(letters) ?? 0 }
            let offsets = whole.indices.filter { whole[$0...].starts(with: part) }
            whole.withUnsafeBufferPointer { bytes in
                #expect(bytes.holds(part) == !offsets.isEmpty, "seed \(seed)")
                #expect(bytes.begins(with: part) == offsets.contains(0), "seed \(seed)")
                let isAtStart = offsets.contains { $0 == 0 || [0x20, 0x28, 0x5B].contains(whole[$0 - 1]) }
                #expect(bytes.holdsAtWordStart(part) == isAtStart, "seed \(seed)")
            }
            if !offsets.isEmpty { found += 1 }
        }
        #expect(400...3600 ~= found)
    }

    @Test func noBytesHoldNothing() {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        #expect(!none.holds([1]) && !none.begins(with: [1]) && !none.holdsAtWordStart([1]) && none.scalars.isEmpty)
    }
}

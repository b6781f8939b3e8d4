/// The words of names, addresses and links. None of them was taken from a real place.
enum Vocabulary {
    /// The nouns in the names of places; `english` and `slugs` have the same order.
    static let nouns = WordList(
        """
        달빛 구름 종이배 바람개비 새벽별 노을 물결 숲길 고래 나침반 돌담 모퉁이 다락 책갈피 연필 잉크병 등대 별자리 은하수
        고양이 여우 두더지 부엉이 참새 도토리 솔방울 단풍잎 동백 목화 민들레 제비꽃 자두 살구 모과 유자 보리밭 이슬 안개
        첫눈 소나기 무지개 해질녘 일요일 봄볕 편지 종이비행기 우표 엽서 타자기 만년필 라디오 시계탑 우체통 옥상 온돌 찻잔
        보름달 조약돌 풀피리 반딧불 수달 너구리 고슴도치 해바라기 사다리 자전거 돋보기 뜨개실 주전자 양탄자 회전목마 물레방아
        """)

    static let english = WordList(englishText)

    /// The nouns as written in a link.
    static let slugs = WordList(englishText.lowercased())

    static let modifiers = WordList(
        """
        느린 조용한 작은 푸른 오래된 잠든 걷는 졸린 둥근 반가운 수줍은 하얀 외딴 기울어진 따뜻한 게으른 낡은 웃는 꿈꾸는
        낮은 깊은 맑은 심심한 노래하는 떠도는 늦은
        """)

    static let englishModifiers = WordList(
        "Slow Quiet Little Blue Sleepy Round Shy White Crooked Warm Lazy Laughing Wandering Late Second Paper")

    static let newShops = WordList("책방 서점 서가 문고 북스 서림 책가게 책다락 글방 서재")

    static let usedShops = WordList("헌책방 헌책 고서점 중고책방 옛책방 헌책서가")

    static let englishShops = WordList(["Books", "Bookshop", "Book Room", "Pages", "Paper Shop", "Library & Tea"])

    /// Streets that do not exist in any town.
    static let roads = WordList(
        """
        책갈피로 종이배로 잉크샘로 연필깎이로 느린걸음로 글월마당로 쉼표로 마침표로 느낌표로 물음표로 머리말로 꼬리말로 첫문장로
        낱말밭로 이야기샘로 붓끝로 먹물내로 글자비로 두루마리로 겉표지로 속표지로 차례로 각주로 여백로
        """)

    static let floors = WordList(["1층", "2층", "3층", "지하 1층", "101호", "B1", "쉼표빌딩", "쪽빛상가 2층", "204호 (여백동)"])

    private static let englishText =
        """
        Moonlight Cloud Paperboat Pinwheel Dawnstar Sunset Ripple Woodpath Whale Compass Stonewall Corner Attic Bookmark
        Pencil Inkwell Lighthouse Starsign Milkyway Cat Fox Mole Owl Sparrow Acorn Pinecone Maple Camellia Cotton
        Dandelion Violet Plum Apricot Quince Yuzu Barley Dew Mist Firstsnow Shower Rainbow Dusk Sunday Springsun Letter
        Paperplane Stamp Postcard Typewriter Fountainpen Radio Clocktower Postbox Rooftop Ondol Teacup Fullmoon Pebble
        Reedpipe Firefly Otter Raccoon Hedgehog Sunflower Ladder Bicycle Magnifier Yarn Kettle Carpet Carousel Watermill
        """
}

/// A list of words, stored as one sequence of UTF-8 bytes.
///
///     bytes   달 빛 구 름 고 래
///     starts  0     6     12   18
struct WordList: Sendable {
    private var bytes: [UInt8] = []
    private var starts = [0]

    var count: Int { starts.count - 1 }

    /// Makes a list of the words in `text`, which are separated by blanks or line breaks.
    init(_ text: String) {
        self.init(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Makes a list of these words, which may contain blanks.
    init(_ words: [String]) {
        for word in words {
            bytes += word.utf8
            starts.append(bytes.count)
        }
    }

    subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[starts[index]..<starts[index + 1]]
    }
}

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Adds a random element of `words`. Each element has the same chance.
    mutating func append(oneOf words: WordList, using random: inout SplitMix64) {
        append(words[random.below(words.count)])
    }

    /// Adds a number of zero or more in decimal, with leading zeros up to `width` digits.
    mutating func append(decimal number: Int, width: Int = 1) {
        var digits = 1
        var power = 10
        while power <= number {
            digits += 1
            power *= 10
        }
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits, width)))
        var rest = number
        var index = count
        while rest > 0 {
            index -= 1
            self[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Adds `number` / 10^`decimals`. Trailing zeros are removed, except one right after the point.
    mutating func append(fixedPoint number: Int, decimals: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: abs(number), width: decimals + 1)
        insert(UInt8(ascii: "."), at: count - decimals)
        while last == UInt8(ascii: "0"), self[count - 2] != UInt8(ascii: ".") { removeLast() }
    }

    mutating func append(_ word: ArraySlice<UInt8>) {
        append(contentsOf: word)
    }
}

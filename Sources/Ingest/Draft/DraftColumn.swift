internal import GeocliText

/// A column of a page that has no declaration yet: how full it is, and what its values look like.
struct DraftColumn {
    /// The column's name; of a file without a line of names, the number.
    let name: String
    /// The rows with a value.
    private(set) var filledCount = 0
    /// The first value.
    private(set) var example = ""
    /// Up to `maximumTexts` different values, in the order in which they came.
    private(set) var texts: [String] = []
    /// Whether it has more different values than `texts`.
    private(set) var hasMoreTexts = false
    /// The values that are numbers: how many, the smallest and the largest.
    private(set) var numberCount = 0
    private(set) var least = Double.infinity
    private(set) var greatest = -Double.infinity
    /// Whether every number but 0 has digits after its point.
    private(set) var areDecimals = true
    /// The values that are two numbers in one text, and the first of them.
    private(set) var pairCount = 0
    private(set) var firstPair: (Double, Double)?
    private var hashes: Set<Int> = []

    /// Those of `nullTexts` that it has.
    private(set) var nulls: [String] = []

    static let maximumTexts = 12
    /// Texts that mean "none" on Korea's portals.
    private static let nullTexts = ["정보없음", "-", "null", "NULL", "없음"]

    /// The name without case, blanks, low lines and hyphens.
    let key: String

    init(name: String) {
        self.name = name
        key = String(name.lowercased().unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "_" && $0 != "-" })
    }

    /// Whether each row of `rowCount` has a value of its own.
    func isUnique(among rowCount: Int) -> Bool { filledCount == rowCount && hashes.count == rowCount }

    /// Whether its values are 1, 2, 3 …: numbers of rows, which name no place the day after.
    var isRunning: Bool {
        filledCount > 2 && numberCount == filledCount && least == 1 && greatest == Double(filledCount)
    }

    mutating func add(_ value: String) {
        let text = value.trimmingBlanks()
        guard !text.isEmpty else { return }
        if Self.nullTexts.contains(text) {
            if !nulls.contains(text) { nulls.append(text) }
            return
        }
        filledCount += 1
        hashes.insert(text.hashValue)
        if example.isEmpty { example = text }
        if !hasMoreTexts, !texts.contains(text) {
            if texts.count < Self.maximumTexts { texts.append(text) } else { hasMoreTexts = true }
        }
        if let number = DecimalText.number(text) {
            numberCount += 1
            least = min(least, number)
            greatest = max(greatest, number)
            if !text.contains("."), number != 0 { areDecimals = false }
        } else if text.utf8.count < 100 {
            let (x, y) = RowMapping.point(in: text, .xy)
            let other = RowMapping.point(in: text, .yx)
            let first = DecimalText.number(x) == nil ? other.y : x
            let second = DecimalText.number(y) == nil ? other.x : y
            guard let one = DecimalText.number(first), let two = DecimalText.number(second) else { return }
            pairCount += 1
            if firstPair == nil { firstPair = (one, two) }
        }
    }

    /// Whether nearly all values are numbers between two bounds.
    func lies(in range: ClosedRange<Double>) -> Bool {
        numberCount > 0 && numberCount * 10 >= filledCount * 9 && range.contains(least) && range.contains(greatest)
    }
}

/// Rows of a page that has no declaration yet, counted column by column.
struct DraftRows {
    private(set) var columns: [DraftColumn] = []
    private(set) var rowCount = 0
    private var indices: [String: Int] = [:]

    /// The maximum number of columns. A feed of places has fewer, and a hostile file with more must not take long.
    private static let maximumColumns = 2000

    /// Adds a row with its values by column.
    mutating func add(_ row: [(name: String, text: String)]) {
        rowCount += 1
        for (name, text) in row {
            if indices[name] == nil, columns.count < Self.maximumColumns {
                indices[name] = columns.count
                columns.append(DraftColumn(name: name))
            }
            if let index = indices[name] { columns[index].add(text) }
        }
    }

    /// How much these look like the rows of a feed: many rows of many columns.
    var weight: Int { rowCount * columns.count * columns.count }
}

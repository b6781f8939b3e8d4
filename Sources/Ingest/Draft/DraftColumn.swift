internal import GeocliText

/// A column of a page that has no declaration yet: the number of its values, and what they look like.
struct DraftColumn {
    /// The column's name, or its number in a file without a line of names.
    let name: String
    /// The number of rows with a value.
    private(set) var filledCount = 0
    /// The first value.
    private(set) var example = ""
    /// Up to `maximumTexts` different values, in the order in which they came.
    private(set) var texts: [String] = []
    /// Whether the column has more different values than `texts` contains.
    private(set) var hasMoreTexts = false
    /// The number of values that are numbers. `least` and `greatest` are the smallest and the largest of these numbers.
    private(set) var numberCount = 0
    private(set) var least = Double.infinity
    private(set) var greatest = -Double.infinity
    /// Whether every number except 0 has a decimal point.
    private(set) var areDecimals = true
    /// The number of values that are two numbers in one text. `firstPair` is the first such pair.
    private(set) var pairCount = 0
    private(set) var firstPair: (Double, Double)?
    private var hashes: Set<Int> = []

    /// The texts of `nullTexts` that the column has.
    private(set) var nulls: [String] = []

    static let maximumTexts = 12
    /// Texts that mean "none" on Korea's portals.
    private static let nullTexts = ["정보없음", "-", "null", "NULL", "없음"]

    /// The name in lower case, without blanks, underscores, hyphens and dots.
    let key: String
    /// The same of the last part of a path such as `point.x`; nil if the column is not inside of another value.
    let innerKey: String?

    init(name: String, isInner: Bool = false) {
        self.name = name
        // Esri's rows have all their columns in `attributes`.
        let esri = "attributes."
        key = Self.key(!isInner && name.hasPrefix(esri) ? String(name.dropFirst(esri.count)) : name)
        innerKey = isInner ? name.split(separator: ".").last.map { Self.key(String($0)) } : nil
    }

    private static func key(_ name: String) -> String {
        String(
            name.lowercased().unicodeScalars.filter {
                !$0.properties.isWhitespace && $0 != "_" && $0 != "-" && $0 != "."
            })
    }

    /// Whether each of the `rowCount` rows has a different value.
    func isUnique(among rowCount: Int) -> Bool { filledCount == rowCount && hashes.count == rowCount }

    /// Whether the values are 1, 2, 3 and so on. Such values are row numbers, which may belong to other places the next
    /// day.
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
}

/// Rows of a page that has no declaration yet, counted column by column.
struct DraftRows {
    private(set) var columns: [DraftColumn] = []
    private(set) var rowCount = 0
    private var indices: [String: Int] = [:]

    /// The maximum number of columns. A feed of places has fewer, and the limit keeps a hostile file from taking long.
    private static let maximumColumns = 2000

    /// Adds a row with its values by column.
    mutating func add(_ row: [(name: String, text: String)], inner: [(name: String, text: String)] = []) {
        rowCount += 1
        for (name, text) in row { add(name, text, isInner: false) }
        for (name, text) in inner { add(name, text, isInner: true) }
    }

    private mutating func add(_ name: String, _ text: String, isInner: Bool) {
        if indices[name] == nil, columns.count < Self.maximumColumns {
            indices[name] = columns.count
            columns.append(DraftColumn(name: name, isInner: isInner))
        }
        if let index = indices[name] { columns[index].add(text) }
    }

    /// A score for how much the table looks like the rows of a feed. It grows with the number of rows and columns. Rows
    /// that have only values inside of others are a frame.
    var weight: Int {
        columns.contains { $0.innerKey == nil } ? rowCount * columns.count * columns.count : 0
    }
}

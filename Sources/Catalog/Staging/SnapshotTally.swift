internal import GeocliDatabase
internal import GeocliPlaces

/// What the guards want to know of a set of bookstores: how many have which values.
///
/// Memory does not grow with the bookstores: where there are more districts than `mostDistricts`, none is counted here, and
/// `DistrictShifts` counts them in the database.
struct SnapshotTally {
    /// The columns whose filling is watched, by the names that people know them by, in the order in which `columns` has
    /// them.
    private static let watched = [
        (name: "address", column: "address"), (name: "phone", column: "phone"),
        (name: "phone_raw", column: "phone_raw"),
        (name: "website", column: "website"), (name: "website_raw", column: "website_raw"),
        (name: "sns", column: "sns"),
        (name: "point", column: "latitude"),
    ]
    /// A city has dozens; a feed whose districts are all different, or have names of a megabyte, must not fill the memory.
    private static let mostDistricts = (count: 10_000, bytes: 1 << 20)

    /// What `add` reads, from its first column on.
    static let columns = "kind, district, " + watched.map(\.column).joined(separator: ", ")

    private var filled = Array(repeating: 0, count: Self.watched.count)
    private var districtCount = 0
    private var kinds: [TextKey: Int] = [:]
    private var districts: [TextKey: Int] = [:]
    private var lastKind = Run()
    private var lastDistrict = Run()
    private var districtBytes = 0
    /// Whether there are more districts than are counted here.
    private(set) var isOverfull = false

    /// A value that came several times in a row, which is entered at its end.
    private struct Run {
        var value = ""
        var count = 0

        /// Whether the value is the one of this run.
        func isOf(_ row: Statement, _ column: Int32) -> Bool {
            row.withText(column) { value.utf8.elementsEqual($0) }
        }

        /// The same of bytes; none are the empty value.
        func isOf(_ text: UnsafeRawBufferPointer?) -> Bool {
            value.utf8.elementsEqual(text ?? UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// Counts the bookstore of a row whose columns stand from `first` on.
    mutating func add(_ row: Statement, from first: Int32) {
        if !lastKind.isOf(row, first) { beginKind(row.text(first)) }
        lastKind.count += 1
        if !row.isNull(first + 1) {
            districtCount += 1
            if !lastDistrict.isOf(row, first + 1) { beginDistrict(row.text(first + 1)) }
            lastDistrict.count += 1
        }
        for index in filled.indices where !row.isNull(first + 2 + Int32(index)) { filled[index] += 1 }
    }

    /// Counts a bookstore that is being staged.
    mutating func add(_ record: StagedRecord) {
        if !lastKind.isOf(record[.kind]) { beginKind(record.string(.kind)) }
        lastKind.count += 1
        if let district = record[.district] {
            districtCount += 1
            if !lastDistrict.isOf(district) { beginDistrict(record.string(.district)) }
            lastDistrict.count += 1
        }
        for (index, text) in Self.watchedTexts.enumerated() where record[text] != nil { filled[index] += 1 }
        if record.latitude != nil { filled[Self.watchedTexts.count] += 1 }
    }

    /// `watched` in a record; the point is its last.
    private static let watchedTexts: [StagedRecord.Text] = [.address, .phone, .phoneRaw, .website, .websiteRaw, .sns]

    private mutating func beginKind(_ kind: String?) {
        if lastKind.count > 0 { kinds[TextKey(text: lastKind.value), default: 0] += lastKind.count }
        lastKind = Run(value: kind ?? "")
    }

    private mutating func beginDistrict(_ district: String?) {
        enterLastDistrict()
        lastDistrict = Run(value: district ?? "")
    }

    private mutating func enterLastDistrict() {
        guard lastDistrict.count > 0, !isOverfull else { return }
        let key = TextKey(text: lastDistrict.value)
        if districts[key] == nil {
            districtBytes += key.text.utf8.count
            isOverfull = districts.count >= Self.mostDistricts.count || districtBytes > Self.mostDistricts.bytes
            guard !isOverfull else { return districts.removeAll() }
        }
        districts[key, default: 0] += lastDistrict.count
    }

    /// Enters what is still being counted.
    mutating func finish() {
        beginKind(nil)
        beginDistrict(nil)
    }

    /// This set without `gone`, which is part of it, and with `come`; all are finished.
    func changed(without gone: SnapshotTally, with come: SnapshotTally) -> SnapshotTally {
        var changed = self
        for (other, sign) in [(gone, -1), (come, 1)] {
            changed.isOverfull = changed.isOverfull || other.isOverfull
            changed.districtCount += sign * other.districtCount
            for index in filled.indices { changed.filled[index] += sign * other.filled[index] }
            changed.kinds.merge(other.kinds.mapValues { sign * $0 }, uniquingKeysWith: +)
            changed.districts.merge(other.districts.mapValues { sign * $0 }, uniquingKeysWith: +)
        }
        return changed
    }

    /// Writes down how this set differs from the `former` one.
    func report(behind former: SnapshotTally, to counts: inout RunCounts) {
        counts.kinds = Self.shifts(former.kinds, kinds)
        // One that is overfull has counted none.
        counts.districts = isOverfull ? [] : Self.shifts(former.districts, districts)
        let district = RunCounts.Shift(name: "district", former: former.districtCount, now: districtCount)
        let others = Self.watched.indices.map {
            RunCounts.Shift(name: Self.watched[$0].name, former: former.filled[$0], now: filled[$0])
        }
        counts.filled = ([district] + others).sorted { $0.name < $1.name }
    }

    private static func shifts(_ former: [TextKey: Int], _ now: [TextKey: Int]) -> [RunCounts.Shift] {
        Set(former.keys).union(now.keys).sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map {
            RunCounts.Shift(name: $0.text, former: former[$0] ?? 0, now: now[$0] ?? 0)
        }.filter { $0.former + $0.now > 0 }
    }
}

/// Whether bookstores lie on more than one point.
struct PointSpread {
    private var first: (latitude: Double, longitude: Double)?
    private var hasOthers = false
    private var hasSeveral = false

    /// Takes the point of a row, if it has one.
    mutating func add(_ row: Statement, latitude: Int32, longitude: Int32) {
        guard !hasSeveral, !row.isNull(latitude) else { return }
        add(latitude: row.real(latitude), longitude: row.real(longitude))
    }

    /// Takes a point, if there is one.
    mutating func add(latitude: Double?, longitude: Double?) {
        guard !hasSeveral, let latitude, let longitude else { return }
        let point = (latitude: latitude, longitude: longitude)
        hasOthers = hasOthers || first != nil
        hasSeveral = first.map { $0 != point } ?? false
        first = first ?? point
    }

    /// Takes the points of another set.
    mutating func add(_ other: PointSpread) {
        guard let point = other.first else { return }
        hasOthers = hasOthers || other.hasOthers || first != nil
        hasSeveral = hasSeveral || other.hasSeveral || first.map { $0 != point } ?? false
        first = first ?? point
    }

    /// Whether there are two bookstores or more, all on one point.
    var isOnePointOnly: Bool { hasOthers && !hasSeveral }
}

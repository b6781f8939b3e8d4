internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The numbers of places with each value. The guards check these counts.
///
/// Memory does not grow with the number of places. If there are too many districts (`maximumDistricts`), this type
/// counts none of them, and `DistrictShifts` counts them in the database.
struct SnapshotTally {
    /// The columns whose values are counted, with their public names, in the order of `columns`.
    private static let watched = [
        (name: "address", column: "address"), (name: "phone", column: "phone"),
        (name: "phone_raw", column: "phone_raw"),
        (name: "website", column: "website"), (name: "website_raw", column: "website_raw"),
        (name: "sns", column: "sns"),
        (name: "point", column: "latitude"),
    ]
    /// The maximum number of districts, and the maximum size of all their names in bytes. A city has dozens of
    /// districts. But a feed with a different district in each row, or with names of a megabyte, must not fill the
    /// memory.
    private static let maximumDistricts = (count: 10_000, bytes: 1 << 20)

    static let columns = "kind, district, " + watched.map(\.column).joined(separator: ", ")

    private var filled = Array(repeating: 0, count: Self.watched.count)
    private var districtCount = 0
    private var kinds: [TextKey: Int] = [:]
    private var districts: [TextKey: Int] = [:]
    private var recentKinds = RecentValues(count: 64)
    private var recentDistricts = RecentValues(count: 1024)
    private var districtBytes = 0
    /// Whether there are too many districts to count them here.
    private(set) var isOverfull = false

    /// Counts the place of a row whose columns start at `first`.
    mutating func add(_ row: Statement, from first: Int32) {
        row.withText(first) { addKind(UnsafeRawBufferPointer($0)) }
        if let district = row.lent(first + 1) { addDistrict(UnsafeRawBufferPointer(district.bytes)) }
        for index in filled.indices where !row.isNull(first + 2 + Int32(index)) { filled[index] += 1 }
    }

    mutating func add(_ record: StagedRecord) {
        addKind(record[.kind] ?? UnsafeRawBufferPointer(start: nil, count: 0))
        if let district = record[.district] { addDistrict(district) }
        for (index, text) in Self.watchedTexts.enumerated() where record[text] != nil { filled[index] += 1 }
        if record.latitude != nil { filled[Self.watchedTexts.count] += 1 }
    }

    /// The texts of a record for the columns of `watched`. The last of these columns, the point, is not a text.
    private static let watchedTexts: [StagedRecord.Text] = [.address, .phone, .phoneRaw, .website, .websiteRaw, .sns]

    private mutating func addKind(_ kind: UnsafeRawBufferPointer) {
        if let full = recentKinds.count(kind) { enter(kind: full) }
    }

    private mutating func addDistrict(_ district: UnsafeRawBufferPointer) {
        districtCount += 1
        if let full = recentDistricts.count(district) { enter(district: full) }
    }

    private mutating func enter(kind: RecentValues.Counted) {
        kinds[TextKey(text: kind.text), default: 0] += kind.count
    }

    private mutating func enter(district: RecentValues.Counted) {
        guard !isOverfull else { return }
        let key = TextKey(text: district.text)
        if districts[key] == nil {
            districtBytes += key.text.utf8.count
            isOverfull = districts.count >= Self.maximumDistricts.count || districtBytes > Self.maximumDistricts.bytes
            guard !isOverfull else { return districts.removeAll() }
        }
        districts[key, default: 0] += district.count
    }

    /// Adds the recent values to the totals.
    mutating func finish() {
        for kind in recentKinds.takeAll() { enter(kind: kind) }
        for district in recentDistricts.takeAll() { enter(district: district) }
    }

    /// Returns this tally minus `gone` plus `come`. The tally must include `gone`, and all three must be finished.
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

    func report(after former: SnapshotTally, to counts: inout RunCounts) {
        counts.kinds = Self.shifts(former.kinds, kinds)
        // An overfull tally has no districts.
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

/// Notes whether places have one common point or several points.
struct PointSpread {
    private var first: (latitude: Double, longitude: Double)?
    private var hasOthers = false
    private var hasSeveral = false

    mutating func add(_ row: Statement, latitude: Int32, longitude: Int32) {
        guard !hasSeveral, !row.isNull(latitude) else { return }
        add(latitude: row.real(latitude), longitude: row.real(longitude))
    }

    mutating func add(latitude: Double?, longitude: Double?) {
        guard !hasSeveral, let latitude, let longitude else { return }
        let point = (latitude: latitude, longitude: longitude)
        hasOthers = hasOthers || first != nil
        hasSeveral = first.map { $0 != point } ?? false
        first = first ?? point
    }

    mutating func add(_ other: PointSpread) {
        guard let point = other.first else { return }
        hasOthers = hasOthers || other.hasOthers || first != nil
        hasSeveral = hasSeveral || other.hasSeveral || first.map { $0 != point } ?? false
        first = first ?? point
    }

    /// Whether there are at least two places with a point, all at the same point.
    var isOnePointOnly: Bool { hasOthers && !hasSeveral }
}

internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

/// Turns the two numbers of a row into a position, or says why they give no position. The feed declares the axes, the
/// coordinate system and the area. Nothing is guessed, and no value is corrected.
final class PointReader {
    private let feed: Feed
    private let isInDegrees: Bool
    private let divisor: Double
    /// Whether the point 0, 0 counts as an empty field even though the area includes it. In a person's own file, this
    /// point (in the Gulf of Guinea) is taken as an empty field, unless the user states an area.
    private let onlyBothZerosAreEmpty: Bool
    /// The transform to degrees. It is created for the first row that needs it, so a feed in degrees never loads PROJ.
    private var transform: CoordinateTransform?

    /// In meters, two numbers below this value count as empty fields of a form. Without this rule, such a position
    /// could be accepted as real: EPSG:5174 (0, 0) is at 33.478 N, 124.849 E, inside a loose box around Korea.
    private static let emptyMeters = 1000.0

    init(feed: Feed) {
        self.feed = feed
        isInDegrees = feed.crs.isWGS84
        divisor = feed.pointDivisor
        onlyBothZerosAreEmpty = feed.columns.map { $0.area == nil } ?? false
    }

    func point(_ record: FeedRecord) throws -> Result<Coordinate, PointProblem> {
        // Nearly all rows have two plain numbers within the area. The other cases are handled below.
        if let x = record.plainBytes(.x).flatMap(DecimalText.plainNumber),
            let y = record.plainBytes(.y).flatMap(DecimalText.plainNumber),
            !isPlaceholder(x: x / divisor, y: y / divisor),
            let position = try position(x: x / divisor, y: y / divisor), feed.area.contains(position)
        {
            return .success(position)
        }
        return try point(x: record[.x], y: record[.y])
    }

    /// Returns the position for the texts of a row's `x` and `y`. Blanks at their ends are allowed.
    func point(x: String?, y: String?) throws -> Result<Coordinate, PointProblem> {
        let x = x?.trimmingBlanks() ?? ""
        let y = y?.trimmingBlanks() ?? ""
        func fail(_ reason: RejectionReason) -> Result<Coordinate, PointProblem> {
            .failure(PointProblem(reason: reason, value: "\(y), \(x)"))
        }
        guard !x.isEmpty, !y.isEmpty else { return fail(.coordinateMissing) }
        guard let (first, second) = numbers(x, y) else { return fail(.coordinateUnreadable) }
        guard !isPlaceholder(x: first, y: second) else {
            return fail(isDegrees(first, second) ? .coordinateOutOfRange : .coordinateMissing)
        }
        let position = try self.position(x: first, y: second)
        if let position, feed.area.contains(position) { return .success(position) }
        if let swapped = try self.position(x: second, y: first), feed.area.contains(swapped) {
            return fail(.coordinateSwapped)
        }
        return fail(position == nil ? .coordinateOutOfRange : .coordinateOutsideArea)
    }

    /// Returns the numbers of two texts; nil if they are none. Degrees may also be angles, such as `37°33'22"N`.
    private func numbers(_ x: String, _ y: String) -> (x: Double, y: Double)? {
        if let x = DecimalText.number(x), let y = DecimalText.number(y) { return (x / divisor, y / divisor) }
        guard isInDegrees, divisor == 1 else { return nil }
        let point = WrittenPosition.ofColumns(latitude: y, longitude: x)?.coordinate
        return point.map { ($0.longitude, $0.latitude) }
    }

    /// Returns whether two numbers that are too small for meters give a point in the area if they are read as degrees,
    /// in either order. If so, the coordinate system is not the declared one.
    private func isDegrees(_ x: Double, _ y: Double) -> Bool {
        guard !isInDegrees else { return false }
        return [(x, y), (y, x)].contains { longitude, latitude in
            // Numbers beyond ±180 and ±90 are not degrees.
            guard let position = try? Coordinate(longitude: longitude, latitude: latitude) else { return false }
            return feed.area.contains(position)
        }
    }

    /// Returns whether the numbers are the zeros that a form sends for empty fields. If the feed's area includes zero,
    /// zero is a real value.
    private func isPlaceholder(x: Double, y: Double) -> Bool {
        guard isInDegrees else { return abs(x) < Self.emptyMeters && abs(y) < Self.emptyMeters }
        if onlyBothZerosAreEmpty { return x == 0 && y == 0 }
        let area = feed.area
        let holdsZeroLongitude =
            area.crossesAntimeridian ? area.west <= 0 || area.east >= 0 : area.west...area.east ~= 0
        return x == 0 && !holdsZeroLongitude || y == 0 && !(area.south...area.north ~= 0)
    }

    /// Returns the position of two numbers in the feed's coordinate system; nil if they are none in it.
    private func position(x: Double, y: Double) throws -> Coordinate? {
        if isInDegrees {
            return abs(x) <= 180 && abs(y) <= 90 ? Coordinate(uncheckedLongitude: x, latitude: y) : nil
        }
        let transform = try self.transform ?? CoordinateTransform(from: feed.crs)
        self.transform = transform
        do throws(ProjectionError) {
            return try transform.coordinate(x: x, y: y)
        } catch {
            guard error.code == .outsideDomain else { throw error }
            return nil
        }
    }
}

struct PointProblem: Error, Equatable {
    let reason: RejectionReason
    /// Both numbers as they came, the latitude or northing first.
    let value: String
}

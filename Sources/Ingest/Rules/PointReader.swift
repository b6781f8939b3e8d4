internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

/// Turns a row's two numbers into a position, or says why they are none.
///
/// The axes, the system and the area are the feed's; nothing is guessed and nothing is mended.
final class PointReader {
    private let feed: Feed
    private let isInDegrees: Bool
    /// Made at the first row that needs it; a feed in degrees never loads PROJ.
    private var transform: CoordinateTransform?

    /// In metres, both numbers below this are a form's empty field: EPSG:5174 (0, 0) lies at 33.478 N, 124.849 E, inside
    /// a loose box around Korea.
    private static let emptyMeters = 1000.0

    init(feed: Feed) {
        self.feed = feed
        isInDegrees = feed.crs.isWGS84
    }

    /// The position of a row.
    func point(_ record: FeedRecord) throws -> Result<Coordinate, PointProblem> {
        // Nearly all rows have two plain numbers within the area; what else there may be is found below.
        if let x = record.plainBytes(.x).flatMap(DecimalText.plainNumber),
            let y = record.plainBytes(.y).flatMap(DecimalText.plainNumber), !isPlaceholder(x: x, y: y),
            let position = try position(x: x, y: y), feed.area.contains(position)
        {
            return .success(position)
        }
        return try point(x: record[.x], y: record[.y])
    }

    /// The position of a row's `x` and `y`, outer blanks allowed.
    func point(x: String?, y: String?) throws -> Result<Coordinate, PointProblem> {
        let x = x?.trimmingBlanks() ?? ""
        let y = y?.trimmingBlanks() ?? ""
        func fail(_ reason: RejectionReason) -> Result<Coordinate, PointProblem> {
            .failure(PointProblem(reason: reason, value: "\(y), \(x)"))
        }
        guard !x.isEmpty, !y.isEmpty else { return fail(.coordinateMissing) }
        guard let first = DecimalText.number(x), let second = DecimalText.number(y) else {
            return fail(.coordinateUnreadable)
        }
        guard !isPlaceholder(x: first, y: second) else { return fail(.coordinateMissing) }
        let position = try self.position(x: first, y: second)
        if let position, feed.area.contains(position) { return .success(position) }
        if let swapped = try self.position(x: second, y: first), feed.area.contains(swapped) {
            return fail(.coordinateSwapped)
        }
        return fail(position == nil ? .coordinateOutOfRange : .coordinateOutsideArea)
    }

    /// Zero is what a form sends for an empty field, unless the feed's area goes through it.
    private func isPlaceholder(x: Double, y: Double) -> Bool {
        guard isInDegrees else { return abs(x) < Self.emptyMeters && abs(y) < Self.emptyMeters }
        let area = feed.area
        let holdsZeroLongitude =
            area.crossesAntimeridian ? area.west <= 0 || area.east >= 0 : area.west...area.east ~= 0
        return x == 0 && !holdsZeroLongitude || y == 0 && !(area.south...area.north ~= 0)
    }

    /// The position of two numbers in the feed's system; nil if there is none.
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

/// Why a row has no position.
struct PointProblem: Error, Equatable {
    let reason: RejectionReason
    /// Both numbers as they came, latitude or northing first.
    let value: String
}

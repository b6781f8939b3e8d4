extension PackedRTree {
    /// Returns the coordinates in the order of `ids`, in leaves of eight.
    static func degrees(_ coordinates: [Coordinate], in ids: [UInt32]) -> [LeafDegrees] {
        let leafCount = (ids.count + fanout - 1) / fanout
        let nowhere = SIMD8<Double>(repeating: .infinity)
        return [LeafDegrees](unsafeUninitializedCapacity: leafCount) { buffer, count in
            for leaf in 0..<leafCount {
                var values = LeafDegrees(longitudes: nowhere, latitudes: nowhere)
                let start = leaf * fanout
                for lane in 0..<min(fanout, ids.count - start) {
                    let coordinate = coordinates[Int(ids[start + lane])]
                    values.longitudes[lane] = coordinate.longitude
                    values.latitudes[lane] = coordinate.latitude
                }
                buffer.initializeElement(at: leaf, to: values)
            }
            count = leafCount
        }
    }

    static func places(_ degrees: [LeafDegrees], in frame: EarthFrame, count: Int) -> [LeafPlaces] {
        var places = degrees.map { leaf in
            let place = frame.positions(longitudes: leaf.longitudes, latitudes: leaf.latitudes)
            return LeafPlaces(east: place.east, north: place.north, up: place.up)
        }
        for slot in count..<places.count * fanout {
            places[slot / fanout].east[slot % fanout] = .infinity
            places[slot / fanout].north[slot % fanout] = .infinity
            places[slot / fanout].up[slot % fanout] = .infinity
        }
        return places
    }

    /// Returns the boxes of all levels, and where each level begins.
    static func boxes(
        _ places: [LeafPlaces], _ degrees: [LeafDegrees]
    ) -> (space: [SpaceBoxes], degrees: [DegreeBoxes], starts: [Int]) {
        var space: [SpaceBoxes] = []
        var flat: [DegreeBoxes] = []
        var starts = [0]
        // Each level has an eighth of the groups of the level below.
        space.reserveCapacity(places.count / 7 + 8)
        flat.reserveCapacity(places.count / 7 + 8)
        for first in stride(from: 0, to: places.count, by: fanout) {
            var (box, flatBox) = (SpaceBoxes(), DegreeBoxes())
            for leaf in first..<min(first + fanout, places.count) {
                box.set(leaf - first, around: places[leaf])
                flatBox.set(leaf - first, around: degrees[leaf])
            }
            space.append(box)
            flat.append(flatBox)
        }
        var below = 0..<space.count
        while below.count > 1 {
            starts.append(below.upperBound)
            for first in stride(from: below.lowerBound, to: below.upperBound, by: fanout) {
                var (box, flatBox) = (SpaceBoxes(), DegreeBoxes())
                for group in first..<min(first + fanout, below.upperBound) {
                    box.set(group - first, around: space[group])
                    flatBox.set(group - first, around: flat[group])
                }
                space.append(box)
                flat.append(flatBox)
            }
            below = below.upperBound..<space.count
        }
        return (space, flat, starts)
    }
}

extension SpaceBoxes {
    fileprivate mutating func set(_ child: Int, around leaf: LeafPlaces) {
        (west[child], east[child]) = leaf.east.extentRoundedOutward
        (south[child], north[child]) = leaf.north.extentRoundedOutward
        (bottom[child], top[child]) = leaf.up.extentRoundedOutward
    }

    fileprivate mutating func set(_ child: Int, around group: SpaceBoxes) {
        (west[child], east[child]) = (group.west.least, group.east.greatest)
        (south[child], north[child]) = (group.south.least, group.north.greatest)
        (bottom[child], top[child]) = (group.bottom.least, group.top.greatest)
    }
}

extension DegreeBoxes {
    fileprivate mutating func set(_ child: Int, around leaf: LeafDegrees) {
        (west[child], east[child]) = leaf.longitudes.extentRoundedOutward
        (south[child], north[child]) = leaf.latitudes.extentRoundedOutward
    }

    fileprivate mutating func set(_ child: Int, around group: DegreeBoxes) {
        (west[child], east[child]) = (group.west.least, group.east.greatest)
        (south[child], north[child]) = (group.south.least, group.north.greatest)
    }
}

extension SIMD8<Double> {
    /// The least and the greatest of the finite values in the vector, as floats rounded outward.
    fileprivate var extentRoundedOutward: (Float, Float) {
        let finite = replacing(with: -.infinity, where: self .== .infinity)
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
        let upperFour = finite.lowHalf.replacing(with: finite.highHalf, where: finite.highHalf .> finite.lowHalf)
        let upperTwo = upperFour.lowHalf.replacing(
            with: upperFour.highHalf, where: upperFour.highHalf .> upperFour.lowHalf)
        return (
            Float(roundedDown: Swift.min(two.x, two.y)), Float(roundedUp: Swift.max(upperTwo.x, upperTwo.y))
        )
    }
}

extension SIMD8<Float> {
    fileprivate var least: Float {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
    }

    fileprivate var greatest: Float {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
        return Swift.max(Swift.max(four.x, four.y), Swift.max(four.z, four.w))
    }
}

extension Float {
    /// Creates the greatest float that is not greater than the number.
    init(roundedDown value: Double) {
        let nearest = Float(value)
        self = Double(nearest) > value ? nearest.nextDown : nearest
    }

    /// Creates the least float that is not less than the number.
    init(roundedUp value: Double) {
        let nearest = Float(value)
        self = Double(nearest) < value ? nearest.nextUp : nearest
    }
}

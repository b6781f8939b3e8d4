/// A point in the picture.
///
/// - Units: pixels from the picture's left and upper edge.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double

    /// Returns whether the point is inside the rings, by the even-odd rule over all of them. An error of half a pixel
    /// does not matter.
    func isInside(_ rings: [[PlotPoint]]) -> Bool {
        var isInside = false
        for ring in rings {
            guard var from = ring.last else { continue }
            for to in ring {
                if (from.y > y) != (to.y > y), x < from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) {
                    isInside.toggle()
                }
                from = to
            }
        }
        return isInside
    }
}

/// A box in the picture with horizontal and vertical sides, in pixels.
struct PlotBox {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Makes a box around a middle.
    init(middle: PlotPoint, width: Double, height: Double) {
        left = middle.x - width / 2
        right = middle.x + width / 2
        top = middle.y - height / 2
        bottom = middle.y + height / 2
    }

    /// Makes the box around a ring that is not empty.
    init(around ring: [PlotPoint]) {
        self.init(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
        for point in ring {
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
    }

    var area: Double { (right - left) * (bottom - top) }

    func contains(_ point: PlotPoint) -> Bool {
        left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
    }

    /// Returns whether `other` is inside this box. Boxes may share an edge.
    func holds(_ other: PlotBox) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    /// Returns whether the boxes overlap. Boxes that share only an edge do not.
    func meets(_ other: PlotBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

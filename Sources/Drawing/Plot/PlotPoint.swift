/// A place in the picture.
///
/// - Units: pixels from its left and upper edge.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double
}

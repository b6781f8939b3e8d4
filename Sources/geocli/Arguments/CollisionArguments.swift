internal import ArgumentParser
internal import GeocliAsking
internal import GeocliGeo
internal import GeocliText

/// A kind of collision pass, which decides the options that its help shows.
protocol MarkerPass { static var modes: ArgumentVisibility { get } }

/// A pass of this program.
enum LocalPass: MarkerPass { static let modes = ArgumentVisibility.default }

/// A pass of a plan, which knows only the usual mode and attribution, so its help hides both.
enum PlannedPass: MarkerPass { static let modes = ArgumentVisibility.hidden }

/// Options of the collision pass.
struct CollisionArguments<Pass: MarkerPass>: ParsableArguments {
    @Option(
        CollisionWords.mode, value: .mode, visibility: Pass.modes,
        completion: .words(CollisionOptions.Mode.allCases.map(\.rawValue)))
    var mode: String?
    @Option(CollisionWords.icon, value: .widthAndHeight) var icon: String?
    @Option(CollisionWords.anchor, value: .anchor) var anchor: String?
    @Option(CollisionWords.padding, value: .points) var padding: String?
    @Option(CollisionWords.tileSize, value: .points) var tileSize: String?
    @Option(CollisionWords.maxZoom, value: .zoom) var maxZoom: String?
    @Option(
        CollisionWords.attribution, value: .mode, visibility: Pass.modes,
        completion: .words(CollisionOptions.Attribution.allCases.map(\.rawValue)))
    var attribution: String?

    /// Adds the values to a question.
    func add(to given: inout Given) {
        for (parameter, value) in values { given.add(parameter, value) }
    }

    /// The first of these options that was given; nil if none was.
    var givenOption: String? { values.first { $0.1 != nil }.map { "--" + $0.0.name } }

    private var values: [(Parameter, String?)] {
        [
            (CollisionWords.mode, mode), (CollisionWords.icon, icon), (CollisionWords.anchor, anchor),
            (CollisionWords.padding, padding), (CollisionWords.tileSize, tileSize), (CollisionWords.maxZoom, maxZoom),
            (CollisionWords.attribution, attribution),
        ]
    }

    /// Returns the values of the pass.
    func words() throws -> CollisionWords {
        var given = Given(.option)
        add(to: &given)
        return try CollisionWords(given)
    }

}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliGeo
internal import GeocliText

/// Options and arguments of a command that are values of a question. Their names and their help are the question's.
extension Option {
    init(
        _ parameter: Parameter, value: Words, visibility: ArgumentVisibility = .default,
        completion: CompletionKind? = nil
    ) where Value == String? {
        self.init(
            name: parameter.optionName, help: ArgumentHelp(parameter, value: value, visibility: visibility),
            completion: completion)
    }

    init(wrappedValue: [String], _ parameter: Parameter, value: Words, completion: CompletionKind? = nil)
    where Value == [String] {
        self.init(
            wrappedValue: wrappedValue, name: parameter.optionName, help: ArgumentHelp(parameter, value: value),
            completion: completion)
    }
}

extension Flag where Value == Bool {
    init(wrappedValue: Bool, _ parameter: Parameter, visibility: ArgumentVisibility = .default) {
        self.init(
            wrappedValue: wrappedValue, name: parameter.optionName,
            help: ArgumentHelp(parameter, visibility: visibility))
    }
}

extension Argument {
    init(wrappedValue: [String], _ parameter: Parameter, completion: CompletionKind? = nil) where Value == [String] {
        self.init(wrappedValue: wrappedValue, help: Self.help(parameter), completion: completion)
    }

    init(_ parameter: Parameter, completion: CompletionKind? = nil) where Value == String {
        self.init(help: Self.help(parameter), completion: completion)
    }

    private static func help(_ parameter: Parameter) -> ArgumentHelp {
        ArgumentHelp(parameter, value: .argument(parameter.argument ?? parameter.name))
    }
}

extension Parameter {
    fileprivate var optionName: NameSpecification {
        argument == "-\(name)" ? .customShort(Character(name), allowingJoined: true) : .customLong(name)
    }
}

extension ArgumentHelp {
    /// The help for a place that only its id or its reference names.
    static var placeReference: ArgumentHelp {
        ArgumentHelp(
            "An id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("ID|REF"))
    }

    /// The help for `-o` of a command with several formats.
    static var outputFile: ArgumentHelp {
        ArgumentHelp(
            "Write to this file; its extension selects the format.", ko: "이 파일에 저장합니다. 형식은 확장자로 정해집니다.", value: .file)
    }

    /// The help for `-o` of a command with one format.
    static var fileOrOutput: ArgumentHelp {
        ArgumentHelp("Write to this file (default: standard output).", ko: "이 파일에 저장합니다. (기본값: 표준 출력)", value: .file)
    }

    static func feed(_ name: String) -> ArgumentHelp {
        ArgumentHelp(
            "The id of a feed, or the file of its declaration.", ko: "피드 ID 또는 선언 파일", value: .argument(name))
    }

    fileprivate init(_ parameter: Parameter, value: Words? = nil, visibility: ArgumentVisibility = .default) {
        let again: Words =
            switch parameter.several {
            case .any: Words(en: " Repeat the option for several.", ko: ". 여러 번 쓸 수 있습니다.")
            case .all: Words(en: " Repeat the option to require several.", ko: ". 여러 번 쓰면 모두 맞는 장소를 찾습니다.")
            case nil: Words(en: "", ko: "")
            }
        let ko = parameter.about.ko
        self.init(
            parameter.about.en + again.en,
            ko: parameter.several == nil ? ko : String(ko.trimmingSuffix(".")) + again.ko,
            value: value, visibility: visibility)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}

/// A kind of collision pass, which decides the options that its help shows.
protocol MarkerPass { static var modes: ArgumentVisibility { get } }

enum LocalPass: MarkerPass { static let modes = ArgumentVisibility.default }

/// A pass of a plan, which knows only the usual mode and attribution, so its help hides both.
enum PlannedPass: MarkerPass { static let modes = ArgumentVisibility.hidden }

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

    func words() throws -> CollisionWords {
        var given = Given(.option)
        add(to: &given)
        return try CollisionWords(given)
    }

}

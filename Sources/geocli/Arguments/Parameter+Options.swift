internal import ArgumentParser
internal import GeocliAsking
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

    /// The help for a feed, as an argument with this name.
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

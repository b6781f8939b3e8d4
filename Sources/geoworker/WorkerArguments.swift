internal import GeocliGeo
internal import GeocliText

struct NearestOptions {
    var count = 10
    /// Queries have limits and answers have the exact distance, so that the answers of several cells can be merged.
    var isForMerging = false
}

struct CollideOptions {
    var zoom = 0
    var pass = CollisionOptions()
    /// The values for columns that the lines do not have.
    var template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    var columns: [MarkerColumn] = []
}

/// The command line, parsed.
enum WorkerArguments {
    case help
    case version
    case nearest(NearestOptions)
    case collide(CollideOptions)
    case project

    init(_ words: [String]) throws(PlainError) {
        guard let job = words.first else {
            throw .usage(
                en: "the job is missing; write nearest, collide or project", ko: "작업(nearest, collide, project)을 쓰세요")
        }
        var rest = words.dropFirst()
        // A request for help is accepted in any position.
        if words.contains("--help") || words.contains("-h") || job == "help" {
            self = .help
            return
        }
        switch job {
        case "--version": self = .version
        case "nearest": self = .nearest(try Self.nearest(&rest))
        case "collide": self = .collide(try Self.collide(&rest))
        case "project": self = .project
        default:
            throw .usage(
                en: "unknown job \"\(DisplayText.singleLine(job))\"",
                ko: "\"\(DisplayText.singleLine(job))\" 작업은 없습니다")
        }
        if let word = rest.first {
            throw .usage(
                en: "\(job) has no option \"\(DisplayText.singleLine(word))\"",
                ko: "\(job)에 \"\(DisplayText.singleLine(word))\" 옵션은 없습니다")
        }
    }

    private static func nearest(_ words: inout ArraySlice<String>) throws(PlainError) -> NearestOptions {
        var options = NearestOptions()
        while let word = words.first, word == "-k" || word == "--merge" {
            words.removeFirst()
            if word == "--merge" {
                options.isForMerging = true
                continue
            }
            guard let text = words.popFirst(), let count = Int(text), count >= 1 else {
                throw .usage(en: "-k takes a whole number, 1 or more", ko: "-k에는 1 이상의 정수를 쓰세요")
            }
            options.count = count
        }
        return options
    }

    private static func collide(_ words: inout ArraySlice<String>) throws(PlainError) -> CollideOptions {
        var options = CollideOptions()
        var zoom: Int?
        let known = ["--zoom", "--tile-size", "--icon", "--anchor", "--padding", "--columns"]
        while let word = words.first, known.contains(word) {
            words.removeFirst()
            let value = words.popFirst() ?? ""
            switch word {
            case "--zoom":
                zoom = try Int(number(value, of: word, in: 0...Double(CollisionOptions.highestZoom)))
            case "--tile-size":
                guard let size = Int(value).flatMap(CollisionOptions.TileSize.init) else {
                    throw .usage(en: "--tile-size must be 512 or 256", ko: "--tile-size에는 512나 256을 쓰세요")
                }
                options.pass.tileSize = size
            case "--padding": options.pass.paddingPoints = try number(value, of: word, in: 0...1000)
            case "--icon":
                (options.template.width, options.template.height) = try pair(
                    value, of: word, separator: "x", 1 / 64...1e6)
            case "--anchor":
                (options.template.anchorX, options.template.anchorY) = try pair(value, of: word, separator: ",", 0...1)
            default: options.columns = try columns(value)
            }
        }
        guard let zoom else {
            throw .usage(en: "collide needs --zoom Z, 0 to 22", ko: "collide에는 --zoom Z(0에서 22)가 필요합니다")
        }
        options.zoom = zoom
        return options
    }

    private static func columns(_ text: String) throws(PlainError) -> [MarkerColumn] {
        var columns: [MarkerColumn] = []
        for name in text.split(separator: ",") {
            guard let column = MarkerColumn(rawValue: String(name)), MarkerColumn.atOneZoom.contains(column) else {
                let all = MarkerColumn.atOneZoom.map(\.rawValue).joined(separator: ",")
                throw .usage(
                    en:
                        "--columns \"\(DisplayText.singleLine(String(name)))\" is not a marker column; choose from \(all)",
                    ko: "--columns \"\(DisplayText.singleLine(String(name)))\": 없는 마커 열입니다. \(all) 가운데 하나를 쓰세요")
            }
            columns.append(column)
        }
        return columns
    }

    private static func number(
        _ text: String, of option: String, in range: ClosedRange<Double>
    ) throws(PlainError) -> Double {
        guard let value = DecimalText.number(text), range.contains(value),
            option != "--zoom" || value == value.rounded()
        else {
            let kind = option == "--zoom" ? (en: "whole number", ko: "정수") : (en: "number", ko: "숫자")
            let ends =
                "\(DecimalText.text(range.lowerBound, maximumDecimals: 6))–\(DecimalText.text(range.upperBound, maximumDecimals: 0))"
            throw .usage(
                en: "\(option) \"\(DisplayText.singleLine(text))\" is not a \(kind.en) in the range \(ends)",
                ko: "\(option) \"\(DisplayText.singleLine(text))\": \(ends) 범위의 \(kind.ko)\(.object) 쓰세요")
        }
        return value
    }

    private static func pair(
        _ text: String, of option: String, separator: Character, _ range: ClosedRange<Double>
    ) throws(PlainError) -> (Double, Double) {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw .usage(
                en: "\(option) takes two numbers with \"\(separator)\" between them",
                ko: "\(option)에는 \"\(separator)\"\(.by) 구분한 숫자 두 개를 쓰세요")
        }
        return (
            try number(String(parts[0]), of: option, in: range), try number(String(parts[1]), of: option, in: range)
        )
    }
}

extension PlainError {
    static func usage(en: String, ko: String) -> PlainError {
        PlainError(.usage, en: "\(en); see 'geoworker --help'", ko: "\(ko). 'geoworker --help'를 확인하세요")
    }
}

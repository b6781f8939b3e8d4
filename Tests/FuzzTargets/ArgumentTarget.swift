internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

@testable internal import geocli

/// Words of a command line: an accepted value is in range and prints back to the same value. A refused one is explained
/// in one harmless line.
enum ArgumentTarget {
    /// Positions and boxes; each line is a word.
    static func checkPlace(_ bytes: [UInt8]) throws {
        let words = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        _ = try attempt { try OriginArgument(words, named: "WHERE") }
        try checkName(words.joined(separator: " "))
        if let place = try attempt({ try Coordinate(argument: words, named: "WHERE") }) {
            try demand(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "\(place) is nowhere")
            let shown = [place.latitude, place.longitude].map(ValueArgument.shown).joined(separator: ",")
            try demand(
                try attempt { try Coordinate(argument: [shown], named: "WHERE") } == place, "\(place) printed \(shown)")
        }
        if let box = try attempt({ try BoundingBox(argument: words) }) {
            try demand(-90 <= box.south && box.south <= box.north && box.north <= 90, "\(box) has no height")
            try demand(abs(box.west) <= 180 && abs(box.east) <= 180, "\(box) lies beside the world")
            let shown = [box.west, box.south, box.east, box.north].map(ValueArgument.shown)
            try demand(try attempt { try BoundingBox(argument: shown) } == box, "\(box) printed \(shown)")
        }
    }

    /// A name with blanks around it is the same name, and is not a position.
    private static func checkName(_ text: String) throws {
        let name = OriginName(text)
        try demand(OriginName(" \(text)\n") == name, "\(name) changes with blanks")
        if case .id(let id, _) = name { try demand(id >= 0, "id \(id)") }
    }

    /// Values of options.
    static func checkValue(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        if let meters = try attempt({ try ValueArgument.meters(text, option: "--within") }) {
            try demand(meters >= 0 && meters.isFinite, "\(meters) m")
            let again = try attempt { try ValueArgument.meters(ValueArgument.shown(meters) + "m", option: "--within") }
            try demand(again == meters, "\(meters) m read back as \(again as Any)")
        }
        if let seconds = try attempt({ try ValueArgument.seconds(text, option: "--max-age") }) {
            try demand(seconds >= 0 && seconds.isFinite, "\(seconds) s")
            let again = try attempt {
                try ValueArgument.seconds(ValueArgument.shown(seconds) + "s", option: "--max-age")
            }
            try demand(again == seconds, "\(seconds) s read back as \(again as Any)")
        }
        if let size = try attempt({ try ValueArgument.bytes(text, option: "--size") }) {
            try demand(1024...1_073_741_824 ~= size, "\(size) bytes")
            try demand(try attempt { try ValueArgument.bytes("\(size)", option: "--size") } == size, "\(size) bytes")
        }
        if let count = try attempt({ try ValueArgument.count(text, option: "-k", minimum: 1) }) {
            try demand(count >= 1, "\(count) of something")
            try demand(
                try attempt { try ValueArgument.count("\(count)", option: "-k", minimum: 1) } == count, "\(count)")
        }
        if let zoom = try attempt({ try ValueArgument.number(text, option: "--zoom", in: 0...22) }) {
            try demand(0...22 ~= zoom, "zoom \(zoom)")
        }
        _ = try attempt { try ValueArgument.pair(text, option: "--icon", separator: "x", example: "40x53") }
        if let kind = PlaceWords.bookstores.kind(text) { try demand(kind.isUsual, "kind \(kind)") }
        if let day = try attempt({ try ValueArgument.date(text, option: "--as-of", today: "2026-09-21") }) {
            try demand(day.utf8.count == 10 && day < "9999-12-32" && isHarmless(day), "day \(day)")
        }
        if let reader = try attempt({ try ReaderName(argument: text) }) {
            try demand(
                !reader.text.contains("/") && !reader.text.hasPrefix(".") && isHarmless(reader.text), "\(reader)")
            try demand(try attempt { try ReaderName(argument: reader.text) } == reader, "\(reader) is another one")
        }
        if let query = try attempt({ try SearchQuery.of(text, PlaceFilter()) }) {
            try demand(!query.text.folded.isEmpty, "text to look for that is empty")
        }
    }

    /// Whole command lines; each line is a word. They are parsed, not run.
    static func checkCommand(_ bytes: [UInt8]) throws {
        let words = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).prefix(24).map(String.init)
        let normalized = ArgumentWords.normalized(words)
        try demand(normalized.count == words.count, "\(words.count) words became \(normalized.count)")
        for (word, former) in zip(normalized, words) {
            try demand(areSame(word, former) || areSame(word, " " + former), "\"\(former)\" became \"\(word)\"")
        }
        _ = Language(arguments: words)
        do {
            _ = try GeocliCommand.parseAsRoot(normalized)
        } catch {
            try demand(!GeocliCommand.fullMessage(for: error).isEmpty, "an answer without words")
        }
        if let icon = words.first, let collision = try? CollisionArguments<LocalPass>.parse(["--icon=\(icon)"]) {
            if let marker = try attempt({ try collision.words().template() }) {
                try demand(marker.width >= 1.0 / 64 && marker.height <= 1e6, "an icon of \(marker.width) pt")
            }
        }
    }

    /// Names of coordinate systems, which must never become a definition in which PROJ opens a file.
    static func checkCRS(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        guard let crs = try attempt({ try CRS(parsing: text) }) else { return }
        try demand(try attempt { try CRS(parsing: crs.description) } == crs, "\(text) became \(crs.description)")
        try demand(
            crs.description.utf8.allSatisfy { $0 >= 0x30 && $0 < 0x80 }, "\(text) became \(crs.description)")
    }

    private static func attempt<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch {
            try demandExplained(error)
            if let wrong = error as? UsageError {
                try demand(isHarmless(wrong.words.en) && isHarmless(wrong.words.ko), "\(wrong) would move a cursor")
            }
            return nil
        }
    }
}

internal import Glibc
internal import Logging

/// The log that `--verbose` asks for, on standard error. Values in it, such as file names, are made harmless in the
/// same way as in every other message.
struct ConsoleLog: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value) " }.joined()
        // The source is the name of the module. Without the prefix `Geocli`, it is the name of the module's folder.
        let source = event.source.trimmingPrefix("Geocli")
        Console.log("\(Self.now) \(event.level) \(label): \(facts)[\(source)] \(event.message)")
    }

    /// The current local time with its offset from UTC.
    private static var now: String {
        var moment = time(nil)
        var local = tm()
        localtime_r(&moment, &local)
        let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                count = strftime(start, characters.count, "%Y-%m-%dT%H:%M:%S%z", &local)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// The errors that commands and the service share contain names of options and commands. A client has neither.
extension Words {
    /// The same message for a client: with parameters instead of options, and addresses instead of commands.
    var forClients: Words { Words(en: Self.forClients(en), ko: Self.forClients(ko)) }

    private static func forClients(_ text: String) -> String {
        var text = text
        for (command, address) in addresses { text = text.replacing(command, with: address) }
        return text.replacing(/--([a-z][a-z-]*)/) { option in
            parameterNames.contains(String(option.1)) ? String(option.1) : String(option.0)
        }
    }

    /// The commands that these errors name, and the addresses that do the same. Commands that change the catalog are
    /// not replaced, because the person who runs the service can use them.
    private static let addresses = [
        ("'geocli search TEXT'", "/search?text=TEXT"), ("'geocli search 이름'", "/search?text=이름"),
        ("'geocli search'", "/search"), ("'geocli near WHERE'", "/near"), ("'geocli near'", "/near"),
        ("'geocli status'", "/collections"),
        ("'geocli layers districts'", "/collections/districts"),
    ]

    private static let parameterNames = Set(Endpoint.all.flatMap { $0.parameters.map(\.name) })
}

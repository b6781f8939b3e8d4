/// A command to the type-ahead screen, given with one key.
enum KeyPress: Equatable {
    /// Characters, typed or pasted; never empty, without control characters.
    case text(String)
    case backspace
    case delete
    case deleteWord
    case clear
    case left
    case right
    case home
    case end
    case up
    case down
    case pageUp
    case pageDown
    case enter
    case leave

    /// Whether the key acts on the list. If so, the list must first show the rows for the current text.
    var concernsList: Bool {
        switch self {
        case .up, .down, .pageUp, .pageDown, .enter: true
        default: false
        }
    }
}

/// How much a terminal shows.
struct TerminalSize: Equatable {
    let rows: Int
    let columns: Int
}

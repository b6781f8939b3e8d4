internal import ArgumentParser

/// The option to show the feed's own values instead of the corrected ones.
struct UncorrectedOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Use the feed's values instead of the corrected values.", ko: "정정한 값 대신 피드의 원래 값을 보여 줍니다."))
    var uncorrected = false

    /// The option that no service has.
    var local: [(option: String, isGiven: Bool)] { [("--uncorrected", uncorrected)] }
}

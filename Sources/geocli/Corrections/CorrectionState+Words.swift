internal import GeocliPlaces

extension StoredCorrection.State {
    /// The word for a state in Korean sentences.
    var korean: String {
        switch self {
        case .applied: "적용"
        case .retired: "반영됨"
        case .conflict: "충돌"
        case .withdrawn: "철회"
        }
    }
}

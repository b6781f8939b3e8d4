public import GeocliText

/// An error for a photo whose metadata can't be removed.
public enum PhotoError: ExplainedError, Equatable {
    /// The file is neither a JPEG nor a PNG that browsers show.
    case unsupported
    /// The file is incomplete or does not follow its format; `what` names the part.
    case damaged(what: String)
    /// The picture has more pixels than `BarePhoto.maximumPixels`.
    case tooLarge(pixels: Int)

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// What happened and what to try.
    public var words: Words {
        switch self {
        case .unsupported:
            Words(
                en:
                    "the photo is neither a JPEG nor a PNG; convert it first, for example with 'magick photo.heic photo.jpg'",
                ko: "사진이 JPEG도 PNG도 아닙니다. 'magick photo.heic photo.jpg'처럼 먼저 변환하세요")
        case .damaged(let what):
            Words(
                en: "the photo's file is damaged (\(what)); save or copy it again",
                ko: "사진 파일이 손상되었습니다(\(what)). 다시 저장하거나 복사하세요")
        case .tooLarge(let pixels):
            Words(
                en:
                    "the photo has \(pixels) pixels, but at most \(BarePhoto.maximumPixels) are allowed; make the photo smaller",
                ko: "사진의 픽셀이 \(pixels)개로 \(BarePhoto.maximumPixels)개를 넘습니다. 크기를 줄이세요")
        }
    }
}

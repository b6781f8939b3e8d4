internal import GeocliText

/// The messages for texts that are not positions. No message names the argument.
extension GeoError {
    private static let advice = Words(
        en: "write latitude,longitude in degrees, such as 37.5563,126.9236",
        ko: "위도,경도를 도 단위로 쓰세요(예: 37.5563,126.9236)")

    private static func wrong(_ en: String, _ ko: String, _ advice: Words = advice) -> GeoError {
        GeoError(.position, en: "\(en); \(advice.en)", ko: "\(ko). \(advice.ko)")
    }

    private static func shown(_ text: String) -> String {
        DisplayText.shown(text.trimmingBlanks(), columns: 60)
    }

    static var noPosition: GeoError { wrong("missing", "값이 없습니다") }

    static func tooLong(_ most: Int) -> GeoError {
        wrong("longer than \(most) bytes, so it is not a position", "\(most)바이트보다 길어 위치로 읽을 수 없습니다")
    }

    static func notTwoNumbers(_ text: String, mayBeName: Bool) -> GeoError {
        let shown = shown(text)
        guard mayBeName else { return wrong("\"\(shown)\" is not 2 numbers", "값 \"\(shown)\"\(.topic) 숫자 2개가 아닙니다") }
        let advice = Words(
            en: "\(advice.en), or name:\(shown) if it is a name",
            ko: "\(advice.ko). 이름이라면 name:\(shown)처럼 쓰세요")
        return wrong("\"\(shown)\" is not 2 numbers", "값 \"\(shown)\"\(.topic) 숫자 2개가 아닙니다", advice)
    }

    static func notOnePoint(_ text: String) -> GeoError {
        wrong("\"\(shown(text))\" is not one point", "\"\(shown(text))\"\(.topic) 점 하나가 아닙니다")
    }

    static func otherSystem(_ text: String, _ system: Int) -> GeoError {
        wrong("\"\(shown(text))\" is in EPSG:\(system)", "\"\(shown(text))\"의 좌표계는 EPSG:\(system)입니다")
    }

    static func notNumber(_ text: String) -> GeoError {
        wrong("\"\(shown(text))\" is not a number", "값 \"\(shown(text))\"\(.topic) 숫자가 아닙니다")
    }

    static func swapped(_ latitude: Double, better: String) -> GeoError {
        let shown = String.shortest(latitude)
        return GeoError(
            .latitude,
            en: "latitude \(shown) is beyond ±90, so latitude and longitude seem to be swapped; write \(better)",
            ko: "위도(\(shown))가 ±90을 넘습니다. 위도와 경도가 바뀐 듯합니다. 이렇게 쓰세요: \(better)")
    }

    static func latitudeRange(_ value: Double) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .latitude, en: "latitude \(shown) is not between -90 and 90; write degrees",
            ko: "위도(\(shown))는 -90에서 90 사이여야 합니다. 도 단위로 쓰세요")
    }

    static func longitudeRange(_ value: Double) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .longitude, en: "longitude \(shown) is not between -180 and 180; write degrees",
            ko: "경도(\(shown))는 -180에서 180 사이여야 합니다. 도 단위로 쓰세요")
    }

    static func sixty(_ value: Double, en: String, ko: String) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .position,
            en: "\(en) must be below 60, not \(shown); write degrees, minutes and seconds, such as 37°33'22.7\"N",
            ko: "\(ko) 값 \(shown)\(.topic) 60보다 작아야 합니다. 37°33'22.7\"N처럼 도, 분, 초로 쓰세요")
    }

    static func signAndLetter(isSouthOrNorth: Bool) -> GeoError {
        let letters = isSouthOrNorth ? "N/S" : "E/W"
        return wrong(
            "a sign and \(letters) together are ambiguous", "부호와 \(letters)\(.object) 함께 쓰면 뜻이 모호합니다",
            Words(en: "write only one of them", ko: "하나만 쓰세요"))
    }

    static func sameAxis(isLatitude: Bool) -> GeoError {
        isLatitude
            ? wrong("two latitudes are not a position", "위도가 두 개입니다")
            : wrong("two longitudes are not a position", "경도가 두 개입니다")
    }
}

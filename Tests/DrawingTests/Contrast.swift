import Foundation

/// The contrast of two colors.
///
/// - Source: WCAG 2.2, relative luminance and contrast ratio.
enum Contrast {
    static func ratio(_ one: String, _ other: String) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ color: String) -> Double {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 255) / 255
            return part <= 0.03928 ? part / 12.92 : power((part + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func power(_ base: Double) -> Double { pow(base, 2.4) }
}

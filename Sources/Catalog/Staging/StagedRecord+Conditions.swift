internal import GeocliGeo
internal import GeocliPlaces

extension StagedRecord {
    /// Whether the record is known to meet all CHECK constraints of the table `place`.
    ///
    /// The reading thread checks this, to save the time of the writing thread.
    var meetsConditions: Bool {
        for text in Self.required where self[text]?.isEmpty ?? true { return false }
        for text in Self.optional where self[text]?.isEmpty ?? false { return false }
        return isPhone && isWebsite && isList && isPoint
    }

    private static let required: [Text] = [.feedID, .name, .kind]
    private static let optional: [Text] = [.district, .address, .phoneRaw, .websiteRaw]

    /// `phone GLOB '+[1-9][0-9]*'`, or null.
    private var isPhone: Bool {
        guard let phone = self[.phone] else { return true }
        return phone.count > 2 && phone[0] == UInt8(ascii: "+") && 0x31...0x39 ~= phone[1] && 0x30...0x39 ~= phone[2]
    }

    /// `website LIKE 'http://_%' OR website LIKE 'https://_%'`, or null. LIKE takes upper-case letters for lower-case
    /// ones, and ends a text at a zero byte.
    private var isWebsite: Bool {
        guard let website = self[.website] else { return true }
        return Self.schemes.contains { scheme in
            website.count > scheme.count && website[scheme.count] != 0
                && website.starts(with: scheme) { $0 == $1 || $0 | 0x20 == $1 && 0x61...0x7A ~= $1 }
        }
    }

    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]

    /// `json_type(sns) = 'array'`, or null. `append` makes the text from an array.
    private var isList: Bool {
        guard let list = self[.sns] else { return true }
        return list.first == UInt8(ascii: "[") && list.last == UInt8(ascii: "]")
    }

    /// A latitude and a longitude in range, or neither.
    private var isPoint: Bool {
        guard let latitude, let longitude else { return latitude == nil && longitude == nil }
        return abs(latitude) <= 90 && abs(longitude) <= 180
    }

    /// The hashes, computed from the texts.
    var computedHashes: RowHashes {
        func bytes(_ text: Text) -> UnsafeBufferPointer<UInt8>? { self[text]?.bindMemory(to: UInt8.self) }
        return RowHashes(name: bytes(.name), phone: bytes(.phone), address: bytes(.address))
    }
}

/// The texts of a record, as the rules for issues check them.
struct StagedValues: IssueValues {
    let record: StagedRecord

    var name: Bytes? { bytes(.name) }
    var district: Bytes? { bytes(.district) }
    var address: Bytes? { bytes(.address) }
    var lacksPoint: Bool { record.longitude == nil }

    var hasUnusableContact: Bool {
        record[.phone] == nil && record[.phoneRaw] != nil || record[.website] == nil && record[.websiteRaw] != nil
    }

    var hasUnknownCode: Bool {
        record.kindCode == PointTraits.code(of: .other) && record.fingerprint == nil && !lacksPoint
    }

    private func bytes(_ text: StagedRecord.Text) -> Bytes? { record[text]?.bindMemory(to: UInt8.self) }
}

/// The values of a record that the keys of its row are computed from. The reading thread has computed the hashes.
struct StagedKeyValues: KeyValues {
    let record: StagedRecord
    let feed: Int64

    var hashes: RowHashes { record.hashes }

    var point: Coordinate? {
        guard let longitude = record.longitude, let latitude = record.latitude else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}

/// One row of the feed that is being made: each field as it appears in the JSON text, with escapes.
///
/// All rows of a page use the same draft, so that a row needs no allocation.
struct RowDraft {
    /// The complete JSON token, because the portal's ids are numbers. All other fields are inside quotes.
    var id: [UInt8] = []
    var name: [UInt8] = []
    var districtCode: [UInt8] = []
    var district: [UInt8] = []
    var address: [UInt8] = []
    var phone: [UInt8] = []
    var website: [UInt8] = []
    var kindCode: [UInt8] = []
    var kindName: [UInt8] = []
    var latitude: [UInt8] = []
    var longitude: [UInt8] = []
    var sns: [UInt8] = []

    /// Empties all fields but keeps their memory.
    mutating func clear() {
        id.removeAll(keepingCapacity: true)
        name.removeAll(keepingCapacity: true)
        districtCode.removeAll(keepingCapacity: true)
        district.removeAll(keepingCapacity: true)
        address.removeAll(keepingCapacity: true)
        phone.removeAll(keepingCapacity: true)
        website.removeAll(keepingCapacity: true)
        kindCode.removeAll(keepingCapacity: true)
        kindName.removeAll(keepingCapacity: true)
        latitude.removeAll(keepingCapacity: true)
        longitude.removeAll(keepingCapacity: true)
        sns.removeAll(keepingCapacity: true)
    }

    /// Adds the row as a JSON object with the keys in the portal's order.
    func append(to page: inout [UInt8]) {
        page.append("{\"STORE_SEQ_NO\":")
        page.append(contentsOf: id)
        append(name, under: ",\"STORE_NAME\":\"", to: &page)
        append(districtCode, under: ",\"GU_CODE\":\"", to: &page)
        append(district, under: ",\"CODE_VALUE\":\"", to: &page)
        append(address, under: ",\"ADRES\":\"", to: &page)
        append(phone, under: ",\"TEL_NO\":\"", to: &page)
        append(website, under: ",\"HMPG_URL\":\"", to: &page)
        append(kindCode, under: ",\"STORE_TYPE\":\"", to: &page)
        append(kindName, under: ",\"STORE_TYPE_NAME\":\"", to: &page)
        append(latitude, under: ",\"XCNTS\":\"", to: &page)
        append(longitude, under: ",\"YDNTS\":\"", to: &page)
        append(sns, under: ",\"SNS\":\"", to: &page)
        page.append("}")
    }

    private func append(_ value: [UInt8], under key: StaticString, to page: inout [UInt8]) {
        page.append(key)
        page.append(contentsOf: value)
        page.append("\"")
    }
}

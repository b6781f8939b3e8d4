internal import GeocliDatabase
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Returns the layers of the base map with their shapes, in the order of drawing. If none is imported, a catalog
    /// with places in Seoul has the Han of the program's ground.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a shape that can't be read, or for a missing table.
    /// - Complexity: O(v), v positions; all of them are in memory.
    package func baseLayers() throws -> [BaseLayer] {
        let imported = try read(BaseTable.layers)
        guard imported.isEmpty, hasGround, try provincesOfGround().contains(Ground.seoulName) else { return imported }
        return [Ground.water]
    }

    /// Returns all layers without their shapes, in the order of drawing: those of the base map, then the outlines of
    /// districts. Those of the program's ground stand where the catalog has none.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a source that can't be read, or for a missing table.
    package func layerSummaries() throws -> [LayerSummary] {
        let (base, districts) = try read { (try BaseTable.summaries($0), try OutlineTable.summary($0)) }
        return try (base.isEmpty ? groundWaterSummary().map { [$0] } ?? [] : base)
            + [districts ?? groundDistrictSummary()].compactMap { $0 }
    }

    /// Returns the roles of the layers that can be removed, including damaged layers. Does not read the layers' shapes.
    package func layersToRemove() throws -> [LayerRole] {
        try read { db in
            try BaseTable.rolesToRemove(db).map(LayerRole.base) + (OutlineTable.isEmpty(db) ? [] : [.districts])
        }
    }
}

/// The tables of the base map: the layers of water, parks, roads, railways and land under a map.
enum BaseTable {
    private static let tables = ["base_layer", "base_feature"]

    static func layers(_ db: Database) throws -> [BaseLayer] {
        try summaries(db).compactMap { summary in
            guard case .base(let role) = summary.role else { return nil }
            let rows = try Statement(
                db, "SELECT name, name_en, shape FROM base_feature WHERE role = ? ORDER BY id")
            rows.bind(1, role.rawValue)
            var features: [BaseFeature] = []
            while try rows.step() {
                guard let shape = DrawnShape(text: rows.bytes(2)) else {
                    throw CatalogDamage.ground(
                        Words(
                            en: "a shape of the layer \(role.rawValue) can't be read",
                            ko: "\(role.words.ko) 레이어의 도형을 읽을 수 없습니다"))
                }
                features.append(BaseFeature(name: rows.text(0), englishName: rows.text(1), shape: shape))
            }
            return BaseLayer(role: role, source: summary.source, features: features)
        }
    }

    static func summaries(_ db: Database) throws -> [LayerSummary] {
        var summaries: [LayerSummary] = []
        let sql = """
            SELECT l.title, l.license, l.sha256, l.imported_on, l.role,
                (SELECT count(*) FROM base_feature f WHERE f.role = l.role),
                (SELECT coalesce(sum(length(CAST(shape AS BLOB))), 0) FROM base_feature f WHERE f.role = l.role)
            FROM base_layer l
            """
        try db.forEachRow(sql) { row in
            guard let source = OutlineTable.source(row), let role = row.text(4).flatMap(BaseRole.init(rawValue:)) else {
                throw CatalogDamage.ground(
                    Words(en: "the source of a layer is incomplete", ko: "레이어 하나의 출처 정보에 빠진 값이 있습니다"))
            }
            summaries.append(
                LayerSummary(
                    role: .base(role), source: source, featureCount: try row.count(5), byteCount: try row.count(6)))
        }
        let order = LayerRole.allCases
        return summaries.sorted { order.firstIndex(of: $0.role) ?? 0 < order.firstIndex(of: $1.role) ?? 0 }
    }

    /// Returns the problems of the layers: shapes that can't be read, differ from the import, or have no source.
    static func findings(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        var roles: Set<String> = []
        try db.forEachRow("SELECT title, license, sha256, imported_on, role FROM base_layer") { row in
            let role = row.text(4) ?? ""
            roles.insert(role)
            if OutlineTable.source(row) == nil || BaseRole(rawValue: role) == nil {
                findings.append(Finding.words("layer-source", ("role", DisplayText.singleLine(role))))
            }
        }
        try db.forEachRow("SELECT id, role, shape, sha256 FROM base_feature ORDER BY id") { row in
            let (id, role, text) = (row.integer(0), row.text(1) ?? "", row.bytes(2))
            if !roles.contains(role) { findings.append(Finding.words("shape-layer", ("id", "\(id)"))) }
            if OutlineTable.hash(text) != row.text(3) {
                findings.append(Finding.words("shape-changed", ("id", "\(id)")))
            }
            if DrawnShape(text: text) == nil { findings.append(Finding.words("shape-unread", ("id", "\(id)"))) }
        }
        return findings
    }

    /// Adds a layer, and removes the former layer with the same role.
    static func replace(_ db: Database, with layer: BaseLayer) throws {
        try remove([layer.role], db)
        let source = layer.source
        try db.execute(
            "INSERT INTO base_layer (role, title, license, sha256, imported_on) VALUES (?, ?, ?, ?, ?)",
            [layer.role.rawValue, source.title, source.license, source.sha256, source.importedOn])
        let insert = try Statement(
            db, "INSERT INTO base_feature (role, name, name_en, shape, sha256) VALUES (?, ?, ?, ?, ?)")
        for feature in layer.features {
            let text = feature.shape.text
            insert.bind(1, layer.role.rawValue)
            insert.bind(2, feature.name)
            insert.bind(3, feature.englishName)
            insert.bind(4, String(decoding: text, as: UTF8.self))
            insert.bind(5, OutlineTable.hash(text))
            try insert.run()
        }
    }

    /// Returns the roles that have a row in at least one of the two tables.
    static func rolesToRemove(_ db: Database) throws -> [BaseRole] {
        var found: Set<String> = []
        for table in tables {
            try db.forEachRow("SELECT DISTINCT role FROM \(table)") { found.insert($0.text(0) ?? "") }
        }
        return BaseRole.allCases.filter { found.contains($0.rawValue) }
    }

    /// Removes the layers that have these roles, even damaged ones. Returns how many features were removed.
    @discardableResult
    static func remove(_ roles: [BaseRole], _ db: Database) throws -> Int {
        var count = 0
        for role in roles {
            try db.execute("DELETE FROM base_feature WHERE role = ?", [role.rawValue])
            count += db.changedRows
            try db.execute("DELETE FROM base_layer WHERE role = ?", [role.rawValue])
        }
        try Seals.forgetEmptyParts(of: tables, db)
        return count
    }
}

internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The features of a collection, with the same bytes as in `--format geojson`.
extension RequestContext {
    func items(of set: FeatureSet) throws -> Response {
        let query = try PageQuery(self, in: set)
        switch set.content {
        case .places, .feed: return try places(query, of: set)
        case .districts:
            return try page(query, of: set, .outlines, last: \.name) { write in
                let outlines = try catalog.districtOutlines().drop { outline in
                    // Outlines are sorted by the bytes of their names.
                    query.after.map { !$0.utf8.lexicographicallyPrecedes(outline.name.utf8) } ?? false
                }
                for outline in outlines where query.box.map(outline.area.meets) ?? true {
                    if try !write(outline) { return }
                }
            }
        case .landmarks:
            return try page(query, of: set, .landmarks, last: { String($0.id) }) { write in
                try catalog.forEachLandmark(after: query.afterNumber) {
                    query.admits($0.landmark.coordinate) ? try write($0) : true
                }
            }
        case .issues:
            let schema = ListingSchema.issues(hasDistance: false, request.language)
            let filter = try issueFilter()
            return try page(query, of: set, schema, last: { String($0.issue.number) }) { write in
                try forEachIssue(filter, query, write)
            }
        }
    }

    private func places(_ query: PageQuery, of set: FeatureSet) throws -> Response {
        var filter = try FilterArguments(parameters).filter(in: catalog)
        if case .feed(let feed) = set.content { filter.feeds = [feed] }
        if let days = query.days { (filter.existed, filter.includesClosed) = (days, true) }
        return try page(query, of: set, ListingSchema<CatalogRow>.ofPlaces, last: { String($0.id) }) { write in
            guard let box = query.box else {
                return try catalog.forEachRow(filter, after: query.afterNumber, body: write)
            }
            try catalog.forEachRow(inOrWithoutPoint: box, filter, after: query.afterNumber, body: write)
        }
    }

    /// Calls `body` with issues in the order of their numbers until `body` returns false. The issues are read in
    /// pieces, because a box leaves out an unknown number of them.
    private func forEachIssue(
        _ filter: IssueFilter, _ query: PageQuery, _ body: (ListedIssue) throws -> Bool
    ) throws {
        var filter = filter
        filter.after = query.afterNumber
        var (goesOn, count) = (true, 0)
        repeat {
            count = 0
            try catalog.forEachIssue(filter, limit: query.limit + 1) { issue in
                count += 1
                filter.after = issue.issue.number
                if goesOn, query.admits(issue.issue.place?.coordinate) { goesOn = try body(issue) }
            }
        } while goesOn && count > query.limit
    }

    /// Returns a page of rows. `rows` passes each row to its argument until the argument returns false.
    private func page<Row>(
        _ query: PageQuery, of set: FeatureSet, _ schema: ListingSchema<Row>, last: @escaping (Row) -> String,
        rows: ((Row) throws -> Bool) throws -> Void
    ) throws -> Response {
        var (count, lastID, hasMore) = (0, "", false)
        var page = try features(schema, isPage: true) { writer in
            try rows { row in
                hasMore = count == query.limit
                guard !hasMore else { return false }
                count += 1
                if count == query.limit { lastID = last(row) }
                try writer.write(row)
                return true
            }
        }
        let next = hasMore ? PageKey(last: lastID).text(in: set) : nil
        let links = [pageLink("self", of: set, parameters.items), next.map { nextLink($0, of: set) }]
        // A page that has all matches also states their number. For any other page, a count would need a pass over all
        // matches.
        let matched = query.after == nil && next == nil ? count : nil
        let head = PageHead(returned: count, matched: matched, state: state, links: links.compactMap { $0 })
        head.complete(&page)
        return geoJSON(page)
    }

    /// Features as bytes, each on a line of its own; on a page, a comma follows each.
    private func features<Row>(
        _ schema: ListingSchema<Row>, isPage: Bool = false, _ write: (ListingWriter<Row>) throws -> Void
    ) throws -> [UInt8] {
        var options = ListingOptions()
        options.format = .geojsonseq
        options.keepsUnlocated = true
        options.language = request.language
        return try bytes(hasCommas: isPage) { sink in
            let writer = try ListingWriter(schema, options, into: sink)
            try write(writer)
            try writer.finish()
        }
    }

    private func geoJSON(_ bytes: [UInt8]) -> Response {
        var response = Response(200, MediaType.geoJSON.rawValue, bytes)
        response.headers.append(Header("Catalog-State", state))
        return response
    }

    // MARK: Links

    private func nextLink(_ key: String, of set: FeatureSet) -> Link {
        pageLink("next", of: set, parameters.items.filter { $0.name != "next" } + [("next", key)])
    }

    private func pageLink(_ relation: String, of set: FeatureSet, _ items: [(name: String, value: String)]) -> Link {
        let query = items.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }
        return link(relation, set.path + "/items" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), .geoJSON)
    }

    // MARK: One feature

    /// As in `show`, a place is found even if its feed no longer has it, so that links to it keep working.
    func item(_ word: String, of set: FeatureSet) throws -> Response {
        let missing = Problem.notFound(
            Words(
                en: "the collection \(set.id) has no feature \"\(Problem.shown(word))\"",
                ko: "\(set.id) 컬렉션에 \"\(Problem.shown(word))\" 피처가 없습니다"))
        // The numbers of all features begin at 1.
        let number = Int64(word).flatMap { $0 > 0 && String($0) == word ? $0 : nil }
        let feature: [UInt8]
        switch (set.content, number) {
        case (.places, let id?), (.feed, let id?):
            var entry: CatalogEntry?
            try catalog.forEachEntry(ids: [id]) { entry = $0 }
            guard let entry else { throw missing }
            if case .feed(let feed) = set.content, entry.feed != feed { throw missing }
            feature = try features(ListingSchema<CatalogEntry>.places) { try $0.write(entry) }
        case (.districts, _):
            guard let outline = try catalog.districtOutlines().first(where: { $0.name == word }) else { throw missing }
            feature = try features(ListingSchema.outlines) { try $0.write(outline) }
        case (.landmarks, let id?):
            var found: ListedLandmark?
            try catalog.forEachLandmark(after: id - 1) {
                found = $0.id == id ? $0 : nil
                return false
            }
            guard let found else { throw missing }
            feature = try features(ListingSchema.landmarks) { try $0.write(found) }
        case (.issues, let id?):
            let schema = ListingSchema.issues(hasDistance: false, request.language)
            feature = try features(schema) { try $0.write(ListedIssue(try catalog.issue(id))) }
        default: throw missing
        }
        let path = "\(set.path)/items/\(PercentCoding.encoded(word))"
        let links = [link("self", path, .geoJSON), link("collection", set.path, .json, set.title)]
        return geoJSON(PageHead.feature(feature, with: links))
    }
}

struct PageHead {
    let returned: Int
    /// The number of features on all pages; nil if it is not known.
    let matched: Int?
    /// The state of the catalog when the page was read. There is no `timeStamp`: the same answer has the same bytes.
    let state: String
    let links: [Link]

    /// Puts the beginning and the end of the document around Features, one on each line, each with a comma after it.
    func complete(_ page: inout [UInt8]) {
        var json = JSONWriter()
        json.beginObject()
        json.name("type")
        json.string("FeatureCollection")
        json.name("numberReturned")
        json.integer(Int64(returned))
        if let matched {
            json.name("numberMatched")
            json.integer(Int64(matched))
        }
        json.name("state")
        json.string(state)
        json.name("links")
        json.value(.array(links.map(\.json)))
        json.name("features")
        json.beginArray()
        json.raw("\n")
        if returned > 0 {
            // No comma follows the last Feature.
            page.removeLast(2)
            page.append(UInt8(ascii: "\n"))
        }
        page += Array("]}\n".utf8)
        page.insert(contentsOf: json.bytes, at: 0)
    }

    static func feature(_ line: [UInt8], with links: [Link]) -> [UInt8] {
        var json = JSONWriter()
        json.raw(",")
        json.name("links")
        json.value(.array(links.map(\.json)))
        json.raw("}\n")
        // The line ends in a brace and a line end.
        return line.dropLast(2) + json.bytes
    }
}

extension RequestContext {
    /// Returns the filter of the collection of issues. Its parameters mean what the options of `issues list` mean.
    func issueFilter() throws -> IssueFilter {
        var filter = IssueFilter()
        filter.states = try issueStates() ?? IssueFilter.waiting
        filter.rules = Set(try ValueArgument.choices(parameters.all("rule"), option: "rule", of: IssueRule.self))
        let severities = parameters.all("severity")
        filter.severities = Set(
            try ValueArgument.choices(severities, option: "severity", of: IssueRule.Severity.self))
        let words = try FilterArguments(parameters)
        guard !words.isEmpty else { return filter }
        // An issue may be about a place that is not listed.
        filter.places = try words.filter(in: catalog)
        filter.places?.includesClosed = true
        return filter
    }

    /// Returns the wanted states: empty for all states, nil if the request names none.
    private func issueStates() throws -> Set<IssueState>? {
        let words = ValueArgument.list(parameters.all("state"))
        guard !words.isEmpty else { return nil }
        guard !words.contains(FeatureSet.everyState) else { return [] }
        return Set(
            try words.map { word in
                guard let state = IssueState(rawValue: word.lowercased()) else {
                    let names = IssueState.allCases.map(\.rawValue) + [FeatureSet.everyState]
                    throw ValueArgument.unknown("state", word, among: names)
                }
                return state
            })
    }
}

/// Checks the pages of an index: a search through them must be able to find every position, and must find nothing else.
public enum PageCheck {
    /// Calls `body` with the number of each page that can't be read, that is reached twice, or whose box in the page
    /// above is not the box of its content.
    ///
    /// - Returns: the number of pages that can be reached from the root.
    /// - Throws: errors of the source, except the errors for damage, and errors of `body`.
    /// - Complexity: O(n), n positions.
    public static func run<Pages: PageSource>(
        _ pages: Pages, isDamage: (any Error) -> Bool, body: (_ page: Int64) throws -> Void
    ) throws -> Int {
        pages.begin()
        var waiting: [(number: Int64, level: Int?, box: PageBox?)] = [(PageLayout.root, nil, nil)]
        var met: Set<Int64> = []
        while let next = waiting.popLast() {
            // In a damaged index, pages may refer to each other in a circle, or two pages may refer to the same page.
            guard met.insert(next.number).inserted else {
                try body(next.number)
                continue
            }
            do {
                try pages.withPage(next.number) { bytes in
                    guard let page = PointPage(bytes, level: next.level) else { throw pages.damage(next.number) }
                    let (whole, children) = try boxes(page, or: pages.damage(next.number))
                    if let box = next.box, box != whole { throw pages.damage(next.number) }
                    for (index, box) in children.enumerated() {
                        waiting.append((page.firstChild + Int64(index), page.level - 1, box))
                    }
                }
            } catch let error where isDamage(error) {
                try body(next.number)
            }
        }
        return met.count
    }

    /// Returns the box of a page, and the boxes of its children; no children for a leaf, whose own boxes are checked
    /// here.
    private static func boxes(
        _ page: PointPage, or damage: @autoclosure () -> any Error
    ) throws -> (whole: PageBox, children: [PageBox]) {
        var whole = PageBox()
        var children: [PageBox] = []
        let count = page.level == 0 ? page.pointGroups : page.count
        for index in 0..<count {
            let box = page.boxes(index / PageLayout.lanes)[index % PageLayout.lanes]
            if page.level == 0 {
                var right = PageBox()
                for lane in 0..<min(PageLayout.lanes, page.count - index * PageLayout.lanes) {
                    let point = page.points(index)[lane]
                    guard abs(point.longitude) <= 180, abs(point.latitude) <= 90 else { throw damage() }
                    right.add(point)
                }
                guard box == right else { throw damage() }
            } else {
                children.append(box)
            }
            whole.add(box)
        }
        return (whole, children)
    }
}

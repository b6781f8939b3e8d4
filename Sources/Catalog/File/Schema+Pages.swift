/// The table of schema 13: the index of points that queries read.
extension Schema {
    static let pages = """
        -- The pages of an index of all points (PointPages, PageLayout). Page 1 is the root; this one is empty.
        CREATE TABLE point_page (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            data BLOB NOT NULL CHECK (length(data) >= 16)
        ) STRICT;

        INSERT INTO point_page VALUES (1, zeroblob(16));
        """
}

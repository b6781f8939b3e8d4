/// The tables of schemas 13 and 15: the index of points that queries read, and the seals of rows.
extension Schema {
    static let pages = """
        -- The pages of an index of all points (PointPages, PageLayout). Page 1 is the root; this one is empty.
        CREATE TABLE point_page (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            data BLOB NOT NULL CHECK (length(data) >= 16)
        ) STRICT;

        INSERT INTO point_page VALUES (1, zeroblob(16));
        """

    static let seals = """
        -- The number of rows of each part of a table, and the sum of their hashes (Seals).
        CREATE TABLE seal (
            name TEXT NOT NULL CHECK (name <> ''),
            part INTEGER NOT NULL,
            count INTEGER NOT NULL,
            hash INTEGER NOT NULL,
            PRIMARY KEY (name, part)
        ) STRICT, WITHOUT ROWID;
        """
}

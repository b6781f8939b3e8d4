import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import Testing

@Suite struct ServerAddressTests {
    @Test(arguments: [
        "postgres://u:secret@h/d", "postgresql://u:secret@h/d", "POSTGRES://u:secret@h/d", "postgres://u:@h/d",
        "postgres://u:se%63ret@h/d", "postgres://u:a/secret@h/d", "postgres://u:a?secret@h/d",
        "postgres://u:a#secret@h/d",
        "postgres://u:p@secret@h/d", "postgres://:secret@h/d", "postgres://h/d?password=secret",
        "postgres://h/d?user=u&password=secret", "postgres://h/d?PASSWORD=secret", "postgres://h/d?%70assword=secret",
        "postgres://h/d?sslpassword=secret", "postgres://h/d?a=b?password=secret", "postgres:///?password=secret",
        "postgres://?password=secret", "postgres://user:secret", "postgres://h:1,g:secret/d",
        "postgres://u:secret@[::1]:5432/d", "--db=postgres://u:secret@h/d", "postgres://h/d?password=",
    ])
    func aPasswordIsFoundAndNotRepeated(_ word: String) {
        #expect(ServerAddress.holdsPassword(word))
        let text = word.replacing("--db=", with: "")
        #expect(throws: ServerAddressError.password) { try ServerAddress(text) }
        #expect(!ServerAddressError.password.words.en.contains("secret"))
    }

    @Test(arguments: [
        "postgres://h/d", "postgresql://u@h:5432/d", "postgres:///d", "postgres://", "postgres://u@h1:1,h2:2/d",
        "postgres://[::1]:5432/d", "postgres://u@/d?host=%2Ftmp%2Fx&port=1",
        "postgres://h/d?passfile=/x&sslmode=require",
        "postgres://?service=places", "postgres://h/d#seoul", "catalog.sqlite", "a:b@c.sqlite",
    ])
    func whatHoldsNoneIsLetThrough(_ word: String) { #expect(!ServerAddress.holdsPassword(word)) }

    @Test func aPathIsNoAddress() {
        #expect(!ServerAddress.isAddress("catalog.sqlite"))
        #expect(!ServerAddress.isAddress("./postgres://h/d"))
        #expect(ServerAddress.isAddress("postgres://h/d"))
        #expect(ServerAddress.isAddress("postgresql://"))
        #expect(throws: ServerAddressError.malformed) { try ServerAddress("catalog.sqlite") }
    }

    @Test func theSchemaStandsBehindTheURL() throws {
        #expect(try ServerAddress("postgres://h/d").schema == "geocli")
        #expect(try ServerAddress("postgres://h/d", schema: "s").schema == "s")
        let seoul = try ServerAddress("postgres://u@h/d?sslmode=require#seoul", schema: "seoul")
        #expect(seoul.schema == "seoul")
        #expect(seoul.url == "postgresql://u@h/d?sslmode=require")
        #expect(throws: ServerAddressError.twoSchemas) { try ServerAddress("postgres://h/d#a", schema: "b") }
        for name in ["", "1a", "a b", "a\"b", "a.b", "서울", "a;drop", String(repeating: "a", count: 49)] {
            #expect(throws: ServerAddressError.schema(name)) { try ServerAddress("postgres://h/d", schema: name) }
        }
    }

    @Test func peopleSeeNeitherUserNorParameters() throws {
        #expect(try ServerAddress("postgresql://u@h:1/d?sslmode=require").name == "postgres://h:1/d")
        #expect(try ServerAddress("postgres://u@h/d#seoul").name == "postgres://h/d#seoul")
        #expect(try ServerAddress("postgres://h/\u{1B}[31m").name == "postgres://h/[31m")
    }
}

import TestSupport
import Testing

/// The errors for positions, boxes, distances and counts, word for word.
@Suite struct WrongPlaceTests {
    private typealias Case = WrongUsage

    @Test(arguments: places) func aWrongPlaceIsRefusedInOneSentence(_ wrong: WrongUsage) throws { try wrong.check() }

    private static let places: [WrongUsage] = [
        // positions
        Case("near nan,126.9", "WHERE: \"nan\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5,NaN", "WHERE: \"NaN\" is not a number; \(WrongUsage.position)"),
        Case("near inf,1", "WHERE: \"inf\" is not a number; \(WrongUsage.position)"),
        Case("near 0x25,126.9", "WHERE: \"0x25\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5,0x7E", "WHERE: \"0x7E\" is not a number; \(WrongUsage.position)"),
        Case("near 1e999,0", "WHERE: \"1e999\" is not a number; \(WrongUsage.position)"),
        Case("near 91,200", "WHERE: latitude 91 is not between -90 and 90; write degrees"),
        Case("near 37.5,181", "WHERE: longitude 181 is not between -180 and 180; write degrees"),
        Case("near 37.5,-180.1", "WHERE: longitude -180.1 is not between -180 and 180; write degrees"),
        Case(
            "near 126.9236,37.5563",
            "WHERE: latitude 126.9236 is beyond ±90, so latitude and longitude seem to be swapped; write 37.5563,126.9236"
        ),
        Case(
            "near -126.9,37.5",
            "WHERE: latitude -126.9 is beyond ±90, so latitude and longitude seem to be swapped; write 37.5,-126.9"),
        Case("near 95,-120", "WHERE: latitude 95 is not between -90 and 90; write degrees"),
        Case("near ''", "WHERE: missing; \(WrongUsage.position)"),
        Case("near ' '", "WHERE: missing; \(WrongUsage.position)"),
        Case("near 37.5", "WHERE: \"37.5\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,", "WHERE: \"37.5,\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near ,126.9", "WHERE: \",126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,126.9,10", "WHERE: \"37.5,126.9,10\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,,126.9", "WHERE: \"37.5,,126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near '37,5 126,9'", "WHERE: \"37,5 126,9\" is not 2 numbers; \(WrongUsage.position)"),
        Case(
            "near 37.5\u{1B}[31m,1",
            "WHERE: no place is called \"37.5[31m,1\"; search for a part of the name with 'geocli search', "
                + "or write latitude,longitude", 66),
        Case("near ٣٧,126", "WHERE: \"٣٧\" is not a number; \(WrongUsage.position)"),
        Case("near 1_0,2", "WHERE: \"1_0\" is not a number; \(WrongUsage.position)"),
        Case(
            "near",
            "WHERE is missing; \(WrongUsage.position), or a name, or set 'here' in the configuration file "
                + "(see 'geocli config --help')"),
        Case("near 37.5 126.9 10", "WHERE: \"37.5 126.9 10\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near nan 126.9", "WHERE: \"nan\" is not a number; \(WrongUsage.position)"),
        Case("near -nan,1", "WHERE: \"-nan\" is not a number; \(WrongUsage.position)"),
        Case(
            "near -91,0", "WHERE: latitude -91 is beyond ±90, so latitude and longitude seem to be swapped; write 0,-91"
        ),
        Case("near 37.5N,127.5N", "WHERE: two latitudes are not a position; \(WrongUsage.position)"),
        Case(
            "near '37°75 N, 127 E'",
            "WHERE: minutes must be below 60, not 75; write degrees, minutes and seconds, such as 37°33'22.7\"N"),
        Case(
            "near https://naver.me/5abc",
            "WHERE: a short link (naver.me) only redirects, and geocli does not open links; "
                + "open the link in a browser and give the address that it leads to"),
        Case(
            "near https://map.kakao.com/?urlX=497356.9&urlY=1129837.9",
            "WHERE: the numbers of this Kakao Map link are meters of a map projection, not degrees; "
                + "open the link and write the position as latitude,longitude"),
        Case(
            "near https://example.org/37.5,127",
            "WHERE: links to \"example.org\" are not supported (only Google Maps, NAVER Map, Kakao Map, "
                + "Apple Maps and OpenStreetMap are); write latitude,longitude"),
        Case("search a --near 37.5,181", "--near: longitude 181 is not between -180 and 180; write degrees"),
        // boxes
        Case("bbox 126,37,127", "W,S,E,N: \"126,37,127\" is not 4 numbers; \(WrongUsage.box)"),
        Case("bbox 126,37,127,38,5", "W,S,E,N: \"126,37,127,38,5\" is not 4 numbers; \(WrongUsage.box)"),
        Case(
            "bbox 37.5,126.9,37.6,127",
            "W,S,E,N: latitude 126.9 is beyond ±90, so latitude and longitude seem to be swapped; write 126.9,37.5,127,37.6"
        ),
        Case("bbox 126,38,127,37", "W,S,E,N: south 38 is greater than north 37; write west,south,east,north"),
        Case("bbox 126,37,127,91", "W,S,E,N: latitude 91 is not between -90 and 90; write degrees"),
        Case("bbox 126,37,181,38", "W,S,E,N: longitude 181 is not between -180 and 180; write degrees"),
        Case("bbox 126,97,127,98", "W,S,E,N: latitude 97 is not between -90 and 90; write degrees"),
        Case("bbox nan,1,2,3", "W,S,E,N: \"nan\" is not a number; \(WrongUsage.box)"),
        Case("bbox 1,2,3,inf", "W,S,E,N: \"inf\" is not a number; \(WrongUsage.box)"),
        Case("bbox 1,0x2,3,4", "W,S,E,N: \"0x2\" is not a number; \(WrongUsage.box)"),
        Case("bbox ''", "W,S,E,N: missing; \(WrongUsage.box)"),
        Case("bbox 126,,127,38", "W,S,E,N: \"126,,127,38\" is not 4 numbers; \(WrongUsage.box)"),
        Case("bbox a,b,c,d", "W,S,E,N: \"a\" is not a number; \(WrongUsage.box)"),
        Case(
            "bbox '126.97,37.55 127.00,37.58'",
            "W,S,E,N: \"126.97,37.55 127.00,37.58\" is not 4 numbers; \(WrongUsage.box)"),
        Case("bbox", "W,S,E,N: missing; \(WrongUsage.box)"),
        // within
        Case("near 37.5,127 --within 800", "--within \"800\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within -5m", "--within \"-5m\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 1e400km", "--within \"1e400km\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within km", "--within \"km\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 1.5", "--within \"1.5\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within ''", "--within \"\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within abc", "--within \"abc\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 1,5km", "--within \"1,5km\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 800ft", "--within \"800ft\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within nanm", "--within \"nanm\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 0x5m", "--within \"0x5m\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within ８００m", "--within \"８００m\": \(WrongUsage.distance)"),
        Case("near 37.5,127 --within 1kmm", "--within \"1kmm\": \(WrongUsage.distance)"),
        // k
        Case("near 37.5,127 -k 0", "-k \"0\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k -1", "-k \"-1\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k 1.5", "-k \"1.5\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k abc", "-k \"abc\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k ''", "-k \"\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k 1e3", "-k \"1e3\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k +5", "-k \"+5\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k ５", "-k \"５\": \(WrongUsage.positive)"),
        Case("near 37.5,127 --limit 0", "--limit \"0\": \(WrongUsage.positive)"),
        Case("near 37.5,127 -k", "-k needs a value; see 'geocli near --help'"),
        Case("list -k 5", "unknown option -k; see 'geocli list --help'"),
        Case("list --limit -1", "--limit \"-1\": write a whole number, 0 or more"),
        Case("list --limit x", "--limit \"x\": write a whole number, 0 or more"),
    ]
}

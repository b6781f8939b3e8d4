import TestSupport
import Testing

/// Positions, boxes, distances and counts that are refused, word for word.
@Suite struct WrongPlaceTests {
    private typealias Case = WrongUsage

    @Test(arguments: places) func aWrongPlaceIsRefusedInOneSentence(_ wrong: WrongUsage) throws { try wrong.check() }

    private static let places: [WrongUsage] = [
        // positions
        Case("near nan,126.9", "LAT,LON: \"nan\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5,NaN", "LAT,LON: \"NaN\" is not a number; \(WrongUsage.position)"),
        Case("near inf,1", "LAT,LON: \"inf\" is not a number; \(WrongUsage.position)"),
        Case("near 0x25,126.9", "LAT,LON: \"0x25\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5,0x7E", "LAT,LON: \"0x7E\" is not a number; \(WrongUsage.position)"),
        Case("near 1e999,0", "LAT,LON: \"1e999\" is not a number; \(WrongUsage.position)"),
        Case("near 91,200", "LAT,LON: latitude 91 is not between -90 and 90; write degrees"),
        Case("near 37.5,181", "LAT,LON: longitude 181 is not between -180 and 180; write degrees"),
        Case("near 37.5,-180.1", "LAT,LON: longitude -180.1 is not between -180 and 180; write degrees"),
        Case(
            "near 126.9236,37.5563",
            "LAT,LON: latitude 126.9236 is beyond ±90, the two look swapped; write 37.5563,126.9236"),
        Case("near -126.9,37.5", "LAT,LON: latitude -126.9 is beyond ±90, the two look swapped; write 37.5,-126.9"),
        Case("near 95,-120", "LAT,LON: latitude 95 is not between -90 and 90; write degrees"),
        Case("near ''", "LAT,LON: missing; \(WrongUsage.position)"),
        Case("near ' '", "LAT,LON: missing; \(WrongUsage.position)"),
        Case("near 37.5", "LAT,LON: \"37.5\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,", "LAT,LON: \"37.5,\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near ,126.9", "LAT,LON: \",126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,126.9,10", "LAT,LON: \"37.5,126.9,10\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5,,126.9", "LAT,LON: \"37.5,,126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near abc,def", "LAT,LON: \"abc\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5563N,126.9E", "LAT,LON: \"37.5563N\" is not a number; \(WrongUsage.position)"),
        Case("near '37,5 126,9'", "LAT,LON: \"37,5 126,9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5\u{1B}[31m,1", "LAT,LON: \"37.5[31m\" is not a number; \(WrongUsage.position)"),
        Case("near ٣٧,126", "LAT,LON: \"٣٧\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5;126.9", "LAT,LON: \"37.5;126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 1_0,2", "LAT,LON: \"1_0\" is not a number; \(WrongUsage.position)"),
        Case("near 37.5，126.9", "LAT,LON: \"37.5，126.9\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near 37.5°,126.9°", "LAT,LON: \"37.5°\" is not a number; \(WrongUsage.position)"),
        Case(
            "near",
            "LAT,LON: missing; \(WrongUsage.position), or set 'here' in the configuration file (see 'geocli config --help')"
        ),
        Case("near 37.5 126.9 10", "LAT,LON: \"37.5 126.9 10\" is not 2 numbers; \(WrongUsage.position)"),
        Case("near nan 126.9", "LAT,LON: \"nan\" is not a number; \(WrongUsage.position)"),
        Case("near -nan,1", "LAT,LON: \"-nan\" is not a number; \(WrongUsage.position)"),
        Case("near -91,0", "LAT,LON: latitude -91 is beyond ±90, the two look swapped; write 0,-91"),
        // boxes
        Case("bbox 126,37,127", "W,S,E,N: \"126,37,127\" is not 4 numbers; \(WrongUsage.box)"),
        Case("bbox 126,37,127,38,5", "W,S,E,N: \"126,37,127,38,5\" is not 4 numbers; \(WrongUsage.box)"),
        Case(
            "bbox 37.5,126.9,37.6,127",
            "W,S,E,N: latitude 126.9 is beyond ±90, the two look swapped; write 126.9,37.5,127,37.6"),
        Case("bbox 126,38,127,37", "W,S,E,N: south 38 is north of north 37; write west,south,east,north"),
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

import Foundation
import TestSupport
import Testing

/// What a reader does with the page of `geocli map`, in headless Chromium (Tests/Browser/check_tools.py). One browser at
/// a time, as in `MapBrowserTests`.
@Suite(.serialized, .enabled(if: Chromium.canRun, "chromium-driver is not installed")) struct ToolsBrowserTests {
    @Test(arguments: [
        "near_me_is_what_near_says", "a_refused_position_is_explained", "a_picked_point_is_in_the_link",
        "orders_and_the_view_limit_the_list", "files_are_those_of_export", "hostile_text_spoils_no_file_and_no_link",
        "links_are_copied_and_shared", "an_embedded_page_leaves_the_article_its_wheel", "guesses_are_those_of_search",
        "a_search_among_thousands_is_quick", "fingers_keys_and_screen_readers_reach_the_tools",
        "two_taps_lead_to_the_nearest_used_one",
    ])
    func thePageIsAsItShouldBe(_ check: String) throws { try Chromium.expect(check, of: "check_tools.py") }

    @Test func everyCheckIsAmongTheseTests() throws {
        try Chromium.expectAllChecks(of: "check_tools.py", in: String(contentsOfFile: #filePath, encoding: .utf8))
    }
}

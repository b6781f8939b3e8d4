import Foundation
import TestSupport
import Testing

/// The page of `geocli map` in headless Chromium (Tests/Browser). On CI these must run; elsewhere only where Chromium
/// and its driver are installed. Only one browser runs at a time, because two would slow each other down.
@Suite(.serialized, .enabled(if: Chromium.canRun, "chromium-driver is not installed")) struct MapBrowserTests {
    @Test(arguments: [
        "the_page_asks_for_nothing", "nothing_but_the_tiles_is_asked_for", "markers_are_those_of_cluster",
        "an_independent_checker_finds_the_levels_right", "the_pass_is_right_at_the_edges_of_the_world",
        "search_finds_what_the_program_finds",
        "what_the_list_counts_the_map_shows", "results_are_shown_at_once",
        "numbers_and_colours_say_what_a_marker_holds", "chips_and_districts_count_what_the_others_leave",
        "a_card_leaves_the_map_where_it_is", "back_undoes_the_last_step", "a_marker_lists_what_it_holds",
        "a_card_says_what_is_known", "a_card_names_the_other_rows_of_a_shop",
        "own_records_are_on_markers_and_cards", "own_records_fit_a_phone_and_both_themes",
        "the_other_rows_fit_a_phone_and_both_themes",
        "a_link_reopens_what_was_seen", "everything_can_be_done_with_keys",
        "everything_has_a_name_for_screen_readers", "both_languages_are_whole", "a_phone_has_the_map_and_the_list",
        "hostile_text_stays_text", "changes_are_shown_since_a_day", "thousands_stay_in_hand",
        "a_page_of_very_many_is_whole",
        "a_page_without_outlines_or_points_works", "the_map_fits_its_place_on_a_small_phone",
        "a_card_never_says_what_was_true_before", "the_address_survives_what_people_write_into_it",
        "districts_are_drawn_and_named_beside_the_markers", "both_sides_of_the_antimeridian_are_one_place",
        "text_can_be_read_by_everyone", "the_ground_lies_under_the_outlines_and_is_named",
        "names_give_way_to_markers_and_to_each_other", "tiles_that_want_a_referer_come_to_a_served_page_only",
        "tiles_that_are_dropped_or_come_in_part_are_said", "every_number_is_that_of_its_district",
        "the_chosen_place_is_drawn_alone_at_its_point", "a_page_opens_in_the_readers_language",
        "the_card_leaves_the_buttons_free", "a_print_has_legend_list_and_sources",
        "no_marker_counts_both_sides_of_a_border", "a_search_without_results_leaves_the_view",
        "credits_on_a_phone_take_one_line", "decomposed_names_stand_with_their_like",
    ])
    func thePageIsAsItShouldBe(_ check: String) throws { try Chromium.expect(check, of: "check_map.py") }

    @Test func everyCheckIsAmongTheseTests() throws {
        try Chromium.expectAllChecks(of: "check_map.py", in: String(contentsOfFile: #filePath, encoding: .utf8))
    }
}

enum Chromium {
    static var canRun: Bool {
        ProcessInfo.processInfo.environment["CI"] == "true"
            || ["/usr/bin/chromium", "/usr/bin/chromedriver"].allSatisfy(FileManager.default.isExecutableFile)
    }

    /// Expects that a check of a script in Tests/Browser finds nothing wrong.
    static func expect(_ check: String, of script: String) throws {
        let place = try Workplace()
        let run = try run(script, [TestSupport.geocli.path, place.folder.path, check])
        #expect(run.status == 0, "\(run.text.prefix(2000)) \(run.errorText.suffix(2000))")
    }

    /// Expects that the source of a suite names all checks of a script.
    static func expectAllChecks(of script: String, in source: String) throws {
        let names = try run(script, ["--list"]).text.split(separator: "\n")
        #expect(!names.isEmpty)
        for name in names { #expect(source.contains("\"\(name)\""), "\(name)") }
    }

    private static func run(_ script: String, _ arguments: [String]) throws -> ProgramRun {
        let path = TestSupport.packageRoot.appendingPathComponent("Tests/Browser/\(script)").path
        // Debian's own Python, because another Python does not find its packages.
        return try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-B", path] + arguments,
            environment: ["PYTHONIOENCODING": "utf-8", "HOME": NSTemporaryDirectory()])
    }
}

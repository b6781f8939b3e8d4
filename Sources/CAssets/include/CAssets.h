#ifndef GEOCLI_CASSETS_H
#define GEOCLI_CASSETS_H

#include <stddef.h>

// Files that are part of the programs: declarations of feeds, the parts of the map page, and the ground under it. The compiler takes an array
// of a C file in a moment; as an array of a Swift file, the same bytes took a tenth of a build.

/// The bytes of a file.
typedef struct {
    const unsigned char *_Nonnull start;
    size_t count;
} geocli_asset;

// Sources/Ingest/Feeds
extern const geocli_asset seoul_bookstores_toml;
extern const geocli_asset seoul_libraries_toml;
extern const geocli_asset seoul_small_libraries_toml;
extern const geocli_asset seoul_culture_toml;
extern const geocli_asset seoul_stations_toml;
extern const geocli_asset kcisa_indie_bookstores_toml;
extern const geocli_asset kcisa_used_bookstores_toml;
extern const geocli_asset localdata_animal_hospitals_toml;
extern const geocli_asset places_toml;
extern const geocli_asset starter_toml;
extern const geocli_asset starter_ko_toml;

// Sources/Drawing/Page/Assets
extern const geocli_asset page_html;
extern const geocli_asset page_css;
extern const geocli_asset base_css;
extern const geocli_asset ground_js;
extern const geocli_asset tiles_js;
extern const geocli_asset text_js;
extern const geocli_asset packed_js;
extern const geocli_asset collision_js;
extern const geocli_asset model_js;
extern const geocli_asset words_js;
extern const geocli_asset orders_js;
extern const geocli_asset address_js;
extern const geocli_asset elements_js;
extern const geocli_asset card_js;
extern const geocli_asset cardbox_js;
extern const geocli_asset base_js;
extern const geocli_asset chart_js;
extern const geocli_asset page_js;
extern const geocli_asset guess_js;

// Sources/Drawing/Tools/Assets
extern const geocli_asset geodesic_js;
extern const geocli_asset points_js;
extern const geocli_asset phrases_js;
extern const geocli_asset links_js;
extern const geocli_asset share_js;
extern const geocli_asset here_js;
extern const geocli_asset order_js;
extern const geocli_asset download_js;
extern const geocli_asset embed_js;
extern const geocli_asset tools_js;
extern const geocli_asset tools_css;

// Sources/Drawing/Landmarks/Assets
extern const geocli_asset landmarks_js;
extern const geocli_asset landmarks_css;

// Sources/Drawing/Facts/Assets
extern const geocli_asset facts_js;
extern const geocli_asset facts_css;

// Sources/Drawing/Records/Assets
extern const geocli_asset records_js;
extern const geocli_asset ownplaces_js;
extern const geocli_asset records_css;

// data/sample
extern const geocli_asset sample_json;

// data/korea
extern const geocli_asset korea_outlines_bin;
extern const geocli_asset korea_han_tsv;
extern const geocli_asset korea_stations_tsv;

#endif

#include "CAssets.h"

// Paths are relative to this file, and a changed file is compiled again (clang 19 or newer).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char seoul_bookstores_toml_bytes[] = {
#embed "../Ingest/Feeds/seoul-bookstores.toml"
};
const geocli_asset seoul_bookstores_toml = {seoul_bookstores_toml_bytes, sizeof seoul_bookstores_toml_bytes};

static const unsigned char seoul_libraries_toml_bytes[] = {
#embed "../Ingest/Feeds/seoul-libraries.toml"
};
const geocli_asset seoul_libraries_toml = {seoul_libraries_toml_bytes, sizeof seoul_libraries_toml_bytes};

static const unsigned char seoul_small_libraries_toml_bytes[] = {
#embed "../Ingest/Feeds/seoul-small-libraries.toml"
};
const geocli_asset seoul_small_libraries_toml = {seoul_small_libraries_toml_bytes, sizeof seoul_small_libraries_toml_bytes};

static const unsigned char seoul_culture_toml_bytes[] = {
#embed "../Ingest/Feeds/seoul-culture.toml"
};
const geocli_asset seoul_culture_toml = {seoul_culture_toml_bytes, sizeof seoul_culture_toml_bytes};

static const unsigned char seoul_stations_toml_bytes[] = {
#embed "../Ingest/Feeds/seoul-stations.toml"
};
const geocli_asset seoul_stations_toml = {seoul_stations_toml_bytes, sizeof seoul_stations_toml_bytes};

static const unsigned char kcisa_indie_bookstores_toml_bytes[] = {
#embed "../Ingest/Feeds/kcisa-indie-bookstores.toml"
};
const geocli_asset kcisa_indie_bookstores_toml = {kcisa_indie_bookstores_toml_bytes, sizeof kcisa_indie_bookstores_toml_bytes};

static const unsigned char kcisa_used_bookstores_toml_bytes[] = {
#embed "../Ingest/Feeds/kcisa-used-bookstores.toml"
};
const geocli_asset kcisa_used_bookstores_toml = {kcisa_used_bookstores_toml_bytes, sizeof kcisa_used_bookstores_toml_bytes};

static const unsigned char localdata_animal_hospitals_toml_bytes[] = {
#embed "../Ingest/Feeds/localdata-animal-hospitals.toml"
};
const geocli_asset localdata_animal_hospitals_toml = {localdata_animal_hospitals_toml_bytes, sizeof localdata_animal_hospitals_toml_bytes};

static const unsigned char places_toml_bytes[] = {
#embed "../Ingest/Feeds/places.toml"
};
const geocli_asset places_toml = {places_toml_bytes, sizeof places_toml_bytes};

static const unsigned char starter_toml_bytes[] = {
#embed "../Ingest/Feeds/starter.toml"
};
const geocli_asset starter_toml = {starter_toml_bytes, sizeof starter_toml_bytes};

static const unsigned char starter_ko_toml_bytes[] = {
#embed "../Ingest/Feeds/starter-ko.toml"
};
const geocli_asset starter_ko_toml = {starter_ko_toml_bytes, sizeof starter_ko_toml_bytes};

static const unsigned char page_html_bytes[] = {
#embed "../Drawing/Page/Assets/page.html"
};
const geocli_asset page_html = {page_html_bytes, sizeof page_html_bytes};

static const unsigned char page_css_bytes[] = {
#embed "../Drawing/Page/Assets/page.css"
};
const geocli_asset page_css = {page_css_bytes, sizeof page_css_bytes};

static const unsigned char base_css_bytes[] = {
#embed "../Drawing/Page/Assets/base.css"
};
const geocli_asset base_css = {base_css_bytes, sizeof base_css_bytes};

static const unsigned char ground_js_bytes[] = {
#embed "../Drawing/Page/Assets/ground.js"
};
const geocli_asset ground_js = {ground_js_bytes, sizeof ground_js_bytes};

static const unsigned char tiles_js_bytes[] = {
#embed "../Drawing/Page/Assets/tiles.js"
};
const geocli_asset tiles_js = {tiles_js_bytes, sizeof tiles_js_bytes};

static const unsigned char text_js_bytes[] = {
#embed "../Drawing/Page/Assets/text.js"
};
const geocli_asset text_js = {text_js_bytes, sizeof text_js_bytes};

static const unsigned char packed_js_bytes[] = {
#embed "../Drawing/Page/Assets/packed.js"
};
const geocli_asset packed_js = {packed_js_bytes, sizeof packed_js_bytes};

static const unsigned char collision_js_bytes[] = {
#embed "../Drawing/Page/Assets/collision.js"
};
const geocli_asset collision_js = {collision_js_bytes, sizeof collision_js_bytes};

static const unsigned char model_js_bytes[] = {
#embed "../Drawing/Page/Assets/model.js"
};
const geocli_asset model_js = {model_js_bytes, sizeof model_js_bytes};

static const unsigned char words_js_bytes[] = {
#embed "../Drawing/Page/Assets/words.js"
};
const geocli_asset words_js = {words_js_bytes, sizeof words_js_bytes};

static const unsigned char orders_js_bytes[] = {
#embed "../Drawing/Page/Assets/orders.js"
};
const geocli_asset orders_js = {orders_js_bytes, sizeof orders_js_bytes};

static const unsigned char address_js_bytes[] = {
#embed "../Drawing/Page/Assets/address.js"
};
const geocli_asset address_js = {address_js_bytes, sizeof address_js_bytes};

static const unsigned char elements_js_bytes[] = {
#embed "../Drawing/Page/Assets/elements.js"
};
const geocli_asset elements_js = {elements_js_bytes, sizeof elements_js_bytes};

static const unsigned char card_js_bytes[] = {
#embed "../Drawing/Page/Assets/card.js"
};
const geocli_asset card_js = {card_js_bytes, sizeof card_js_bytes};

static const unsigned char cardbox_js_bytes[] = {
#embed "../Drawing/Page/Assets/cardbox.js"
};
const geocli_asset cardbox_js = {cardbox_js_bytes, sizeof cardbox_js_bytes};

static const unsigned char base_js_bytes[] = {
#embed "../Drawing/Page/Assets/base.js"
};
const geocli_asset base_js = {base_js_bytes, sizeof base_js_bytes};

static const unsigned char chart_js_bytes[] = {
#embed "../Drawing/Page/Assets/chart.js"
};
const geocli_asset chart_js = {chart_js_bytes, sizeof chart_js_bytes};

static const unsigned char page_js_bytes[] = {
#embed "../Drawing/Page/Assets/page.js"
};
const geocli_asset page_js = {page_js_bytes, sizeof page_js_bytes};

static const unsigned char guess_js_bytes[] = {
#embed "../Drawing/Page/Assets/guess.js"
};
const geocli_asset guess_js = {guess_js_bytes, sizeof guess_js_bytes};

static const unsigned char geodesic_js_bytes[] = {
#embed "../Drawing/Tools/Assets/geodesic.js"
};
const geocli_asset geodesic_js = {geodesic_js_bytes, sizeof geodesic_js_bytes};

static const unsigned char points_js_bytes[] = {
#embed "../Drawing/Tools/Assets/points.js"
};
const geocli_asset points_js = {points_js_bytes, sizeof points_js_bytes};

static const unsigned char phrases_js_bytes[] = {
#embed "../Drawing/Tools/Assets/phrases.js"
};
const geocli_asset phrases_js = {phrases_js_bytes, sizeof phrases_js_bytes};

static const unsigned char links_js_bytes[] = {
#embed "../Drawing/Tools/Assets/links.js"
};
const geocli_asset links_js = {links_js_bytes, sizeof links_js_bytes};

static const unsigned char share_js_bytes[] = {
#embed "../Drawing/Tools/Assets/share.js"
};
const geocli_asset share_js = {share_js_bytes, sizeof share_js_bytes};

static const unsigned char here_js_bytes[] = {
#embed "../Drawing/Tools/Assets/here.js"
};
const geocli_asset here_js = {here_js_bytes, sizeof here_js_bytes};

static const unsigned char order_js_bytes[] = {
#embed "../Drawing/Tools/Assets/order.js"
};
const geocli_asset order_js = {order_js_bytes, sizeof order_js_bytes};

static const unsigned char download_js_bytes[] = {
#embed "../Drawing/Tools/Assets/download.js"
};
const geocli_asset download_js = {download_js_bytes, sizeof download_js_bytes};

static const unsigned char embed_js_bytes[] = {
#embed "../Drawing/Tools/Assets/embed.js"
};
const geocli_asset embed_js = {embed_js_bytes, sizeof embed_js_bytes};

static const unsigned char tools_js_bytes[] = {
#embed "../Drawing/Tools/Assets/tools.js"
};
const geocli_asset tools_js = {tools_js_bytes, sizeof tools_js_bytes};

static const unsigned char tools_css_bytes[] = {
#embed "../Drawing/Tools/Assets/tools.css"
};
const geocli_asset tools_css = {tools_css_bytes, sizeof tools_css_bytes};

static const unsigned char landmarks_js_bytes[] = {
#embed "../Drawing/Landmarks/Assets/landmarks.js"
};
const geocli_asset landmarks_js = {landmarks_js_bytes, sizeof landmarks_js_bytes};

static const unsigned char landmarks_css_bytes[] = {
#embed "../Drawing/Landmarks/Assets/landmarks.css"
};
const geocli_asset landmarks_css = {landmarks_css_bytes, sizeof landmarks_css_bytes};

static const unsigned char facts_js_bytes[] = {
#embed "../Drawing/Facts/Assets/facts.js"
};
const geocli_asset facts_js = {facts_js_bytes, sizeof facts_js_bytes};

static const unsigned char facts_css_bytes[] = {
#embed "../Drawing/Facts/Assets/facts.css"
};
const geocli_asset facts_css = {facts_css_bytes, sizeof facts_css_bytes};

static const unsigned char records_js_bytes[] = {
#embed "../Drawing/Records/Assets/records.js"
};
const geocli_asset records_js = {records_js_bytes, sizeof records_js_bytes};

static const unsigned char ownplaces_js_bytes[] = {
#embed "../Drawing/Records/Assets/ownplaces.js"
};
const geocli_asset ownplaces_js = {ownplaces_js_bytes, sizeof ownplaces_js_bytes};

static const unsigned char records_css_bytes[] = {
#embed "../Drawing/Records/Assets/records.css"
};
const geocli_asset records_css = {records_css_bytes, sizeof records_css_bytes};

static const unsigned char korea_outlines_bin_bytes[] = {
#embed "../../data/korea/outlines.bin"
};
const geocli_asset korea_outlines_bin = {korea_outlines_bin_bytes, sizeof korea_outlines_bin_bytes};

static const unsigned char korea_han_tsv_bytes[] = {
#embed "../../data/korea/han.tsv"
};
const geocli_asset korea_han_tsv = {korea_han_tsv_bytes, sizeof korea_han_tsv_bytes};

static const unsigned char korea_stations_tsv_bytes[] = {
#embed "../../data/korea/stations.tsv"
};
const geocli_asset korea_stations_tsv = {korea_stations_tsv_bytes, sizeof korea_stations_tsv_bytes};

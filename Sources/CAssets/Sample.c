#include "CAssets.h"

// A file of its own, so that a program that does not read the sample is linked without it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sample_json_bytes[] = {
#embed "../../data/sample/TbSlibBookstoreInfo_1_606.json"
};
const geocli_asset sample_json = {sample_json_bytes, sizeof sample_json_bytes};

#include "CTestSupport.h"

#include <sqlite3.h>

// Many tests open databases at the same time. SQLite counts its memory under one lock, and threads would wait for it.
// This setting works only before the first connection opens.
__attribute__((constructor)) static void count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

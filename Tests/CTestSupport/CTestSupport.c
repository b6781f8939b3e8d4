#include "CTestSupport.h"

#include <sqlite3.h>

// Many tests open databases at the same time. SQLite counts their memory under one lock, for which threads would wait.
// This setting counts only before the first connection is opened.
__attribute__((constructor)) static void count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

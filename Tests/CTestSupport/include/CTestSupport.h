// Settings of a process with tests. They take effect when the process starts; there is nothing to call.

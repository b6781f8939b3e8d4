#!/usr/bin/env python3
"""Runs a program in a pseudo-terminal and prints its terminal output, including standard error, byte for byte.

    run_in_terminal.py COLUMNS PROGRAM [ARGUMENT ...]

The terminal is COLUMNS wide; its line discipline turns LF into CR LF, which this script reverses. The exit status is
the program's. Standard library only.
"""

import fcntl
import os
import pty
import struct
import sys
import termios


def main():
    columns = int(sys.argv[1])
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        os.execv(sys.argv[2], sys.argv[2:])
    seen = b""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # EIO: the program has closed its side.
            break
        if not chunk:
            break
        seen += chunk
    _, status = os.waitpid(child, 0)
    sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())

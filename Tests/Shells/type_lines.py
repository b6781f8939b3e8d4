"""type_lines.py SHELL SETUP LINE...: types each line, including TABs, into an interactive shell on a terminal of its
own, and prints as JSON the words that the shell makes of it. Ends with status 1 at the first line of which the shell
makes none within two minutes: the rest of the lines would be typed into the same line.

SETUP is a line in the shell's language. Each line is run with the command `words` in front of it, which prints its
arguments. So the line itself runs nothing, unless its quoting fails.
"""
import json
import os
import pty
import re
import select
import sys
import time

PROMPT = "ready: "
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "words() { printf '<%s>' BEGIN \"$@\" END; }"),
    "zsh": (["zsh", "-f", "-i"], "unsetopt promptsp; words() { printf '<%s>' BEGIN \"$@\" END }"),
    "fish": (
        ["fish", "--no-config", "-i"],
        f"function fish_prompt; echo -n '{PROMPT}'; end; function words; printf '<%s>' BEGIN $argv END; end",
    ),
}
# The shell reads the next line after it has printed the words and its prompt.
ANSWER = re.compile(r"<BEGIN>(?:<([^\r\n]*)>)?<END>.*" + PROMPT, re.DOTALL)
START_OF_LINE, END_OF_LINE = "\x01", "\x05"
# On a busy machine, a TAB once took more than ten seconds.
SECONDS = 120


def start(command):
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="400", PS1=PROMPT)
        os.execvp(command[0], command)
    return terminal


def answer(terminal, keys):
    """The words that the shell prints for these keys."""
    os.write(terminal, keys.encode())
    shown, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536)
        found = ANSWER.search(shown.decode(errors="replace"))
        if found:
            return found[1].split("><") if found[1] else []
    sys.exit(f"no answer to {keys!r}; the terminal shows {shown.decode(errors='replace')!r}")


shell, setup, lines = sys.argv[1], sys.argv[2], sys.argv[3:]
command, words = SHELLS[shell]
terminal = start(command)
# The shell's editor handles TABs only after the shell has started.
assert answer(terminal, f"{words}\n{setup}\nwords\n") == [], "the shell does not know the command 'words'"
for line in lines:
    print(json.dumps(answer(terminal, f"{line}{START_OF_LINE}words {END_OF_LINE}\n"), ensure_ascii=False), flush=True)

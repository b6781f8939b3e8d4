#!/usr/bin/env python3
"""Runs the random nights of issue_nights.py while people accept issues and correct values, with the real commands.

    decision_nights.py GEOCLI FOLDER SEED NIGHTS

After each night people accept issues, open them again, comment on them, correct values and withdraw corrections. A
colleague has a copy of the catalog, withdraws corrections there, and sends them some nights later as a file, also one
that is imported again. After each night the issues must be those of the model, which judges the corrected rows from the
start and takes events and flips from the feed's own values. FOLDER must be empty. Prints each difference, then numbers;
exit status 1 for a difference. Standard library only.
"""

import os
import sqlite3
import sys

import issue_nights

FIELDS = ["phone", "phone", "name", "address", "district", "point", "closed"]
VALUES = {
    "phone": ["", "02-120-0001", "02-120-0002", "031-200-0001"],
    "name": ["책방 온", "책방온", "테스트", "논현도서관", "BOOK"],
    "address": issue_nights.ADDRESSES,
    "district": ["", "마포구", "중구"]}


class Nights(issue_nights.Nights):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.edits = self.refused = self.sent = 0
        self.letters = []  # the night on which a colleague's file arrives, and the file

    # The model.

    def follow(self, feed, listing):
        rows = self.rows("list", "--uncorrected")
        for row in rows:
            row["feed"] = row["ref"].split("/", 1)[0]
            row["point"] = None if row["latitude"] is None else (row["latitude"], row["longitude"])
        return super().follow(feed, rows)

    def judge(self):
        listing, found = super().judge()
        listed = {row["id"] for row in listing}
        for correction in self.rows("corrections", "list", "--state", "conflict"):
            if correction["id"] in listed:
                found[f"correction-conflict {correction['id']} {correction['field']}"] = (
                    correction["value"], correction["seen"], correction["upstream"])
        return listing, found

    # What people do.

    def ingest(self, feed, *words, **options):
        for night, path in [letter for letter in self.letters if letter[0] <= self.night]:
            self.letters.remove((night, path))
            # Exit status 65 says that there are conflicts.
            self.run("corrections", "import", path, "-q", wanted=(0, 65))
            self.sent += 1
        return super().ingest(feed, *words, **options)

    def accept(self):
        live = sorted(i for i, issue in self.issues.items() if issue["state"] in ("open", "reopened") and i in self.numbers)
        for identity in self.random.sample(live, min(len(live), self.random.randrange(0, 4))):
            self.run("issues", "accept", str(self.numbers[identity]), "--because", "it is right", "-q")
            issue = self.issues[identity]
            issue["state"], issue["accepted"] = "accepted", issue["values"]
            self.accepted += 1
        accepted = sorted(i for i, issue in self.issues.items() if issue["state"] == "accepted" and i in self.numbers)
        if accepted and self.random.random() < 0.2:
            identity = self.random.choice(accepted)
            self.run("issues", "reopen", str(self.numbers[identity]), "-q")
            self.issues[identity]["state"] = "reopened"
        if live and self.random.random() < 0.3:
            self.run("issues", "comment", str(self.numbers[self.random.choice(live)]), "a person looked", "-q")

    def compare(self):
        super().compare()
        if self.night >= 1:
            self.correct()
            self.withdraw()
            self.write_letter()

    def correct(self):
        draw = self.random
        for _ in range(draw.randrange(0, 4)):
            row, field = draw.choice(self.rows("list")), draw.choice(FIELDS)
            if field == "closed" and draw.random() < 0.6:
                continue
            # Exit status 64 says that the feed has this value already.
            done = self.run(
                "corrections", "add", row["ref"], f"{field}={self.value(field)}", "--because", "a person looked", "--source",
                "https://example.com/proof", "-q", wanted=(0, 64))
            self.edits += done.returncode == 0
            self.refused += done.returncode == 64

    def value(self, field):
        if field == "closed":
            return "today"
        if field != "point":
            return self.random.choice(VALUES[field])
        point = None
        while not point or not isinstance(point[0], float):
            point = self.point()
        return f"{point[0]:.6f},{point[1]:.6f}"

    def in_force(self):
        return [row["number"] for state in ("applied", "conflict") for row in self.rows("corrections", "list", "--state", state)]

    def withdraw(self):
        if self.random.random() < 0.35 and (numbers := self.in_force()):
            chosen = self.random.sample(numbers, min(len(numbers), self.random.randrange(1, 4)))
            self.run("corrections", "withdraw", *map(str, chosen), "-q")

    def write_letter(self):
        """A colleague withdraws corrections in a copy, and sends them 1 to 3 nights later, sometimes again."""
        numbers = self.in_force()
        if not numbers or self.random.random() > 0.2:
            return
        copy = os.path.join(self.folder, "copy.sqlite")
        with sqlite3.connect(self.path) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        source.close()
        target.close()
        chosen = self.random.sample(numbers, min(len(numbers), self.random.randrange(1, 4)))
        path = os.path.join(self.folder, f"letter{self.night}.json")
        self.run("corrections", "withdraw", *map(str, chosen), "-q", "--db", copy)
        self.run("corrections", "export", "-o", path, "-q", "--db", copy)
        arrives = self.night + self.random.randrange(1, 4)
        self.letters += [(arrives, path)] + ([(arrives + 2, path)] if self.random.random() < 0.2 else [])
        for name in os.listdir(self.folder):
            if name.startswith("copy.sqlite"):
                os.remove(os.path.join(self.folder, name))


if __name__ == "__main__":
    nights = Nights(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]))
    nights.go(int(sys.argv[4]))
    print("\n".join(nights.differences[:20]))
    print(f"{nights.night + 1} nights, {len(nights.issues)} issues, {nights.compared} comparisons, {nights.accepted} "
          f"acceptances, {nights.edits} corrections, {nights.refused} refused, {nights.sent} files, "
          f"{len(nights.differences)} differences")
    sys.exit(1 if nights.differences else 0)

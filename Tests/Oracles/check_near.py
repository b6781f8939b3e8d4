#!/usr/bin/env python3
"""Checks answers of `geocli near --from QUERIES.csv --format ndjson` against a scan of every place.

    check_near.py LISTING.ndjson QUERIES.csv ANSWERS.ndjson:K[:WITHIN_METERS] ...
    check_near.py --self-test

LISTING is `geocli list --format ndjson`; QUERIES has the columns latitude and longitude; K is a number or `all`. It
checks for each query: the maximum possible number of rows, ranks from 1, correct distances, no nearer place left
out, nearest first, and rows on one point by id. Prints each violation; exit status 1 if there is one.

The geodesic is computed independently: Clairaut's relation on the auxiliary sphere (Bessel 1825). Bisection and secants
find the departure and always end, even for near-antipodal points. Gauss-Legendre quadrature instead of a series
computes both integrals. The error is below a micrometer; `--self-test` compares it with the published examples of
Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), tables 3 to 5. Standard library only.
"""

import csv
import json
import math
import sys

A = 6378137.0  # WGS 84, EPSG:7030
F = 1 / 298.257223563
B = A * (1 - F)
E2_PRIME = F * (2 - F) / (1 - F) ** 2
# If two distances are closer than this, either order of two different points is accepted.
TOLERANCE = 1e-6
# The printed distances have three decimals: half a unit of the last one, plus a tolerance.
ROUNDING = 0.0005 + 1e-6


def legendre(count):
    """Nodes and weights of Gauss-Legendre quadrature on -1...1, by Newton's method."""
    rule = []
    for index in range(count):
        x = math.cos(math.pi * (index + 0.75) / (count + 0.5))
        for _ in range(100):
            before, value = 1.0, x
            for degree in range(2, count + 1):
                before, value = value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree
            slope = count * (x * value - before) / (x * x - 1)
            step = value / slope
            x -= step
            if abs(step) < 1e-16:
                break
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = legendre(16)


def integral(function, start, end):
    half, middle = (end - start) / 2, (end + start) / 2
    return half * math.fsum(weight * function(middle + half * node) for node, weight in RULE)


def reduced(latitude):
    """Sine and cosine of the reduced latitude, exact at the poles."""
    if abs(latitude) == 90:
        return math.copysign(1.0, latitude), 0.0
    tangent = (1 - F) * math.tan(math.radians(latitude))
    cosine = 1 / math.hypot(1, tangent)
    return tangent * cosine, cosine


class Leg:
    """The geodesic that leaves the first latitude at an angle south of east, up to its first point on the second
    latitude."""

    def __init__(self, angle, first, second):
        (sine1, cosine1), (sine2, cosine2) = first, second
        # Measured from east, not from north: along the equator the relevant angles are within 1e-15 of due east.
        sine, cosine = math.cos(angle), -math.sin(angle)
        self.sine0 = sine * cosine1
        self.k2 = E2_PRIME * (1 - self.sine0**2)
        # cos(azimuth2) * cos(beta2), from Clairaut's relation; the root is negative only through rounding. Near the
        # poles the cosines are exact, near the equator the sines.
        polar = cosine1 < -sine1
        difference = (cosine2 - cosine1) * (cosine2 + cosine1) if polar else (sine1 - sine2) * (sine1 + sine2)
        along = math.sqrt(max(0.0, (cosine * cosine1) ** 2 + difference))
        self.sigma1 = math.atan2(sine1, cosine * cosine1)
        self.sigma2 = math.atan2(sine2, along)
        omega1 = math.atan2(self.sine0 * sine1, cosine * cosine1)
        omega2 = math.atan2(self.sine0 * sine2, along)
        self.omega = (omega2 - omega1) % (2 * math.pi)
        if self.omega > math.pi + 1e-9:
            self.omega -= 2 * math.pi

    def root(self, sigma):
        return math.sqrt(1 + self.k2 * math.sin(sigma) ** 2)

    def longitude(self):
        """The difference of longitudes, in radians."""
        slower = integral(lambda sigma: (2 - F) / (1 + (1 - F) * self.root(sigma)), self.sigma1, self.sigma2)
        return self.omega - F * self.sine0 * slower

    def meters(self):
        return B * integral(self.root, self.sigma1, self.sigma2)


def turn(from_longitude, to_longitude):
    """The difference of longitudes in 0...180 degrees."""
    difference = abs(to_longitude - from_longitude) % 360
    return min(difference, 360 - difference)


def distance(latitude1, longitude1, latitude2, longitude2):
    """Meters along the shortest geodesic on the WGS 84 ellipsoid."""
    wanted = math.radians(turn(longitude1, longitude2))
    # The point farther from the equator comes first, mirrored to the south if necessary: then the longitude grows
    # with the azimuth.
    if abs(latitude1) < abs(latitude2):
        latitude1, latitude2 = latitude2, latitude1
    if latitude1 > 0:
        latitude1, latitude2 = -latitude1, -latitude2
    first, second = reduced(latitude1), reduced(latitude2)
    if first[0] == 0 and wanted <= (1 - F) * math.pi:
        return A * wanted
    if first[0] == 0:
        first = (-1e-200, 1.0)
    if wanted == 0 or first[1] == 0:
        return Leg(-math.pi / 2, first, second).meters()
    return Leg(departure(wanted, first, second), first, second).meters()


def departure(wanted, first, second):
    """The angle whose leg spans `wanted` radians of longitude: secants inside a bracket that only shrinks."""
    low, high = -math.pi / 2, math.pi / 2
    below, above = -wanted, math.pi - wanted
    # The angle on the sphere.
    guess = math.atan2(
        first[0] * second[1] * math.cos(wanted) - first[1] * second[0], second[1] * math.sin(wanted))
    for step in range(400):
        if not low < guess < high:
            guess = (low + high) / 2
        error = Leg(guess, first, second).longitude() - wanted
        if abs(error) < 1e-15 or guess in (low, high):
            return guess
        if error < 0:
            low, below = guess, error
        else:
            high, above = guess, error
        # Every third step halves the bracket, so that it also closes when one end does not move.
        guess = (low + high) / 2 if step % 3 == 2 or above == below else low - below * (high - low) / (above - below)
    return guess


PUBLISHED = [
    # Karney 2013, table 3 (short), table 5 (nearly antipodal); GeographicLib's Geodesic example (JFK to LHR has
    # 5551.76 km in its documentation, to 10 m); quarter meridian 10001965.729 m; a quarter of the equator.
    ((-30.12345, 0, -30.12344, 0.00005), 4.944208, 1e-6),
    ((-30, 0, 29.9, 179.8), 19989832.82761, 1e-5),
    ((40.6, -73.8, 51.6, -0.5), 5551759.400, 1e-3),
    ((0, 0, 90, 77), 10001965.729, 1e-3),
    ((0, 10, 0, 100), A * math.pi / 2, 1e-6),
    ((0, 0, 0.5, 179.5), 19936288.578965, 1e-6),
    ((0, 0, 0.5, 179.7), 19944127.421, 1e-3),
    ((90, 5, -90, 120), 2 * 10001965.729, 2e-3),
    ((0, 0, 0, 180), 2 * 10001965.729, 2e-3),
    ((37.5, 180, 37.5, -180), 0, 0),
]


def self_test():
    bad = 0
    for place, known, tolerance in PUBLISHED:
        found = distance(*place)
        if abs(found - known) > tolerance:
            bad += 1
            print(f"{place}: {found:.9f}, published {known}")
    return 1 if bad else 0


class Checker:
    """Compares all queries with all places; the distances are computed once."""

    def __init__(self, listing, queries):
        with open(listing, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        self.places = {r["id"]: (r["latitude"], r["longitude"]) for r in rows if r["latitude"] is not None}
        with open(queries, encoding="utf-8", newline="") as file:
            self.queries = [(float(r["latitude"]), float(r["longitude"])) for r in csv.DictReader(file)]
        known = {}
        self.distances = []
        for query in self.queries:
            meters = {}
            for key, place in self.places.items():
                if (query, place) not in known:
                    known[query, place] = distance(*query, *place)
                meters[key] = known[query, place]
            self.distances.append(meters)
        self.violations = 0

    def expect(self, holds, words):
        if not holds:
            self.violations += 1
            if self.violations <= 20:
                print(words)

    def check(self, answers, count, within):
        rows = [[] for _ in self.queries]
        with open(answers, encoding="utf-8") as file:
            listed = [json.loads(line) for line in file]
        for row in listed:
            rows[row["query"]].append(row)
        order = [row["query"] for row in listed]
        self.expect(order == sorted(order), f"{answers}: queries out of order")
        for number, meters in enumerate(self.distances):
            self.check_one(f"{answers} query {number}", rows[number], meters, count, within)

    def check_one(self, where, rows, meters, count, within):
        sure = sum(1 for value in meters.values() if value <= within - TOLERANCE)
        possible = sum(1 for value in meters.values() if value <= within + TOLERANCE)
        self.expect(
            min(count, sure) <= len(rows) <= min(count, possible), f"{where}: {len(rows)} rows, {sure} to {possible} fit")
        ids = [row["id"] for row in rows]
        self.expect(len(set(ids)) == len(ids), f"{where}: an id comes twice")
        self.expect([row["rank"] for row in rows] == list(range(1, len(rows) + 1)), f"{where}: ranks")
        for row in rows:
            said, true = row["distance_m"], meters[row["id"]]
            self.expect(abs(said - true) <= ROUNDING, f"{where}: id {row['id']} is {true:.6f} m away, said {said}")
        for before, after in zip(ids, ids[1:]):
            self.expect(
                meters[before] <= meters[after] + TOLERANCE, f"{where}: {before} before {after}, which is nearer")
            if self.same_point(before, after):
                self.expect(before < after, f"{where}: {before} before {after} on one point")
        if rows and len(rows) == count:
            last = meters[ids[-1]]
            for key in self.places.keys() - set(ids):
                self.expect(meters[key] >= last - TOLERANCE, f"{where}: {key} is nearer than the last but left out")
                tied = self.same_point(key, ids[-1])
                self.expect(not tied or key > ids[-1], f"{where}: {key} ties with the last and has the lower id")

    def same_point(self, left, right):
        (latitude1, longitude1), (latitude2, longitude2) = self.places[left], self.places[right]
        return latitude1 == latitude2 and turn(longitude1, longitude2) == 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    checker = Checker(sys.argv[1], sys.argv[2])
    for argument in sys.argv[3:]:
        answers, count, *within = argument.split(":")
        checker.check(
            answers, math.inf if count == "all" else int(count), float(within[0]) if within else math.inf)
    print(f"{len(checker.queries)} queries, {len(checker.places)} places, {checker.violations} violations", file=sys.stderr)
    return 1 if checker.violations else 0


if __name__ == "__main__":
    sys.exit(main())

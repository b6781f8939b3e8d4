// Which markers are shown at a zoom, and which of them holds each hidden marker. The result equals that of `geocli
// cluster --tile-size 256` with `--mode stable` (Pass) or `--mode areas` (AreaPass): docs/map.md. All numbers are
// integers below 2^53, so every test is exact.
const Collision = (() => {
  // The side of the square world in units; X wraps around, Y does not.
  const SIDE = 2 ** 40;
  const NEVER = 99;
  // An area with fewer markers is whole only while all of them fit under one icon. Any other area is whole while its
  // markers, except one in OUTERMOST_SHARE on each side, are within this many icons.
  const FEW_MARKERS = 8;
  const ICONS_OF_WHOLE = 3;
  const OUTERMOST_SHARE = 10;

  // Returns the width and height of an icon in 64ths of a point. The parts on each side of the anchor are rounded
  // separately.
  const extent = (icon, anchor) => icon.map((size, i) => Math.round(size * anchor[i] * 64) + Math.round(size * (1 - anchor[i]) * 64));

  // Sorts places by rank: south before north, west before east, then by id. All `places` have a point.
  function rank(places, xs, ys, ids) {
    return places.sort((a, b) => ys[b] - ys[a] || xs[a] - xs[b] || ids[a] - ids[b]);
  }

  // A table of shown markers by cell. A cell is as large as the icon, so it contains at most one shown marker, apart from
  // heads of areas. A marker meets only markers of the nine cells around it.
  class Cells {
    constructor(xs, ys, width, height) {
      [this.xs, this.ys, this.width, this.height] = [xs, ys, width, height];
      this.columns = Math.ceil(SIDE / width);
      this.count = 0;
      this.resize(64);
    }

    resize(size) {
      const former = this.slots || [];
      this.slots = new Int32Array(size).fill(-1);
      this.mask = size - 1;
      for (const marker of former) if (marker >= 0) this.put(marker);
    }

    start(column, row) {
      const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
      return (mixed ^ (mixed >>> 15)) & this.mask;
    }

    put(marker) {
      let slot = this.start(Math.floor(this.xs[marker] / this.width), Math.floor(this.ys[marker] / this.height));
      while (this.slots[slot] >= 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = marker;
    }

    insert(marker) {
      this.count += 1;
      if (2 * this.count > this.slots.length) this.resize(2 * this.slots.length);
      this.put(marker);
    }
  }

  // One pass over markers in the order of rank. A zoom is computed when it is first needed.
  class Pass {
    // `ranked` are places in the order of rank; `xs` and `ys` give their points.
    constructor(ranked, xs, ys, [width, height]) {
      this.places = Int32Array.from(ranked);
      this.count = this.places.length;
      this.xs = Float64Array.from(this.places, (place) => xs[place]);
      this.ys = Float64Array.from(this.places, (place) => ys[place]);
      [this.width, this.height] = [width, height];
      // The lowest zoom at which each marker is shown; NEVER while it is unknown.
      this.lowest = new Uint8Array(this.count).fill(NEVER);
      this.known = -1;
      this.waiting = Int32Array.from(this.places, (_, i) => i);
      this.hider = new Int32Array(this.count).fill(-1);
      this.levels = new Map();
      // The index of each place in this pass; -1 for a place that is not in the pass.
      this.numbers = new Int32Array(xs.length).fill(-1);
      this.places.forEach((place, one) => { this.numbers[place] = one; });
    }

    // Prepares the tests at a zoom: a point is 2^40 / (256 · 2^zoom) units.
    setZoom(zoom) {
      const unit = 2 ** (26 - zoom);
      [this.reachX, this.reachY] = [this.width * unit, this.height * unit];
    }

    meets(one, other) {
      const south = this.ys[other] - this.ys[one];
      if (south >= this.reachY || -south >= this.reachY) return false;
      let east = this.xs[other] - this.xs[one];
      if (east < 0) east += SIDE;
      return east < this.reachX || SIDE - east < this.reachX;
    }

    // Returns the shown marker that meets a given marker; -1 if there is none. If several meet it, returns the first of
    // them by `order`, or any of them without `order`. With `areas`, only markers of the same area count.
    find(cells, one, order, areas = null) {
      const [column, row] = [Math.floor(this.xs[one] / cells.width), Math.floor(this.ys[one] / cells.height)];
      const last = cells.columns - 1;
      let found = -1;
      // The world's width is not a multiple of a cell's width. Across the narrow last column, a marker reaches one
      // column further.
      const from = column === 0 ? -2 : -1;
      const to = column === last - 1 ? 2 : 1;
      for (let dx = from; dx <= to; dx += 1) {
        const x = (column + dx + 2 * cells.columns) % cells.columns;
        for (let dy = -1; dy <= 1; dy += 1) {
          const y = row + dy;
          for (let slot = cells.start(x, y); cells.slots[slot] >= 0; slot = (slot + 1) & cells.mask) {
            const other = cells.slots[slot];
            if (areas && areas[other] !== areas[one]) continue;
            if (!this.meets(one, other)) continue;
            if (!order) return other;
            if (found < 0 || order[other] < order[found]) found = other;
          }
        }
      }
      return found;
    }

    // Computes the lowest zooms of markers, up to this zoom. Shown markers stay; the others are added in the order of
    // rank.
    advance(zoom) {
      while (this.known < zoom) {
        this.known += 1;
        this.setZoom(this.known);
        this.showHeads();
        const cells = this.cells(this.known);
        let kept = 0;
        for (const one of this.waiting) {
          const former = this.hider[one];
          if (this.isWaiting(one) || (former >= 0 && this.meets(one, former))) {
            this.waiting[kept++] = one;
            continue;
          }
          const found = this.find(cells, one, null);
          if (found >= 0) {
            this.hider[one] = found;
            this.waiting[kept++] = one;
          } else {
            this.lowest[one] = this.known;
            cells.insert(one);
          }
        }
        this.waiting = this.waiting.subarray(0, kept);
      }
    }

    // Whether a marker can't be shown yet at the zoom that was set.
    isWaiting() { return false; }

    // Shows the markers that come before all others of the zoom that was set.
    showHeads() {}

    whole() { return 0; }

    isSplit() { return false; }

    // Returns a table of the markers that are shown at a zoom, with cells for the zoom that was set.
    cells(zoom) {
      const cells = new Cells(this.xs, this.ys, this.reachX, this.reachY);
      for (let one = 0; one < this.count; one += 1) if (this.lowest[one] <= zoom) cells.insert(one);
      return cells;
    }

    // The shown marker that holds each marker at a zoom; a shown marker holds itself.
    holders(zoom) {
      this.setZoom(zoom);
      const cells = this.cells(zoom);
      const order = Int32Array.from(this.lowest, (from, one) => (from === zoom ? one + this.count : one));
      return Int32Array.from(this.lowest, (from, one) => (from <= zoom ? one : this.find(cells, one, order)));
    }

    // Returns which markers are shown at a whole zoom, and which of them holds each hidden marker. If a hidden marker
    // meets several shown markers, the one that was placed first holds it. Markers of lower zooms were placed first, then
    // the new ones of this zoom; each of these two groups is in the order of rank.
    level(zoom) {
      const made = this.levels.get(zoom);
      if (made) return made;
      this.advance(zoom);
      const level = new Level(this, zoom, this.holders(zoom));
      if (this.levels.size >= 4) this.levels.clear();
      this.levels.set(zoom, level);
      return level;
    }
  }

  // The areas mode (Geo/Collision/AreaPlacement.swift): a marker holds only markers of its own area. An area is whole
  // while its markers are so close together that its head holds all of them. Above that zoom, a marker holds only
  // markers of its own part of the area: those in one outline. Almost always an area has one part. The head of a part
  // is the marker nearest to the median X and Y of its markers, and that of an area is the head of its largest part.
  class AreaPass extends Pass {
    // `areaOf` and `partOf` give the numbers of each place's area and part.
    constructor(ranked, xs, ys, box, areaOf, partOf) {
      super(ranked, xs, ys, box);
      // Returns the groups of markers with equal numbers, and the index of each marker's group.
      const grouped = (number) => {
        const members = new Map();
        for (let one = 0; one < this.count; one += 1) {
          const key = number(this.places[one]);
          members.get(key)?.push(one) ?? members.set(key, [one]);
        }
        const indices = new Int32Array(this.count);
        [...members.values()].forEach((ones, group) => { for (const one of ones) indices[one] = group; });
        return [[...members.values()].map((ones) => this.describe(ones)), indices];
      };
      [this.parts, this.partOf] = grouped((place) => areaOf[place] * 65536 + partOf[place]);
      const numberOf = ({ head }) => areaOf[this.places[head]];
      const isSplit = new Set(this.parts.map(numberOf)).size < this.parts.length;
      [this.areas, this.areaOf] = isSplit ? grouped((place) => areaOf[place]) : [this.parts, this.partOf];
      this.numbersOfAreas = this.areas.map(numberOf);
      for (const part of this.parts.slice().sort((a, b) => a.count - b.count || b.head - a.head)) {
        const area = this.areas[this.areaOf[part.head]];
        [area.head, area.partCount] = [part.head, (area.partCount || 0) + 1];
      }
      this.isWhole = new Uint8Array(this.areas.length);
      this.isHead = new Uint8Array(this.count);
      for (const { head } of this.areas) [this.lowest[head], this.isHead[head]] = [0, 1];
      this.otherHeads = this.parts.filter((part) => !this.isHead[part.head]).map((part) => part.head);
      this.waiting = this.waiting.filter((one) => !this.isHead[one]);
    }

    // The heads of other parts are shown from the zoom where their area is no longer whole.
    showHeads() {
      const heads = this.otherHeads.filter((one) => !this.isWaiting(one));
      if (!heads.length) return;
      for (const head of heads) this.lowest[head] = this.known;
      this.otherHeads = this.otherHeads.filter((one) => this.isWaiting(one));
      this.waiting = this.waiting.filter((one) => this.lowest[one] === NEVER);
    }

    // The head of a group, and the size of the box around its markers without the outermost ones.
    describe(ones) {
      const sorted = (values) => Float64Array.from(ones, (one) => values[one]).sort();
      const [xs, ys] = [sorted(this.xs), sorted(this.ys)];
      const [middle, cut] = [Math.floor((ones.length - 1) / 2), Math.floor(ones.length / OUTERMOST_SHARE)];
      const last = ones.length - 1 - cut;
      const distance = (one) => Math.abs(this.xs[one] - xs[middle]) + Math.abs(this.ys[one] - ys[middle]);
      let [head, least] = [-1, Infinity];
      for (const one of ones) if (distance(one) < least) [head, least] = [one, distance(one)];
      return { head, count: ones.length, width: xs[last] - xs[cut], height: ys[last] - ys[cut] };
    }

    setZoom(zoom) {
      if (this.zoom === zoom) return;
      this.zoom = zoom;
      super.setZoom(zoom);
      this.areas.forEach(({ width, height, count }, area) => {
        const fits = (icons) => width < icons * this.reachX && height < icons * this.reachY;
        this.isWhole[area] = Number(fits(1) || (count >= FEW_MARKERS && fits(ICONS_OF_WHOLE)));
      });
    }

    isWaiting(one) { return this.isWhole[this.areaOf[one]] === 1; }

    // The number of markers in a marker's area if the area is whole at a zoom, or else 0.
    whole(one, zoom) {
      this.setZoom(zoom);
      return this.isWaiting(one) ? this.areas[this.areaOf[one]].count : 0;
    }

    // Whether a marker's area has several parts.
    isSplit(one) { return this.areas[this.areaOf[one]].partCount > 1; }

    // The number of markers in each area, by the area's number.
    counts() { return new Map(this.areas.map(({ count }, area) => [this.numbersOfAreas[area], count])); }

    // A hidden marker belongs to the head of its area if that is whole; else to the first shown marker of its part that
    // meets it; else to the marker to which it belonged at the zoom below, and below zoom 0 to its part's head.
    holders(highest) {
      const holder = Int32Array.from(this.lowest, (from, one) => (from <= highest ? one : -1));
      let left = holder.reduce((all, by, one) => { if (by < 0) all.push(one); return all; }, []);
      for (let zoom = highest; zoom >= 0 && left.length; zoom -= 1) {
        this.setZoom(zoom);
        const cells = this.cells(zoom);
        const order = Int32Array.from(this.lowest, (from, one) => (from === zoom && !this.isHead[one] ? one + this.count : one));
        const next = [];
        for (const one of left) {
          if (this.isWaiting(one)) holder[one] = (zoom === highest ? this.areas[this.areaOf[one]] : this.parts[this.partOf[one]]).head;
          else if ((holder[one] = this.find(cells, one, order, this.partOf)) < 0) next.push(one);
        }
        left = next;
      }
      for (const one of left) holder[one] = this.parts[this.partOf[one]].head;
      return holder;
    }
  }

  // What is shown at one zoom. Its methods take and return places, not indices of the pass.
  class Level {
    constructor(pass, zoom, holder, isApart = new Set()) {
      [this.pass, this.zoom, this.holder, this.isApart] = [pass, zoom, holder, isApart];
      const starts = new Int32Array(pass.count + 1);
      for (const by of holder) starts[by + 1] += 1;
      for (let i = 0; i < pass.count; i += 1) starts[i + 1] += starts[i];
      const next = starts.slice();
      const held = new Int32Array(pass.count);
      for (let one = 0; one < pass.count; one += 1) held[next[holder[one]]++] = one;
      [this.starts, this.held] = [starts, held];
      const shown = [];
      for (let one = 0; one < pass.count; one += 1) if (holder[one] === one) shown.push(pass.places[one]);
      this.shown = shown;
    }

    // This level with some places taken out of their markers, so that each of them has a marker of its own. If such a
    // place held others, the first of these holds the rest.
    apart(places) {
      const ones = places.map((place) => this.pass.numbers[place]).filter((one) => one >= 0 && this.count(this.pass.places[one]) !== 1);
      if (!ones.length) return this;
      const isApart = new Set(ones);
      const holder = this.holder.slice();
      for (const one of ones) {
        if (this.holder[one] === one) {
          const rest = [...this.held.subarray(this.starts[one], this.starts[one + 1])].filter((other) => !isApart.has(other));
          for (const other of rest) holder[other] = rest[0];
        }
        holder[one] = one;
      }
      return new Level(this.pass, this.zoom, holder, isApart);
    }

    // The number of places in a place's area if the area's marker stands for all of it (but for places apart), or else
    // 0. In the stable mode, there are no areas.
    whole(place) {
      const one = this.pass.numbers[place];
      return one < 0 || this.isApart.has(one) ? 0 : this.pass.whole(one, this.zoom);
    }

    // Whether the places of a place's area are in several outlines.
    isSplit(place) { return this.pass.isSplit(this.pass.numbers[place]); }

    // Whether a place has a marker.
    shows(place) {
      const one = this.pass.numbers[place];
      return one >= 0 && this.holder[one] === one;
    }

    // The place whose marker stands for this place; undefined if the place is not in the pass.
    holderOf(place) {
      const one = this.pass.numbers[place];
      return one < 0 ? undefined : this.pass.places[this.holder[one]];
    }

    // The number of places that a marker stands for, including its own.
    count(place) {
      const one = this.pass.numbers[place];
      return one < 0 ? 0 : this.starts[one + 1] - this.starts[one];
    }

    // The places that a marker holds besides its own, in the order of rank.
    holds(place) {
      const one = this.pass.numbers[place];
      if (one < 0) return [];
      const found = [];
      for (let i = this.starts[one]; i < this.starts[one + 1]; i += 1) {
        if (this.held[i] !== one) found.push(this.pass.places[this.held[i]]);
      }
      return found;
    }

    // The next higher zoom, up to `highest`, at which one of the places that this marker holds gets its own marker;
    // null if there is none.
    splitsAt(place, highest) {
      const one = this.pass.numbers[place];
      if (one < 0) return null;
      for (let zoom = this.zoom + 1; zoom <= highest; zoom += 1) {
        this.pass.advance(zoom);
        for (let i = this.starts[one]; i < this.starts[one + 1]; i += 1) {
          if (this.held[i] !== one && this.pass.lowest[this.held[i]] <= zoom) return zoom;
        }
      }
      return null;
    }
  }

  // The lowest zoom, up to `highest`, at which a place has a marker of its own; NEVER if there is none.
  function lowestZoom(pass, place, highest) {
    const one = pass.numbers[place];
    if (one < 0) return NEVER;
    for (let zoom = 0; zoom <= highest; zoom += 1) {
      pass.advance(zoom);
      if (pass.lowest[one] <= zoom) return zoom;
    }
    return NEVER;
  }

  return { SIDE, NEVER, Pass, AreaPass, rank, extent, lowestZoom };
})();

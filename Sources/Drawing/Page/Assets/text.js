"use strict";

// Text search by the rules of geocli's search (docs/search.md); guess.js makes its guesses.
const Search = (() => {
  const INITIALS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];
  const VOWELS = [..."ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"];
  const FINALS = ["", ..."ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"];
  const DOUBLE_FINALS = {
    ㄳ: "ㄱㅅ", ㄵ: "ㄴㅈ", ㄶ: "ㄴㅎ", ㄺ: "ㄹㄱ", ㄻ: "ㄹㅁ", ㄼ: "ㄹㅂ", ㄽ: "ㄹㅅ", ㄾ: "ㄹㅌ", ㄿ: "ㄹㅍ", ㅀ: "ㄹㅎ", ㅄ: "ㅂㅅ",
  };
  const LONGER_VOWELS = { ㅗ: "ㅘㅙㅚ", ㅜ: "ㅝㅞㅟ", ㅡ: "ㅢ" };
  const LONGER_FINALS = { ㄱ: "ㄳ", ㄴ: "ㄵㄶ", ㄹ: "ㄺㄻㄼㄽㄾㄿㅀ", ㅂ: "ㅄ" };
  const KATAKANA = [..."。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン", "\u3099", "\u309A"];
  // The kinds of match in the order of results, best first.
  const KINDS = ["exact", "prefix", "substring", "spacing", "initials", "words", "mixed", "address", "phone"];
  const LEAST_DIGITS = 3;
  const PHONE_DIGITS = 7;
  let districts = new Map();

  // Stores the spellings of the districts, such as 마포구, 마포, mapogu, mapo.
  function useDistricts(pairs) {
    districts = new Map();
    for (const [name, romanized] of pairs) {
      const latin = squeeze(fold(romanized));
      for (const key of [name, name.slice(0, -1), latin, latin.slice(0, -2)]) districts.set(key, name);
    }
  }

  function syllable(character) {
    const number = character.codePointAt(0) - 0xac00;
    if (number < 0 || number > 11171) return null;
    return { initial: Math.floor(number / 588), vowel: Math.floor((number % 588) / 28), final: number % 28 };
  }

  const written = (initial, vowel, final) => String.fromCodePoint(0xac00 + (initial * 21 + vowel) * 28 + final);

  function jamo(code) {
    if (code >= 0x1100 && code <= 0x1112) return INITIALS[code - 0x1100];
    if (code >= 0x1161 && code <= 0x1175) return VOWELS[code - 0x1161];
    if (code >= 0x11a8 && code <= 0x11c2) return FINALS[code - 0x11a7];
    if (code >= 0xffa1 && code <= 0xffbe) return String.fromCodePoint(code - 0xffa1 + 0x3131);
    for (const [from, to, first] of [[0xffc2, 0xffc7, 0x314f], [0xffca, 0xffcf, 0x3155], [0xffd2, 0xffd7, 0x315b], [0xffda, 0xffdc, 0x3161]]) {
      if (code >= from && code <= to) return String.fromCodePoint(code - from + first);
    }
    return null;
  }

  function narrow(character) {
    const code = character.codePointAt(0);
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
    if (code >= 0xff61 && code <= 0xff9f) return KATAKANA[code - 0xff61];
    return jamo(code) || character;
  }

  // Every kind of dot between words becomes ·, and ㈜ becomes (주).
  const DOTS = /[\u119e\u2022\u2024\u2027\u2219\u22c5\u30fb\u318d\uff65]/;
  const ENCLOSED = /[\u3200-\u321e\u3220-\u3247\u3260-\u327e\u3280-\u32b0\u32d0-\u32fe]/;

  function united(character) {
    if (DOTS.test(character)) return "\u00b7";
    if (!ENCLOSED.test(character)) return narrow(character);
    return [...character.normalize("NFKC")].map((c) => jamo(c.codePointAt(0)) || c).join("");
  }

  const caseless = (text) =>
    [...text.normalize("NFC")].map((c) => (c === "ı" ? c : c.toUpperCase().toLowerCase())).join("")
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFC");

  const plain = (text) =>
    [...text.replace(/\p{White_Space}+/gu, " ").replace(/\p{Cc}/gu, "").trim()].map(united).join("");

  // Texts that `fold` does not change.
  const FOLDED = /^[!-@[-~\uac00-\ud7a3]+(?: [!-@[-~\uac00-\ud7a3]+)*$/;

  // Returns the first 4 KiB (UTF-8) of a text, as the program reads it. A unit of UTF-16 has at most three bytes.
  function head(text) {
    if (text.length * 3 <= 4096) return text;
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= 4096) return text;
    let end = 4096;
    while ((bytes[end] & 0xc0) === 0x80) end -= 1;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
  }

  // Returns a text in NFC, without case, with characters of normal width and single blanks.
  function fold(text) {
    if (text.length < 1024 && FOLDED.test(text)) return text;
    let folded = caseless(head(text));
    for (;;) {
      const next = caseless(plain(folded));
      if (next === folded) return folded;
      folded = next;
    }
  }

  // Returns only the letters, marks and digits of a folded text.
  const squeeze = (folded) => (/^[a-z0-9\uac00-\ud7a3]*$/.test(folded) ? folded : folded.replace(/[^\p{L}\p{M}\p{N}]/gu, ""));

  // Fast forms of `fold` and `squeeze`, for texts of ASCII and syllables only; the program that wrote the page has
  // checked the texts.
  const quickly = (text) => text.replace(/[A-Z]/g, (c) => c.toLowerCase()).replace(/ +/g, " ").replace(/^ | $/g, "");
  const quicklySqueezed = (text) => quickly(text).replace(/[\x00-\x7f]/g, (c) => (/[a-z0-9]/.test(c) ? c : ""));

  function pattern(squeezed) {
    if (!/[\u3131-\u314e]/.test(squeezed)) return null;
    const characters = [...squeezed].flatMap((c) => [...(DOUBLE_FINALS[c] || c)]);
    return characters.some((c) => INITIALS.includes(c)) ? characters : null;
  }

  const stands = (wanted, character) => {
    if (wanted === character) return true;
    const found = INITIALS.includes(wanted) && syllable(character);
    return Boolean(found) && INITIALS[found.initial] === wanted;
  };

  function holdsPattern(name, wanted) {
    const characters = [...name];
    for (let start = 0; start + wanted.length <= characters.length; start += 1) {
      if (wanted.every((c, offset) => stands(c, characters[start + offset]))) return true;
    }
    return false;
  }

  const isOfPhone = (text) => /^[0-9+\-.() \u2010-\u2015\u2212]*$/.test(text);
  const digitsOf = (text) => text.replace(/[^0-9]/g, "");

  function numbers(folded) {
    const digits = digitsOf(folded);
    if (digits.length < LEAST_DIGITS || !isOfPhone(folded)) return [];
    const national = digits.slice(2);
    if (!digits.startsWith("82") || national.length < LEAST_DIGITS) return folded.startsWith("+82") ? [] : [digits];
    const dialled = /^1[568]/.test(national) ? national : "0" + national;
    if (folded.startsWith("+82")) return [dialled];
    return digits.length >= 10 ? [digits, dialled] : [digits];
  }

  function word(folded) {
    const squeezed = squeeze(folded);
    if (!squeezed) return null;
    const isLatin = /^[a-z]+$/.test(squeezed);
    return {
      squeezed, pattern: pattern(squeezed), district: (isLatin && districts.get(squeezed)) || null, numbers: numbers(folded),
      beginning: String.fromCodePoint(folded.codePointAt(0)), startsWords: false,
    };
  }

  const isDistrict = (squeezed) => /^[a-z]+$/.test(squeezed) && districts.has(squeezed);
  const isSame = (one, other) =>
    one.squeezed === other.squeezed && one.beginning === other.beginning && one.startsWords === other.startsWords && String(one.numbers) === String(other.numbers);

  // Returns whether a word belongs to the word before it: a part of a phone number, or "gu" after the name of a
  // district.
  function belongsTogether(former, next) {
    if (next === "gu") return /^[a-z]+$/.test(former) && districts.has(former);
    if (!isOfPhone(former) || !isOfPhone(next)) return false;
    const digits = digitsOf(former);
    const more = digitsOf(next);
    if (digits.startsWith("0") && !digits.startsWith("00")) return digits.length <= 7 && !more.startsWith("0");
    if (former.startsWith("+82")) return digits.length <= 8;
    if (former.startsWith("+") && digits) return digits.length + more.length <= 15;
    return Math.max(digits.length, more.length) < PHONE_DIGITS && digits.length + more.length >= PHONE_DIGITS;
  }

  function words(folded) {
    const parts = [];
    for (const part of folded.split(" ")) {
      if (parts.length && belongsTogether(parts[parts.length - 1], part)) parts[parts.length - 1] += " " + part;
      else parts.push(part);
    }
    const found = parts.map(word).filter((one) => one !== null);
    return found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index);
  }

  function reading(folded) {
    return { folded, whole: word(folded), words: words(folded) };
  }

  // Returns whether a name contains a text at its start, or after a blank or an opening bracket.
  function holdsAtWordStart(name, text) {
    for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
      if (at === 0 || " ([".includes(name[at - 1])) return true;
    }
    return false;
  }

  const isInName = (word, fields) =>
    word.startsWords ? holdsAtWordStart(fields.name, word.squeezed) : fields.squeezed.includes(word.squeezed) || (word.pattern !== null && holdsPattern(fields.squeezed, word.pattern));
  const isInPlace = (word, fields) =>
    (word.district && (fields.district.includes(word.district) || fields.address.includes(word.district))) ||
    fields.district.includes(word.squeezed) || fields.address.includes(word.squeezed);
  const isInPhone = (word, fields) => word.numbers.some((number) => fields.phone.includes(number));

  function kindOfName(text, fields) {
    if (fields.name === text.folded) return "exact";
    if (fields.name.startsWith(text.folded)) return "prefix";
    if (fields.name.includes(text.folded) && (!text.startsWords || holdsAtWordStart(fields.name, text.folded))) return "substring";
    if (!text.whole || text.startsWords) return null;
    if (fields.squeezed.includes(text.whole.squeezed)) return "spacing";
    return text.whole.pattern && holdsPattern(fields.squeezed, text.whole.pattern) ? "initials" : null;
  }

  function kind(text, fields) {
    const ofName = kindOfName(text, fields);
    if (ofName || !text.words.length) return ofName;
    let inName = 0;
    let inPhone = 0;
    for (const word of text.words) {
      if (isInName(word, fields)) inName += 1;
      else if (!isInPlace(word, fields)) {
        if (!isInPhone(word, fields)) return null;
        inPhone += 1;
      }
    }
    if (inName === text.words.length) return "words";
    if (inName > 0) return "mixed";
    return inPhone > 0 ? "phone" : "address";
  }

  // Returns the text with its last syllable in every form that further typing can produce.
  function completions(folded) {
    const characters = [...folded];
    const found = characters.length ? syllable(characters[characters.length - 1]) : null;
    if (!found) return [];
    const start = characters.slice(0, -1).join("");
    const { initial, vowel, final } = found;
    if (final === 0) {
      const vowels = [vowel, ...[...(LONGER_VOWELS[VOWELS[vowel]] || "")].map((v) => VOWELS.indexOf(v))];
      return vowels.flatMap((v) => FINALS.map((_, f) => written(initial, v, f)))
        .filter((s) => s !== written(initial, vowel, 0)).map((s) => start + s);
    }
    const longer = [...(LONGER_FINALS[FINALS[final]] || "")].map((f) => written(initial, vowel, FINALS.indexOf(f)));
    const parts = DOUBLE_FINALS[FINALS[final]];
    const moved = parts ? written(initial, vowel, FINALS.indexOf(parts[0])) + parts[1] : written(initial, vowel, 0) + FINALS[final];
    return [...longer, moved].map((s) => start + s);
  }

  // One field of all places, joined into one text, so that a search does not test each place.
  class Column {
    constructor(texts) {
      this.text = texts.join("\n");
      this.starts = new Uint32Array(texts.length);
      let at = 0;
      texts.forEach((one, place) => {
        this.starts[place] = at;
        at += one.length + 1;
      });
    }

    // Adds to the set `places` the places whose field contains a part.
    addPlaces(part, places) {
      for (let at = this.text.indexOf(part); at >= 0;) {
        const place = this.placeAt(at);
        places.add(place);
        if (place + 1 >= this.starts.length) return;
        at = this.text.indexOf(part, this.starts[place + 1]);
      }
    }

    placeAt(at) {
      let [low, high] = [0, this.starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.starts[middle] <= at) low = middle;
        else high = middle - 1;
      }
      return low;
    }
  }

  let columns = { fields: null };

  // Replaces each syllable by its initial consonant.
  const initialsOf = (text) => text.replace(/[\uac00-\ud7a3]/g, (c) => INITIALS[Math.floor((c.charCodeAt(0) - 0xac00) / 588)]);

  function columnsOf(fields) {
    if (columns.fields !== fields) {
      columns = { fields, found: new Map() };
      for (const key of ["name", "squeezed", "address", "district", "phone"]) columns[key] = new Column(fields.map((one) => one[key]));
      columns.initials = new Column(fields.map((one) => initialsOf(one.squeezed)));
    }
    return columns;
  }

  // Returns the places that may match a text: those that contain its rarest word.
  function candidates(text, fields) {
    const all = columnsOf(fields);
    if (!text.words.length) return placesOf(all, `= ${text.folded}`, (places) => all.name.addPlaces(text.folded, places));
    let fewest = null;
    for (const word of text.words) {
      const places = placesOf(all, word.squeezed, (found) => addPlaces(word, all, found), word.numbers.join());
      if (!fewest || places.size < fewest.size) fewest = places;
    }
    return fewest;
  }

  // Results are kept, because the texts of a guess share most of their words.
  function placesOf(all, text, add, numbers = "") {
    const key = `${text} ${numbers}`;
    let places = all.found.get(key);
    if (!places) {
      places = new Set();
      add(places);
      if (all.found.size > 2000) all.found.clear();
      all.found.set(key, places);
    }
    return places;
  }

  function addPlaces(word, { squeezed, initials, address, district, phone }, places) {
    for (const column of [squeezed, address, district]) column.addPlaces(word.squeezed, places);
    if (word.pattern) initials.addPlaces(initialsOf(word.pattern.join("")), places);
    if (word.district) for (const column of [address, district]) column.addPlaces(word.district, places);
    for (const number of word.numbers) phone.addPlaces(number, places);
  }

  const NAME_KINDS = KINDS.slice(0, KINDS.indexOf("words") + 1);

  // Calls `body` with each place that matches a text, and with the rank of its match, until `body` returns false.
  function forEachMatch(text, isForNames, fields, isListed, body) {
    const most = isForNames ? NAME_KINDS.length : KINDS.length;
    for (const place of candidates(text, fields)) {
      if (!isListed(place)) continue;
      const rank = KINDS.indexOf(kind(text, fields[place]));
      if (rank >= 0 && rank < most && body(place, rank) === false) return;
    }
  }

  function matches(texts, isForNames, fields, isListed) {
    const best = new Map();
    for (const text of texts) {
      forEachMatch(text, isForNames, fields, isListed, (place, rank) => {
        if (!(best.get(place) <= rank)) best.set(place, rank);
        return true;
      });
    }
    return [...best].map(([place, rank]) => ({ place, rank }));
  }

  // Returns the places that match, best first, and the guess that was made, if any. `fields[i]` has name, squeezed,
  // address, district and phone.
  function find(query, fields, ids, isListed, mayGuess) {
    const folded = fold(query);
    if (!folded) return null;
    const text = reading(folded);
    let found = matches([text], false, fields, isListed);
    let guess = null;
    // As in the program, filters never cause a guess.
    if (!found.length && mayGuess) {
      guess = guesses.first(text, query, fields, (one, isForNames) => {
        let isAny = false;
        forEachMatch(one, isForNames, fields, isListed, () => { isAny = true; return false; });
        return isAny;
      });
      if (guess) found = matches(guess.texts, guess.isForNames, fields, isListed);
    }
    found.sort((a, b) => a.rank - b.rank || fields[a.place].length - fields[b.place].length || ids[a.place] - ids[b.place]);
    return { places: found.map((match) => match.place), guess: guess && { kind: guess.kind, texts: guess.texts.map((one) => one.folded) } };
  }

  // Returns the fields of a place from its texts. `exceptions` has the first four fields if one of their fast forms
  // is wrong.
  function fields(name, address, district, phone, exceptions) {
    const [folded, squeezed, place, area] = exceptions || [];
    const one = {
      name: folded ?? quickly(name),
      squeezed: squeezed ?? (quicklySqueezed(name) || quickly(name)),
      address: place ?? quicklySqueezed(address || ""),
      district: area ?? quicklySqueezed(district || ""),
      phone: phone || "",
    };
    one.length = [...one.name].length;
    return one;
  }

  const guesses = Guess({ INITIALS, VOWELS, FINALS, DOUBLE_FINALS, syllable, written, fold, squeeze, reading, word, isSame, completions, pattern, isDistrict });

  return { useDistricts, fold, squeeze, find, fields };
})();

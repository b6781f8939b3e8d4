// Guesses what a text without a match may mean, by the rules of geocli's search (Sources/Search/SearchGuesses.swift): a
// wrong letter, missing blanks, general words, the other keyboard, Latin letters for Hangul. The characters of a guess
// are next to each other in some name or address, so there are few guesses. A guess must also match something.
const Guess = (search) => {
  const { INITIALS, VOWELS, FINALS, DOUBLE_FINALS, syllable, written, fold, squeeze, reading, word, completions, pattern } = search;
  const MOST_WORDS = 6;
  const MOST_BYTES = 400;
  const MOST_READINGS = 32;
  const FEW_TEXTS = 4;
  const LEAST_PART = 2;
  const isSyllable = (c) => syllable(c) !== null;
  const isJamo = (c) => c >= "\u3131" && c <= "\u3163";
  const isVowel = (c) => c >= "\u314f" && c <= "\u3163";
  const isOfWord = (c) => /[\p{L}\p{M}\p{N}]/u.test(c);
  const isAlphabetic = (c) => /\p{Alphabetic}/u.test(c);

  // The code units and the pairs of neighboring code units in some texts, in a hash table with open addressing.
  class Pairs {
    constructor() {
      this.table = new Int32Array(1 << 14);
      this.count = 0;
    }

    add(text) {
      for (let i = 0; i < text.length; i += 1) {
        this.put(text.charCodeAt(i));
        if (i + 1 < text.length) this.put((text.charCodeAt(i) << 16) | text.charCodeAt(i + 1));
      }
    }

    // The position of a key, or of the free slot for it.
    find(table, key) {
      let at = Math.imul(key, 0x9e3779b1) >>> 8 & (table.length - 1);
      while (table[at] !== 0 && table[at] !== key) at = (at + 1) & (table.length - 1);
      return at;
    }

    put(key) {
      const at = this.find(this.table, key);
      if (this.table[at] === key) return;
      this.table[at] = key;
      this.count += 1;
      if (this.count * 3 < this.table.length) return;
      const larger = new Int32Array(this.table.length * 4);
      for (const one of this.table) if (one !== 0) larger[this.find(larger, one)] = one;
      this.table = larger;
    }

    has(text) {
      if (text.length === 1) return this.hasKey(text.charCodeAt(0));
      for (let i = 0; i + 1 < text.length; i += 1) {
        if (!this.hasKey((text.charCodeAt(i) << 16) | text.charCodeAt(i + 1))) return false;
      }
      return true;
    }

    hasKey(key) { return this.table[this.find(this.table, key)] === key; }
  }

  let known = { fields: null };

  function useFields(fields) {
    if (known.fields === fields) return;
    known = { fields, names: new Pairs(), places: new Pairs() };
    fields.forEach((one) => {
      known.names.add(one.name);
      if (one.squeezed !== one.name) known.names.add(one.squeezed);
      known.places.add(one.address);
      if (one.district && !one.address.includes(one.district)) known.places.add(one.district);
    });
  }

  const isKnownRun = (characters) => known.names.has(characters) || known.places.has(characters);

  function isKnown(text) {
    const squeezed = squeeze(text);
    return squeezed !== "" && (isKnownRun(squeezed) || search.isDistrict(squeezed));
  }

  // Letters and words.

  function letters(characters) {
    return characters.flatMap((c) => {
      const found = syllable(c);
      if (!found) return [c];
      const open = [INITIALS[found.initial], VOWELS[found.vowel]];
      return found.final === 0 ? open : [...open, FINALS[found.final]];
    });
  }

  // Returns the word that the letters spell; null if a jamo is left over.
  function spelled(all) {
    let text = "";
    for (let i = 0; i < all.length;) {
      if (!isJamo(all[i])) {
        text += all[i];
        i += 1;
        continue;
      }
      const initial = INITIALS.indexOf(all[i]);
      const vowel = i + 1 < all.length ? VOWELS.indexOf(all[i + 1]) : -1;
      if (initial < 0 || vowel < 0) return null;
      const isClosed = i + 2 < all.length && isJamo(all[i + 2]) && !isVowel(all[i + 2]) && !(i + 3 < all.length && isVowel(all[i + 3]));
      const final = isClosed ? FINALS.indexOf(all[i + 2]) : 0;
      if (final < 0) return null;
      text += written(initial, vowel, final);
      i += isClosed ? 3 : 2;
    }
    return text;
  }

  // One wrong letter.

  const JAMO = [..."ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", ...VOWELS];
  const LATIN = [..."abcdefghijklmnopqrstuvwxyz"];
  const NONE = [];
  const alphabet = (c) => (isJamo(c) ? JAMO : c >= "a" && c <= "z" ? LATIN : NONE);

  function forEachEdit(all, body) {
    const inserted = (choices, at) => {
      const edited = [...all.slice(0, at), " ", ...all.slice(at)];
      for (const choice of choices) {
        edited[at] = choice;
        body(edited);
      }
    };
    all.forEach((letter, at) => {
      const choices = alphabet(letter);
      if (!choices.length) return;
      const edited = [...all];
      for (const choice of choices) {
        edited[at] = choice;
        body(edited);
      }
      body([...all.slice(0, at), ...all.slice(at + 1)]);
      inserted(choices, at);
      const next = all[at + 1];
      if (next === undefined || alphabet(next) !== choices) inserted(choices, at + 1);
      if (next !== undefined && next !== letter && alphabet(next).length) {
        const swapped = [...all];
        [swapped[at], swapped[at + 1]] = [next, letter];
        body(swapped);
      }
    });
  }

  // Returns the known words that differ from a folded word by one letter, or by the order of two neighboring syllables.
  function neighborsOf(text) {
    const characters = [...text];
    if (characters.some(isJamo)) return [];
    const all = letters(characters);
    if (all.length > 60 || all.filter(isOfWord).length < 4) return [];
    const found = new Set();
    forEachEdit(all, (edited) => {
      const neighbor = spelled(edited);
      if (neighbor !== null && neighbor !== text && isKnown(neighbor)) found.add(neighbor);
    });
    if (characters.length >= 3) {
      for (let at = 0; at + 1 < characters.length; at += 1) {
        if (!isSyllable(characters[at])) continue;
        const swapped = [...characters];
        [swapped[at], swapped[at + 1]] = [swapped[at + 1], swapped[at]];
        const neighbor = swapped.join("");
        if (neighbor !== text && isKnown(neighbor)) found.add(neighbor);
      }
    }
    return [...found];
  }

  const isShort = (text) => letters([...text]).filter((c) => alphabet(c).length).length < 6;

  // Returns the texts in which one word is replaced by one of its neighbors (see neighborsOf).
  function neighbors(text) {
    const parts = text.folded.split(" ");
    const texts = [];
    parts.forEach((part, position) => {
      for (const neighbor of neighborsOf(part)) {
        const guess = textOf([...parts.slice(0, position), neighbor, ...parts.slice(position + 1)].join(" "));
        if (guess) texts.push(isShort(part) ? beginning(guess, position) : guess);
      }
    });
    return texts;
  }

  // Returns the text with one of its words changed. In a name, the changed word matches only where a word begins.
  function beginning(text, position) {
    const typed = text.folded.split(" ")[position];
    const changed = typed === undefined ? null : word(typed);
    const index = changed ? text.words.findIndex((one) => search.isSame(one, changed)) : -1;
    if (index < 0) return text;
    const words = [...text.words];
    words[index] = { ...words[index], startsWords: true };
    return { ...text, words, startsWords: true };
  }

  // The guesses.

  function textOf(text) {
    const folded = fold(text);
    return folded ? reading(folded) : null;
  }

  const textsOf = (texts) => texts.map(textOf).filter(Boolean);

  function partial(text) {
    return textsOf(completions(text.folded).filter((completion) => {
      const last = completion.split(" ").filter(Boolean).pop() || "";
      return pattern(last) !== null || isKnown(last);
    }));
  }

  function spaced(text) {
    const characters = [...text.folded];
    if (text.words.length !== 1 || text.folded.includes(" ") || characters.length < 2 * LEAST_PART) return [];
    const cuts = [];
    for (let cut = LEAST_PART; cut <= characters.length - LEAST_PART; cut += 1) {
      if (!isSyllable(characters[cut - 1]) && !isSyllable(characters[cut])) continue;
      const parts = [characters.slice(0, cut).join(""), characters.slice(cut).join("")];
      if (parts.every(isKnown)) cuts.push(parts.join(" "));
    }
    return textsOf(cuts);
  }

  // A longer word comes before a shorter word that it ends with.
  const GENERIC = [
    "독립서점", "동네서점", "동네책방", "중고서점", "중고책방", "헌책방", "서점", "책방", "문고", "서적", "북스", "북카페", "서울특별시", "서울시", "서울",
    "주식회사", "전화번호", "전화", "bookstore", "bookshop", "books", "seoul",
  ];

  function fewer(text) {
    const parts = text.folded.split(" ");
    const proper = parts.filter((part) => !GENERIC.includes(part));
    const texts = !proper.length || proper.length === parts.length ? [] : [proper.join(" ")];
    const last = proper[proper.length - 1];
    const suffix = last && GENERIC.find((one) => last.endsWith(one));
    if (suffix && last !== suffix) texts.push([...proper.slice(0, -1), last.slice(0, -suffix.length)].join(" "));
    return textsOf(texts);
  }

  // If a syllable is missing from the text, the name contains the parts before and after the gap.
  function omitted(text) {
    const characters = [...text.folded];
    if (text.words.length !== 1 || characters.length < LEAST_PART + 1 || !characters.every(isSyllable)) return [];
    const cuts = [];
    for (let cut = 1; cut < characters.length; cut += 1) {
      const parts = [characters.slice(0, cut).join(""), characters.slice(cut).join("")];
      if (parts.every(isKnownRun)) cuts.push(parts.join(" "));
    }
    return textsOf(cuts);
  }

  // All combinations of the choices for each word, at most MOST_READINGS.
  function combined(choices) {
    let texts = [""];
    for (const words of choices) texts = texts.flatMap((text) => words.map((one) => `${text} ${one}`)).slice(0, MOST_READINGS);
    return texts;
  }

  // The keys of a Korean keyboard, KS X 5002 (2-beolsik).
  const KEYS = Object.fromEntries([..."qwertyuiopasdfghjklzxcvbnmQWERTOP"].map((key, index) => [key, [..."ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ"][index]]));
  const KEY_OF = Object.fromEntries(Object.entries(KEYS).map(([key, letter]) => [letter, key.toLowerCase()]));
  const DOUBLE_VOWELS = { ㅘ: "ㅗㅏ", ㅙ: "ㅗㅐ", ㅚ: "ㅗㅣ", ㅝ: "ㅜㅓ", ㅞ: "ㅜㅔ", ㅟ: "ㅜㅣ", ㅢ: "ㅡㅣ" };
  const doubled = (table, pair) => Object.keys(table).find((one) => table[one] === pair);

  // Returns typed jamo as syllables; a jamo outside a syllable stays.
  function syllables(typed) {
    let text = "";
    for (let i = 0; i < typed.length;) {
      const initial = INITIALS.indexOf(typed[i]);
      let vowel = initial >= 0 && i + 1 < typed.length ? VOWELS.indexOf(typed[i + 1]) : -1;
      if (vowel < 0) {
        text += typed[i];
        i += 1;
        continue;
      }
      i += 2;
      const longer = i < typed.length && doubled(DOUBLE_VOWELS, VOWELS[vowel] + typed[i]);
      if (longer) {
        vowel = VOWELS.indexOf(longer);
        i += 1;
      }
      let final = 0;
      const single = i < typed.length ? FINALS.indexOf(typed[i]) : -1;
      if (single > 0 && !(i + 1 < typed.length && isVowel(typed[i + 1]))) {
        final = single;
        const both = i + 1 < typed.length && !(i + 2 < typed.length && isVowel(typed[i + 2])) && doubled(DOUBLE_FINALS, typed[i] + typed[i + 1]);
        i += both ? 2 : 1;
        if (both) final = FINALS.indexOf(both);
      }
      text += written(initial, vowel, final);
    }
    return text;
  }

  // Returns the texts that the same keys type in Hangul, with caps lock off and on.
  function hangul(typed) {
    const characters = [...typed];
    const alphabetic = characters.filter(isAlphabetic);
    if (!alphabetic.length || !alphabetic.every((c) => c <= "\x7f")) return [];
    const locked = characters.map((c) => (/[a-z]/.test(c) ? c.toUpperCase() : /[A-Z]/.test(c) ? c.toLowerCase() : c));
    return [characters, locked]
      .map((keys) => syllables(keys.map((key) => (Object.hasOwn(KEYS, key) ? KEYS[key] : KEYS[/[A-Z]/.test(key) ? key.toLowerCase() : ""] || key))))
      .filter((text) => ![...text].some(isVowel));
  }

  // Returns the text that the same keys type in Latin letters; null for a text without Hangul, or with other letters.
  function latin(folded) {
    let typed = "";
    let hasHangul = false;
    for (const letter of letters([...folded])) {
      for (const part of DOUBLE_VOWELS[letter] || DOUBLE_FINALS[letter] || [letter]) {
        if (Object.hasOwn(KEY_OF, part)) {
          typed += KEY_OF[part];
          hasHangul = true;
        } else if (isAlphabetic(part)) return null;
        else typed += part;
      }
    }
    return hasHangul ? typed : null;
  }

  function keyboard(text, original) {
    const choices = original.split(/\p{White_Space}+/u).filter(Boolean).map((typed) => {
      const folded = fold(typed);
      const other = latin(folded);
      const others = other === null ? hangul(typed) : [...hangul(typed), other];
      // A known word may also be meant as it was typed.
      return !others.length || isKnown(folded) ? [...others, folded] : others;
    });
    return textsOf(combined(choices)).filter((guess) => guess.folded !== text.folded);
  }

  const misspelledKeyboard = (text, original) =>
    keyboard(text, original).slice(0, FEW_TEXTS).flatMap((guess) => [...partial(guess), ...neighbors(guess)]);

  // Latin letters for Hangul; the rules are loose on purpose (Sources/Search/Romanization.swift).
  const list = (text) => text.split(" | ").map((one) => one.split(" ").map((spelling) => (spelling === "_" ? "" : spelling)));
  const INITIAL_SPELLINGS = list("g k | kk gg g k | n | d t dd | tt dd d t | r l | m | b p | pp bb b p | s sh | ss s | _ | j ch z | jj j | ch | k | t | p f | h");
  const VOWEL_SPELLINGS = list("a ah | ae | ya | yae | eo u uh | e | yeo you yu | ye e | o | wa | wae | oe oi | yo | u oo woo | wo | we | wi | yu yoo | eu u | ui | i ee");
  const FINAL_SPELLINGS = list("_ | k g | k | k | n | n | n | t d | l r | k l lk | m | l | l | l | p | l | m | p b | p | t s | t | ng | t j | t | k | t | p | t _");
  const MOVED_FINALS = list("_ | g k | kk | ks | n | nj | n | d | r l | lg | lm | lb | ls | lt | lp | r | m | b p | ps | s | ss | ng | j | ch | k | t | p | _");
  const SOUND_CHANGES = {
    kㄴ: "ngn", kㅁ: "ngm", kㄹ: "ngn", tㄴ: "nn", tㅁ: "nm", tㄹ: "nn", pㄴ: "mn", pㅁ: "mm", pㄹ: "mn", nㄹ: "ll", lㄴ: "ll", lㄹ: "ll", mㄹ: "mn", ngㄹ: "ngn",
  };
  const MOST_SPELLED = 8;
  const MOST_TRIES = 20000;

  // The Latin letters between two vowels, with the finals and initials that they may spell.
  const borders = new Map();
  let longestBorder = 0;

  function spellings(final, initial) {
    const plain = FINAL_SPELLINGS[final].flatMap((end) => INITIAL_SPELLINGS[initial].map((begin) => end + begin));
    if (INITIALS[initial] === "ㅇ") return [...MOVED_FINALS[final], ...plain];
    const changed = SOUND_CHANGES[FINAL_SPELLINGS[final][0] + INITIALS[initial]];
    if (!changed) return plain;
    return [...(changed === "ll" ? ["ll", "l"] : [changed]), ...plain];
  }

  function prepareBorders() {
    FINALS.forEach((_, final) => INITIALS.forEach((__, initial) => {
      for (const spelling of new Set(spellings(final, initial))) {
        if (!borders.has(spelling)) borders.set(spelling, []);
        borders.get(spelling).push({ final, initial });
        longestBorder = Math.max(longestBorder, spelling.length);
      }
    }));
  }

  // Returns the Hangul words of known syllables that the Latin letters may spell.
  function spelledInHangul(text) {
    if (text.length > 100) return [];
    if (!borders.size) prepareBorders();
    const found = [];
    let triesLeft = MOST_TRIES;
    const appended = (former, added) => {
      if (triesLeft <= 0) return null;
      triesLeft -= 1;
      return isKnownRun(former ? former[former.length - 1] + added : added) ? former + added : null;
    };
    const extend = (former, initial, at) => {
      VOWEL_SPELLINGS.forEach((ways, vowel) => {
        for (const way of ways) if (text.startsWith(way, at)) close(former, initial, vowel, at + way.length);
      });
    };
    const close = (former, initial, vowel, at) => {
      const rest = text.slice(at);
      FINAL_SPELLINGS.forEach((ways, final) => {
        if (!ways.includes(rest)) return;
        const longer = appended(former, written(initial, vowel, final));
        if (longer !== null && found.length < MOST_SPELLED && !found.includes(longer)) found.push(longer);
      });
      for (let length = 0; length <= Math.min(rest.length, longestBorder); length += 1) {
        for (const border of borders.get(rest.slice(0, length)) || []) {
          if (found.length >= MOST_SPELLED) return;
          const longer = appended(former, written(initial, vowel, border.final));
          if (longer !== null) extend(longer, border.initial, at + length);
        }
      }
    };
    INITIAL_SPELLINGS.forEach((ways, initial) => {
      for (const way of ways) if (text.startsWith(way)) extend("", initial, way.length);
    });
    return found;
  }

  function romanized(text) {
    let isAny = false;
    const choices = text.words.map(({ squeezed, district }) => {
      const readings = /^[a-z]+$/.test(squeezed) && squeezed.length > LEAST_PART ? spelledInHangul(squeezed) : [];
      isAny = isAny || readings.length > 0;
      // The name of a district may also be part of a place's name.
      return !readings.length || district ? [squeezed, ...readings] : readings;
    });
    return isAny ? textsOf(combined(choices)) : [];
  }

  // Returns the first kind of guess that matches something, as { kind, texts, isForNames }; null for none. `texts` has
  // only the texts that match.
  function first(text, original, fields, isMatched) {
    if (text.words.length > MOST_WORDS || new TextEncoder().encode(text.folded).length > MOST_BYTES) return null;
    useFields(fields);
    let near = null;
    const typos = () => (near = near || neighbors(text));
    const makers = [
      ["partial", () => partial(text)], ["typo", typos, true], ["spaced", () => spaced(text)], ["fewer", () => fewer(text)],
      ["typo", typos], ["keyboard", () => keyboard(text, original)], ["keyboard", () => misspelledKeyboard(text, original)],
      ["romanized", () => romanized(text)], ["typo", () => omitted(text), true],
    ];
    for (const [kind, make, isForNames = false] of makers) {
      const texts = make().filter((guess) => isMatched(guess, isForNames));
      if (texts.length) return { kind, texts, isForNames };
    }
    return null;
  }

  return { first };
};

"use strict";

// Reads the columns that PackedColumn (PageColumns.swift) writes: numbers in base 64.
const Packed = (() => {
  function bytes(text) {
    const found = atob(text);
    const all = new Uint8Array(found.length);
    for (let i = 0; i < found.length; i += 1) all[i] = found.charCodeAt(i);
    return all;
  }

  // Numbers of `width` bytes each, the lowest first.
  function numbers(text, width) {
    const all = bytes(text);
    const found = new Float64Array(all.length / width);
    for (let i = 0; i < found.length; i += 1) {
      let value = 0;
      for (let k = width - 1; k >= 0; k -= 1) value = value * 256 + all[i * width + k];
      found[i] = value;
    }
    return found;
  }

  // Numbers of any size: seven bits per byte. A negative number is stored as an odd one.
  function varying(text) {
    const found = [];
    let [value, scale] = [0, 1];
    for (const byte of bytes(text)) {
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte > 127) continue;
      found.push(value % 2 ? -(value + 1) / 2 : value / 2);
      [value, scale] = [0, 1];
    }
    return found;
  }

  const integers = (text) => new Int32Array(bytes(text).buffer);
  const words = (text) => new Uint16Array(bytes(text).buffer);
  const texts = (text, count) => (count ? text.split("\n") : []);

  return { bytes, numbers, varying, integers, words, texts };
})();

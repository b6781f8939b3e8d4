// The orders of the list, by their names in the address. `compare` gets two places and returns a number, as for sort();
// null keeps the order of the search, or of names. `note` returns a text that is shown at a place, or nothing.
const Orders = {
  usual: { compare: null, note: null },
};

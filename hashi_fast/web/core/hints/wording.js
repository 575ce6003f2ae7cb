// Plain English for numbers, bridges and lists.

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Returns a number as a word, or in digits if it is large. */
export function number(n) {
  return NUMBERS[n] ?? String(n);
}

/** Returns a number of things, as in "two bridges". */
export function counted(n, noun = "bridge") {
  return `${number(n)} ${noun}${n < 2 ? "" : "s"}`;
}

/** Returns the verb for a number of things, as in "there are two bridges". */
export function are(n) {
  return n < 2 ? "is" : "are";
}

/** Returns things in a list, as in "one, two and three". */
export function listed(things, last = "and") {
  const most = things.slice(0, -1);
  return most.length ? `${most.join(", ")} ${last} ${things.at(-1)}` : things[0];
}

/** Returns the text with a capital letter and, unless it has an end, a full stop. */
export function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;
}

// The one exception of the core, and values as its messages show them.
//
// Python has the same messages. They quote values as Python writes them, so that a message is the same on both sides.

/** Text or fields that are not a puzzle, a format that cannot hold one, a save that cannot be read. */
export class PuzzleError extends Error {
  constructor(message) {
    super(message);
    this.name = "PuzzleError";
  }
}

const LONGEST_TEXT = 60;
const LONGEST_LIST = 6;
const LONGEST_OBJECT = 4;
const DEEPEST = 6;
const NAMES = { null: "None", undefined: "None", true: "True", false: "False" };
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Returns a short text for any JSON value, for messages.
 * @param {unknown} value
 * @returns {string}
 */
export function shown(value) {
  return quoted(value, DEEPEST);
}

function quoted(value, depth) {
  if (typeof value === "string") return shortened(value);
  if (value === null || typeof value !== "object") return NAMES[value] ?? String(value);
  const isList = Array.isArray(value);
  const [left, right] = isList ? "[]" : "{}";
  const keys = isList ? [...value.keys()] : Object.keys(value).sort();
  if (keys.length && depth <= 0) return `${left}...${right}`;
  const parts = keys.slice(0, isList ? LONGEST_LIST : LONGEST_OBJECT).map((key) => {
    return `${isList ? "" : `${quoted(key, depth - 1)}: `}${quoted(value[key], depth - 1)}`;
  });
  if (keys.length > parts.length) parts.push("...");
  return `${left}${parts.join(", ")}${right}`;
}

function shortened(text) {
  // Characters, not halves of them; and never more of a long text than is shown.
  const signs = [...text.slice(0, 2 * LONGEST_TEXT)];
  const whole = inQuotes(signs.slice(0, LONGEST_TEXT).join(""));
  if ([...whole].length <= LONGEST_TEXT && signs.length <= LONGEST_TEXT) return whole;
  const before = (LONGEST_TEXT - 3) >> 1;
  const after = LONGEST_TEXT - 3 - before;
  const ends = [...inQuotes(signs.slice(0, before).join("") + [...text.slice(-2 * after)].slice(-after).join(""))];
  return `${ends.slice(0, before).join("")}...${ends.slice(-after).join("")}`;
}

function inQuotes(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = "";
  for (const sign of text) {
    const code = sign.codePointAt(0);
    if (ESCAPES[sign]) out += ESCAPES[sign];
    else if (sign === quote) out += `\\${sign}`;
    else if (code < 32 || (code >= 127 && code <= 160) || code === 173) out += `\\x${hex(code, 2)}`;
    else if ((code >= 0xd800 && code <= 0xdfff) || /\p{C}|\p{Z}/u.test(sign) && code > 160) out += `\\u${hex(code, 4)}`;
    else out += sign;
  }
  return quote + out + quote;
}

function hex(code, digits) {
  return code.toString(16).padStart(digits, "0");
}

/** @returns {PuzzleError} the error for a text in which something else was expected. */
export function expectedFound(place, expected, found) {
  return new PuzzleError(`${place}: expected ${expected}, found ${shown(found)}`);
}

/** @returns {string} the place of a character in a text of some format, for messages, which count from 1. */
export function characterAt(format, at) {
  return `${format}, character ${at + 1}`;
}

/**
 * The browser's storage, which may be missing, full, forbidden or corrupt. The game goes on without it; the first
 * failure is told once.
 */

const PREFIX = "hashi:v1:";

const NO_STORAGE = "This browser does not store anything here, so games are kept only while this page is open. "
  + "The menu can save a game to a file.";

export class Storage {
  /** @param {((problem: string) => void) | null} tell is called once, in words; null: nobody expects storage */
  constructor(tell) {
    this.tell = tell;
    this.told = tell === null;
    this.area = findArea();
    this.memory = new Map(); // what could not be stored lasts as long as the page
  }

  /** Return the text under a name, or null. */
  text(name) {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      return this.area?.getItem(PREFIX + name) ?? null;
    } catch {
      return null;
    }
  }

  /** Return the value under a name; `otherwise` if there is none or `check` does not accept it. */
  get(name, otherwise, check = () => true) {
    const text = this.text(name);
    if (text === null) return otherwise;
    try {
      const value = JSON.parse(text);
      if (check(value)) return value;
    } catch {
      // told below
    }
    this.problem("Something in the storage of this browser could not be read, so it is left out.");
    return otherwise;
  }

  /** Store a value; it is kept for this visit at least. */
  set(name, value) {
    const text = JSON.stringify(value);
    this.memory.delete(name);
    try {
      if (!this.area) throw new Error("no storage");
      this.area.setItem(PREFIX + name, text);
    } catch {
      this.memory.set(name, text);
      this.problem(NO_STORAGE);
    }
  }

  /** Call back when another tab stores or removes something. */
  listen(callback) {
    addEventListener("storage", (event) => event.storageArea === this.area && callback());
  }

  problem(words) {
    if (!this.told) this.tell(words);
    this.told = true;
  }
}

function findArea() {
  try {
    const area = globalThis.localStorage;
    area.getItem(PREFIX);
    return area;
  } catch {
    return null;
  }
}

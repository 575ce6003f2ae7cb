/** The player's settings: a few values, each one of a list, kept in storage. */

const CHOICES = {
  theme: ["auto", "light", "dark"],
  help: ["rules", "off", "mistakes"],
  remaining: [false, true],
  pips: [false, true],
  groups: [false, true],
  grid: [true, false],
  timer: [true, false],
  strict: [true, false],
};

export class Settings {
  constructor(storage) {
    this.storage = storage;
    this.listeners = [];
    const stored = storage.get("settings", {}, (value) => value !== null && typeof value === "object");
    this.values = Object.fromEntries(Object.entries(CHOICES).map(([name, choices]) => {
      return [name, choices.includes(stored[name]) ? stored[name] : choices[0]];
    }));
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (!CHOICES[name].includes(value) || this.values[name] === value) return;
    this.values[name] = value;
    this.storage.set("settings", this.values);
    for (const listener of this.listeners) listener(name, value);
  }

  onchange(listener) {
    this.listeners.push(listener);
  }
}

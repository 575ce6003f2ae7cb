/** The timer of a game: it runs only while the page is seen, and not while it is paused. */

export class Timer {
  /** @param {(milliseconds: number) => void} ontick is called about once per second */
  constructor(ontick) {
    this.ontick = ontick;
    this.passed = 0;
    this.since = null;
    this.wanted = false;
    document.addEventListener("visibilitychange", () => this.update());
    setInterval(() => this.since !== null && this.ontick(this.time), 500);
  }

  get time() {
    return this.passed + (this.since === null ? 0 : performance.now() - this.since);
  }

  /** Begin at a time, running or not. */
  set(time, wanted) {
    this.passed = time;
    this.since = null;
    this.run(wanted);
  }

  run(wanted) {
    this.wanted = wanted;
    this.update();
  }

  update() {
    const running = this.wanted && document.visibilityState === "visible";
    if (running && this.since === null) this.since = performance.now();
    else if (!running && this.since !== null) [this.passed, this.since] = [this.time, null];
    this.ontick(this.time);
  }
}

/** Return a time as 0:42, 12:05 or 1:02:03. */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** State that several parts of the page share: whoever listens is told once a frame. */

export class Store<T extends object> {
  readonly #listeners: ((state: T, changed: Set<keyof T>) => void)[] = [];
  readonly #changed = new Set<keyof T>();
  #waiting = false;

  constructor(readonly state: T) {}

  /** Listens to changes of the given keys, or of any. */
  on(keys: (keyof T)[] | null, listener: (state: T) => void): void {
    this.#listeners.push((state, changed) => {
      if (!keys || keys.some((key) => changed.has(key))) listener(state);
    });
  }

  set(change: Partial<T>): void {
    for (const key of Object.keys(change) as (keyof T)[]) {
      if (Object.is(this.state[key], change[key])) continue;
      this.state[key] = change[key]!;
      this.#changed.add(key);
    }
    if (this.#changed.size === 0 || this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => this.flush());
  }

  /** Tells everybody now, for those who cannot wait for a frame (printing). */
  flush(): void {
    this.#waiting = false;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    if (changed.size > 0) for (const listener of this.#listeners) listener(this.state, changed);
  }
}

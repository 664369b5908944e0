const MAX_KEY = 300;

/** The keys of the operations of a source. Each is used once, and can be stored. */
export class UnusedKeys {
  readonly #taken = new Set<string>();

  /** Returns the first of the wanted keys that is unused, or the last one with a number. */
  take(...wanted: readonly string[]): string {
    const storable = wanted.map((key) => key.replaceAll('\u0000', '\uFFFD').slice(0, MAX_KEY).toWellFormed());
    const unused = storable.find((key) => !this.#taken.has(key)) ?? this.#numbered(storable.at(-1) ?? '');
    this.#taken.add(unused);
    return unused;
  }

  #numbered(key: string): string {
    for (let number = this.#taken.size; ; number += 1) {
      const end = ` ${number}`;
      const numbered = `${key.slice(0, MAX_KEY - end.length).toWellFormed()}${end}`;
      if (!this.#taken.has(numbered)) return numbered;
    }
  }
}

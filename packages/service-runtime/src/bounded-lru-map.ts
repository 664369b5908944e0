export interface LruBounds {
  entries: number;
  bytes: number;
}

/** The size of an entry, and the owner whose share it counts against. */
export interface LruWeight {
  owner: string;
  bytes: number;
}

interface Entry<Value> extends LruWeight {
  value: Value;
}

/** The part of all bytes that one owner may use. */
const OWNER_SHARE = 1 / 2;

/**
 * A map with limits on its entries and bytes. One owner may use at most half of the bytes. The least recently used
 * entry makes room, an owner's own entries first. An entry larger than its owner's share is not stored.
 */
export class BoundedLruMap<Key, Value> {
  readonly #bounds: LruBounds;
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #owners = new Map<string, { keys: Set<Key>; bytes: number }>();
  #bytes = 0;

  constructor(bounds: LruBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // The order matters only when an entry may have to make room. Below half of the limits a hit costs one lookup.
    if (this.#entries.size * 2 > this.#bounds.entries || this.#bytes * 4 > this.#bounds.bytes) {
      this.#remove(key, entry);
      this.#add(key, entry);
    }
    return entry.value;
  }

  set(key: Key, value: Value, { owner, bytes }: LruWeight): void {
    this.delete(key);
    const ownBytes = this.#bounds.bytes * OWNER_SHARE;
    if (bytes > ownBytes) return;
    while ((this.#owners.get(owner)?.bytes ?? 0) + bytes > ownBytes) this.#dropOldest(this.#owners.get(owner)?.keys);
    while (this.#bytes + bytes > this.#bounds.bytes || this.#entries.size >= this.#bounds.entries)
      this.#dropOldest(this.#entries);
    this.#add(key, { value, owner, bytes });
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#remove(key, entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#owners.clear();
    this.#bytes = 0;
  }

  #dropOldest(keys: { keys(): Iterable<Key> } | undefined): void {
    for (const key of keys?.keys() ?? []) return this.delete(key);
  }

  #add(key: Key, entry: Entry<Value>): void {
    const owned = this.#owners.get(entry.owner) ?? { keys: new Set<Key>(), bytes: 0 };
    this.#owners.set(entry.owner, owned);
    this.#entries.set(key, entry);
    owned.keys.add(key);
    owned.bytes += entry.bytes;
    this.#bytes += entry.bytes;
  }

  #remove(key: Key, { owner, bytes }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
    const owned = this.#owners.get(owner);
    if (owned === undefined) return;
    owned.keys.delete(key);
    owned.bytes -= bytes;
    if (owned.keys.size === 0) this.#owners.delete(owner);
  }
}

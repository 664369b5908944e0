/** Bytes of each body that are not counted: its connection takes about as much memory. */
const UNCOUNTED_BODY_BYTES = 16 * 1024;

/** The part of the memory that one owner (an organization, or a network without credentials) may use. */
const OWNER_SHARE = 1 / 2;

interface Waiting {
  bytes: number;
  start(): void;
}

/** The memory of one body. Bytes count as they arrive: an announced length reserves nothing. */
export class BodyHold {
  readonly owner: string;
  /** Bytes counted so far. */
  counted = 0;
  waiting: Waiting | null = null;
  readonly #memory: BodyMemory;
  #released = false;

  constructor(memory: BodyMemory, owner: string) {
    this.#memory = memory;
    this.owner = owner;
  }

  /** Reserves memory up to `bytes` in total. undefined: it is reserved; else resolves once it is. */
  grow(bytes: number): Promise<void> | undefined {
    if (this.#released || bytes <= Math.max(UNCOUNTED_BODY_BYTES, this.counted)) return undefined;
    return this.#memory.grow(this, bytes);
  }

  /** To be called when the body is no longer needed; calling it twice is harmless. A wait then never ends. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#memory.release(this);
  }
}

/**
 * Bounds the memory of bodies over 16 KiB by the bytes that have arrived. A body that finds no room waits unread in its
 * connection; the owner that uses least goes first, and no owner uses more than half. When all bodies with memory wait
 * for more, the oldest may exceed the bound, so that one of them completes.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #byOwner = new Map<string, number>();
  /** Bodies with counted bytes, or waiting for their first, oldest first. */
  readonly #holds = new Set<BodyHold>();
  #held = 0;
  #waiting = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of all bodies. */
  get held(): number {
    return this.#held;
  }

  /** Bodies that wait for room. */
  get waiting(): number {
    return this.#waiting;
  }

  open(owner: string): BodyHold {
    return new BodyHold(this, owner);
  }

  grow(hold: BodyHold, bytes: number): Promise<void> | undefined {
    this.#holds.add(hold);
    if (this.#waiting === 0 && this.#fits(hold, bytes)) {
      this.#count(hold, bytes);
      return undefined;
    }
    const { promise, resolve: start } = Promise.withResolvers<void>();
    hold.waiting = { bytes, start };
    this.#waiting += 1;
    this.#startNext();
    return promise;
  }

  release(hold: BodyHold): void {
    if (!this.#holds.delete(hold)) return;
    if (hold.waiting !== null) this.#waiting -= 1;
    hold.waiting = null;
    this.#add(hold.owner, -hold.counted);
    hold.counted = 0;
    this.#startNext();
  }

  #fits(hold: BodyHold, bytes: number): boolean {
    const more = bytes - hold.counted;
    const own = this.#byOwner.get(hold.owner) ?? 0;
    return this.#held + more <= this.#maxBytes && (own === hold.counted || own + more <= this.#maxBytes * OWNER_SHARE);
  }

  #startNext(): void {
    while (this.#waiting > 0) {
      const next = this.#leastHoldingThatFits() ?? this.#oldestWhenAllWait();
      if (next === undefined || next.waiting === null) return;
      const { bytes, start } = next.waiting;
      next.waiting = null;
      this.#waiting -= 1;
      this.#count(next, bytes);
      start();
    }
  }

  #leastHoldingThatFits(): BodyHold | undefined {
    let best: BodyHold | undefined;
    let least = Infinity;
    for (const hold of this.#holds) {
      const own = this.#byOwner.get(hold.owner) ?? 0;
      if (hold.waiting === null || own >= least || !this.#fits(hold, hold.waiting.bytes)) continue;
      best = hold;
      least = own;
    }
    return best;
  }

  /** The oldest of all bodies, or of an owner whose bodies all wait although there is room in total. */
  #oldestWhenAllWait(): BodyHold | undefined {
    const goingOn = new Set<string>();
    for (const hold of this.#holds) if (hold.waiting === null) goingOn.add(hold.owner);
    for (const hold of this.#holds) {
      if (hold.waiting === null || goingOn.has(hold.owner)) continue;
      if (goingOn.size === 0 || this.#held + hold.waiting.bytes - hold.counted <= this.#maxBytes) return hold;
    }
    return undefined;
  }

  #count(hold: BodyHold, bytes: number): void {
    this.#add(hold.owner, bytes - hold.counted);
    hold.counted = bytes;
  }

  #add(owner: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (own === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, own);
  }
}

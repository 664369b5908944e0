import { SumsByOwner } from '@workflow/service-runtime';

/** The bytes of each body that are not counted. Its connection needs about as much memory. */
const UNCOUNTED_BODY_BYTES = 16 * 1024;

/** The fraction of the memory that one owner (an organization, or a network without a key) may use. */
const OWNER_SHARE = 1 / 2;

interface Waiting {
  bytes: number;
  room: Promise<void>;
  start(): void;
}

/** The memory of one body. Bytes count when they arrive. The announced length reserves nothing. */
export class BodyReservation {
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

  /**
   * Reserves memory up to `bytes` in total. Returns false if there is none yet; `room` resolves when it is reserved.
   */
  grow(bytes: number): boolean {
    if (this.#released || bytes <= Math.max(UNCOUNTED_BODY_BYTES, this.counted)) return true;
    return this.#memory.grow(this, bytes);
  }

  /** Resolves when the memory that `grow` requested is reserved. */
  async room(): Promise<void> {
    await this.waiting?.room;
  }

  /** Call it when the body is no longer needed. A second call has no effect. Pending waits never end. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#memory.release(this);
  }
}

/**
 * Limits the memory of bodies over 16 KiB by the bytes that have arrived. A body without room waits unread in its
 * connection. The owner that uses least is first, and no owner uses more than half. If all bodies with memory wait for
 * more, the oldest may exceed the limit, so that one of them completes.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #bytes = new SumsByOwner();
  /** The bodies with counted bytes, or waiting for their first, oldest first. */
  readonly #reservations = new Set<BodyReservation>();
  #waiting = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the bytes of all bodies. */
  get reserved(): number {
    return this.#bytes.total;
  }

  /** Returns the number of bodies that wait for room. */
  get waiting(): number {
    return this.#waiting;
  }

  open(owner: string): BodyReservation {
    return new BodyReservation(this, owner);
  }

  grow(reservation: BodyReservation, bytes: number): boolean {
    this.#reservations.add(reservation);
    if (this.#waiting === 0 && this.#fits(reservation, bytes)) {
      this.#count(reservation, bytes);
      return true;
    }
    const { promise: room, resolve: start } = Promise.withResolvers<void>();
    reservation.waiting = { bytes, room, start };
    this.#waiting += 1;
    this.#startNext();
    return reservation.waiting === null;
  }

  release(reservation: BodyReservation): void {
    if (!this.#reservations.delete(reservation)) return;
    if (reservation.waiting !== null) this.#waiting -= 1;
    reservation.waiting = null;
    this.#bytes.add(reservation.owner, -reservation.counted);
    reservation.counted = 0;
    this.#startNext();
  }

  #fits(reservation: BodyReservation, bytes: number): boolean {
    const more = bytes - reservation.counted;
    const bytesOfOwner = this.#bytes.of(reservation.owner);
    return (
      this.#bytes.total + more <= this.#maxBytes &&
      (bytesOfOwner === reservation.counted || bytesOfOwner + more <= this.#maxBytes * OWNER_SHARE)
    );
  }

  #startNext(): void {
    while (this.#waiting > 0) {
      const next = this.#leastUsingThatFits() ?? this.#oldestWhenAllWait();
      if (next === undefined || next.waiting === null) return;
      const { bytes, start } = next.waiting;
      next.waiting = null;
      this.#waiting -= 1;
      this.#count(next, bytes);
      start();
    }
  }

  #leastUsingThatFits(): BodyReservation | undefined {
    let best: BodyReservation | undefined;
    let least = Infinity;
    for (const reservation of this.#reservations) {
      const bytesOfOwner = this.#bytes.of(reservation.owner);
      if (reservation.waiting === null || bytesOfOwner >= least || !this.#fits(reservation, reservation.waiting.bytes))
        continue;
      best = reservation;
      least = bytesOfOwner;
    }
    return best;
  }

  /**
   * Returns the oldest body if all wait, or the oldest of an owner whose bodies all wait although there is room in
   * total.
   */
  #oldestWhenAllWait(): BodyReservation | undefined {
    const goingOn = new Set<string>();
    for (const reservation of this.#reservations) if (reservation.waiting === null) goingOn.add(reservation.owner);
    for (const reservation of this.#reservations) {
      if (reservation.waiting === null || goingOn.has(reservation.owner)) continue;
      if (goingOn.size === 0 || this.#bytes.total + reservation.waiting.bytes - reservation.counted <= this.#maxBytes)
        return reservation;
    }
    return undefined;
  }

  #count(reservation: BodyReservation, bytes: number): void {
    this.#bytes.add(reservation.owner, bytes - reservation.counted);
    reservation.counted = bytes;
  }
}

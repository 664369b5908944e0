import type { Fence } from '@workflow/session-store';

interface Entry {
  /** null until the claim is answered, and while the end is being written. */
  claimNumber: number | null;
  abort: AbortController;
}

/** The sessions that this executor has in hand, by id: a second job of the same session is refused here. */
export class SessionsInHand {
  readonly #entries = new Map<string, Entry>();
  #onEmptied: (() => void)[] = [];

  /** null when the session is in hand already. */
  take(sessionId: string): AbortSignal | null {
    if (this.#entries.has(sessionId)) return null;
    const abort = new AbortController();
    this.#entries.set(sessionId, { claimNumber: null, abort });
    return abort.signal;
  }

  claimed(sessionId: string, claimNumber: number): void {
    const entry = this.#entries.get(sessionId);
    if (entry !== undefined) entry.claimNumber = claimNumber;
  }

  /** From now on the session may have ended in PostgreSQL, so the heartbeat does not ask about it any more. */
  ending(sessionId: string): void {
    const entry = this.#entries.get(sessionId);
    if (entry !== undefined) entry.claimNumber = null;
  }

  drop(sessionId: string): void {
    this.#entries.delete(sessionId);
    if (this.#entries.size > 0) return;
    const waiting = this.#onEmptied;
    this.#onEmptied = [];
    for (const resolve of waiting) resolve();
  }

  /** Stops that claim; a later claim of the same session is left alone. */
  abort({ sessionId, claimNumber }: Fence, reason: Error): void {
    const entry = this.#entries.get(sessionId);
    if (entry?.claimNumber === claimNumber) entry.abort.abort(reason);
  }

  /** Stops a session in hand whose claim was refused. */
  abortUnclaimed(sessionId: string, reason: Error): void {
    this.#entries.get(sessionId)?.abort.abort(reason);
  }

  abortAll(reason: Error): void {
    for (const { abort } of this.#entries.values()) abort.abort(reason);
  }

  get size(): number {
    return this.#entries.size;
  }

  has(sessionId: string): boolean {
    return this.#entries.has(sessionId);
  }

  /** All in hand, those among them whose claim is not answered yet. */
  ids(): string[] {
    return [...this.#entries.keys()];
  }

  /** The fences that the heartbeat checks. */
  claims(): Fence[] {
    const claims: Fence[] = [];
    for (const [sessionId, { claimNumber }] of this.#entries)
      if (claimNumber !== null) claims.push({ sessionId, claimNumber });
    return claims;
  }

  /** true when nothing is in hand, false when `withinMs` passed before. */
  emptied(withinMs: number): Promise<boolean> {
    if (this.#entries.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#onEmptied.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}

import type { Fence } from '@workflow/session-store';

interface Entry {
  /** Null until the claim is answered, and while the end is being written. */
  claimNumber: number | null;
  abort: AbortController;
}

/** The sessions that this executor runs, by id. It refuses a second job for the same session. */
export class ActiveSessions {
  readonly #entries = new Map<string, Entry>();
  #onEmptied: (() => void)[] = [];

  /** Returns null if the session is already active. */
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

  /** Marks that the session may have ended in PostgreSQL, so that the heartbeat no longer checks its claim. */
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

  /** Stops the session of this claim. A later claim of the same session continues. */
  abort({ sessionId, claimNumber }: Fence, reason: Error): void {
    const entry = this.#entries.get(sessionId);
    if (entry?.claimNumber === claimNumber) entry.abort.abort(reason);
  }

  /** Stops an active session whose claim was refused. */
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

  /** Returns the ids of all active sessions, including those whose claim is not answered yet. */
  ids(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns the fences that the heartbeat checks. */
  claims(): Fence[] {
    const claims: Fence[] = [];
    for (const [sessionId, { claimNumber }] of this.#entries)
      if (claimNumber !== null) claims.push({ sessionId, claimNumber });
    return claims;
  }

  /** Resolves to true when no session is active, or to false after `withinMs`. */
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

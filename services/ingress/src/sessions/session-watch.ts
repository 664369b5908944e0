import type { SessionMark, SessionQueries, ShownStep } from '@workflow/session-store';
import type { SessionView } from '@workflow/workflow-model';

interface SessionState {
  session: SessionView;
  /** As many steps as one page has. */
  steps: ShownStep[];
  /** Changes with every change; a reader that comes back with the same one has missed nothing. */
  mark: string;
}

export type SessionListener = (state: SessionState) => void;

interface Watched {
  organizationId: string;
  mark: string | null;
  listeners: Set<SessionListener>;
}

export interface SessionWatchOptions {
  queries: Pick<SessionQueries, 'marks' | 'find' | 'stepPage'>;
  onError(error: unknown): void;
}

const POLL_MS = 250;

/**
 * Sends changes of watched sessions to their streams. Each poll is one statement for all watched sessions of this
 * replica, and there is none while no session is watched; a session is read whole only when its mark changed.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watched.size;
  }

  /** Calls back with the state as it is and with every later one. @returns how to stop. */
  watch(organizationId: string, sessionId: string, listener: SessionListener): () => void {
    let watched = this.#watched.get(sessionId);
    if (watched === undefined) {
      watched = { organizationId, mark: null, listeners: new Set() };
      this.#watched.set(sessionId, watched);
    }
    // A new stream needs the present state: without a mark the next poll finds a change.
    watched.mark = null;
    watched.listeners.add(listener);
    this.#schedule(0);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(sessionId) === watched) this.#watched.delete(sessionId);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(inMs: number): void {
    if (this.#timer !== undefined || this.#closed || this.#watched.size === 0) return;
    this.#timer = setTimeout(() => void this.#poll(), inMs);
  }

  async #poll(): Promise<void> {
    try {
      for (const mark of await this.#options.queries.marks([...this.#watched.keys()])) await this.#publish(mark);
    } catch (error) {
      this.#options.onError(error);
    }
    this.#timer = undefined;
    this.#schedule(POLL_MS);
  }

  async #publish({ sessionId, mark }: SessionMark): Promise<void> {
    const watched = this.#watched.get(sessionId);
    if (watched === undefined || watched.mark === mark) return;
    watched.mark = mark;
    const session = await this.#options.queries.find(watched.organizationId, sessionId);
    const page = await this.#options.queries.stepPage(watched.organizationId, sessionId);
    if (session === null || page === null) return;
    const state = { session, steps: page.items, mark };
    for (const listener of [...watched.listeners]) listener(state);
  }
}

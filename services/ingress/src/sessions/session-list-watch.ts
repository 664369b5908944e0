import type { SessionFilter, SessionQueries } from '@workflow/session-store';
import { isTerminal, type SessionView } from '@workflow/workflow-model';

export type SessionListListener = (session: SessionView) => void;

interface Feed {
  organizationId: string;
  filter: SessionFilter;
  listeners: Set<SessionListListener>;
  /** The last state sent for each session; null before the first poll. */
  told: Map<string, SessionView> | null;
}

export interface SessionListWatchOptions {
  queries: Pick<SessionQueries, 'list' | 'find'>;
  onError(error: unknown): void;
}

/** The newest sessions are polled; older ones only while they were sent and have not ended. */
const NEWEST = 50;
const MAX_FOLLOWED = 200;

const POLL_MS = 1_000;

/**
 * Sends new and changed sessions to the streams of lists. Streams of the same list share one poll, so the cost grows
 * with the number of watched lists and not with the number of running sessions.
 */
export class SessionListWatch {
  readonly #options: SessionListWatchOptions;
  readonly #feeds = new Map<string, Feed>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SessionListWatchOptions) {
    this.#options = options;
  }

  /** @returns a function that stops it. */
  watch(organizationId: string, filter: SessionFilter, listener: SessionListListener): () => void {
    const key = JSON.stringify([
      organizationId,
      filter.workflowId,
      filter.status,
      filter.mode,
      filter.trigger,
      filter.text,
      filter.componentId,
      filter.parentId,
      filter.from,
      filter.to,
      filter.endedFrom,
      filter.endedTo,
    ]);
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      feed = { organizationId, filter, listeners: new Set(), told: null };
      this.#feeds.set(key, feed);
    }
    feed.listeners.add(listener);
    this.#schedule(0);
    return () => {
      feed.listeners.delete(listener);
      if (feed.listeners.size === 0 && this.#feeds.get(key) === feed) this.#feeds.delete(key);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#feeds.clear();
  }

  #schedule(inMs: number): void {
    if (this.#timer !== undefined || this.#closed || this.#feeds.size === 0) return;
    this.#timer = setTimeout(() => void this.#poll(), inMs);
  }

  async #poll(): Promise<void> {
    for (const feed of [...this.#feeds.values()]) {
      try {
        await this.#look(feed);
      } catch (error) {
        this.#options.onError(error);
      }
    }
    this.#timer = undefined;
    this.#schedule(POLL_MS);
  }

  async #look(feed: Feed): Promise<void> {
    const { items } = await this.#options.queries.list(feed.organizationId, feed.filter, { limit: NEWEST });
    const before = feed.told;
    const told = new Map(items.map((session) => [session.id, session]));
    feed.told = told;
    if (before === null) return;
    for (const session of items.toReversed()) if (isNews(before.get(session.id), session)) tell(feed, session);
    for (const [id, old] of before) {
      if (told.has(id) || isTerminal(old.status) || told.size >= MAX_FOLLOWED) continue;
      const now = await this.#options.queries.find(feed.organizationId, id);
      if (now === null) continue;
      told.set(id, now);
      if (isNews(old, now)) tell(feed, now);
    }
  }
}

function isNews(old: SessionView | undefined, now: SessionView): boolean {
  return (
    old === undefined ||
    old.status !== now.status ||
    old.run !== now.run ||
    old.startedAt !== now.startedAt ||
    old.finishedAt !== now.finishedAt
  );
}

function tell(feed: Feed, session: SessionView): void {
  for (const listener of [...feed.listeners]) listener(session);
}

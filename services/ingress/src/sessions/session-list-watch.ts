import { runAs, type TurnOwner } from '@workflow/service-runtime';
import { setImmediate as nextSlice } from 'node:timers/promises';
import type { SessionFilter, SessionQueries, SessionState } from '@workflow/session-store';
import { isTerminal } from '@workflow/workflow-model';
import type { StreamEvent } from './event-stream.ts';
import { sessionEvent } from './session-event.ts';

const OWNER: TurnOwner = { kind: 'task', name: 'session-list-watch', organizationId: null };

/** A stream of a list. */
interface ListReader {
  readonly isReady: boolean;
  send(event: StreamEvent): void;
}

interface Feed {
  filter: SessionFilter;
  /** The changes that each reader has not received yet, oldest first: ids, and when the change was noticed. */
  readers: Map<ListReader, Map<string, number>>;
  /** The last state of each session; null before the first poll. */
  known: Map<string, SessionState> | null;
}

interface SessionListWatchOptions {
  queries: Pick<SessionQueries, 'listStates' | 'states' | 'read'>;
  /** A session with larger values is sent without them. */
  maxEventBytes: number;
  onError(error: unknown): void;
}

/** The newest sessions are polled. Older ones are polled only if they were sent and have not ended. */
const NEWEST = 50;
const MAX_FOLLOWED = 200;
/** Maximum number of sessions that wait to be sent to one reader. Older changes are dropped. */
export const MAX_UNSENT_SESSIONS = 200;

const POLL_MS = 1_000;
/** The time after which a poll of one organization's lists lets others have their turn. */
const TURN_MS = 250;
/** Maximum bytes of values in memory at a time, however many lists and streams there are. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/**
 * Sends new and changed sessions to the streams of lists. Streams of the same list share one poll, so the cost grows
 * with the number of watched lists and not with the number of running sessions. Only the state of a session is stored.
 * Its values are read when it is sent, once for all streams of the list.
 */
export class SessionListWatch {
  readonly #options: SessionListWatchOptions;
  /** The feeds by organization and filter. The list that was polled longest ago is the first. */
  readonly #feeds = new Map<string, Map<string, Feed>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SessionListWatchOptions) {
    this.#options = options;
  }

  /**
   * Watches a list.
   *
   * @param missed sessions that are sent first, oldest change first, with the times of their changes
   * @returns a function that stops it
   */
  watch(
    organizationId: string,
    filter: SessionFilter,
    reader: ListReader,
    missed: ReadonlyMap<string, number> = new Map(),
  ): () => void {
    const feeds = this.#feeds.get(organizationId) ?? new Map<string, Feed>();
    this.#feeds.set(organizationId, feeds);
    const key = keyOf(filter);
    const feed: Feed = feeds.get(key) ?? { filter, readers: new Map(), known: null };
    feeds.set(key, feed);
    feed.readers.set(reader, new Map(missed));
    this.#schedule(0);
    return () => {
      feed.readers.delete(reader);
      if (feed.readers.size > 0) return;
      feeds.delete(key);
      if (feeds.size === 0) this.#feeds.delete(organizationId);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#feeds.clear();
  }

  #schedule(inMs: number): void {
    if (this.#timer !== undefined || this.#closed || this.#feeds.size === 0) return;
    this.#timer = setTimeout(() => runAs(OWNER, () => void this.#poll()), inMs);
  }

  async #poll(): Promise<void> {
    const since = performance.now();
    for (const [organizationId, feeds] of [...this.#feeds]) await this.#turn(organizationId, feeds);
    this.#timer = undefined;
    this.#schedule(Math.max(0, POLL_MS - (performance.now() - since)));
  }

  #turn(organizationId: string, feeds: Map<string, Feed>): Promise<void> {
    return runAs({ ...OWNER, organizationId }, () => this.#lookAndSend(organizationId, feeds));
  }

  async #lookAndSend(organizationId: string, feeds: Map<string, Feed>): Promise<void> {
    const until = performance.now() + TURN_MS;
    for (const [key, feed] of [...feeds]) {
      if (this.#closed || performance.now() >= until) return;
      if (feeds.get(key) !== feed) continue;
      feeds.delete(key);
      feeds.set(key, feed);
      try {
        await this.#look(organizationId, feed);
        await this.#send(organizationId, feed, until);
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  async #look(organizationId: string, feed: Feed): Promise<void> {
    const { queries } = this.#options;
    const newest = await queries.listStates(organizationId, feed.filter, NEWEST);
    const before = feed.known;
    const newStates = new Map(newest.map((session) => [session.id, session]));
    feed.known = newStates;
    if (before === null) return;
    const followed = [...before.values()].filter(({ id, status }) => !newStates.has(id) && !isTerminal(status));
    const older = await queries.states(
      organizationId,
      followed.slice(0, MAX_FOLLOWED - newStates.size).map(({ id }) => id),
    );
    for (const session of older) newStates.set(session.id, session);
    const changed = [...newest.toReversed(), ...older].filter(({ id, state }) => before.get(id)?.state !== state);
    for (const unsent of feed.readers.values()) for (const { id } of changed) add(unsent, id, Date.now());
  }

  /** Sends the changes that readers have not received, a limited part of the values at a time. */
  async #send(organizationId: string, feed: Feed, until: number): Promise<void> {
    const limits = { maxBytes: MAX_PART_BYTES, maxSessionBytes: this.#options.maxEventBytes };
    do {
      const ready = [...feed.readers].filter(([reader, unsent]) => unsent.size > 0 && reader.isReady);
      const ids = inOrder(ready);
      if (ids.length === 0) return;
      const { items, unreadIds } = await this.#options.queries.read(organizationId, ids, limits);
      for (const session of items) sendTo(ready, session);
      forgetMissing(ready, ids.slice(0, ids.length - unreadIds.length), new Set(items.map(({ id }) => id)));
      await nextSlice();
    } while (performance.now() < until && !this.#closed);
  }
}

function keyOf(filter: SessionFilter): string {
  return JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Adds a change. It is sent after those that were noticed before it, so that the id of an event means that all earlier
 * ones were sent.
 */
function add(unsent: Map<string, number>, id: string, noticedAt: number): void {
  unsent.delete(id);
  unsent.set(id, noticedAt);
  const [oldest] = unsent.keys();
  if (unsent.size > MAX_UNSENT_SESSIONS && oldest !== undefined) unsent.delete(oldest);
}

/** Returns the changes that these readers have not received, oldest first. */
function inOrder(readers: Readers): string[] {
  const noticed = new Map<string, number>();
  for (const [, unsent] of readers)
    for (const [id, at] of unsent) noticed.set(id, Math.min(at, noticed.get(id) ?? Infinity));
  return [...noticed].sort(([, a], [, b]) => a - b).map(([id]) => id);
}

type Readers = readonly (readonly [ListReader, Map<string, number>])[];

function sendTo(readers: Readers, session: Parameters<typeof sessionEvent>[1]): void {
  // The same change was noticed at the same time for all of them.
  const events = new Map<number, StreamEvent>();
  for (const [reader, unsent] of readers) {
    const noticedAt = unsent.get(session.id);
    if (noticedAt === undefined || !reader.isReady) continue;
    const event = events.get(noticedAt) ?? sessionEvent(String(noticedAt), session);
    events.set(noticedAt, event);
    unsent.delete(session.id);
    reader.send(event);
  }
}

/** Removes sessions that were deleted in the meantime. */
function forgetMissing(readers: Readers, requestedIds: readonly string[], foundIds: ReadonlySet<string>): void {
  for (const id of requestedIds) if (!foundIds.has(id)) for (const [, unsent] of readers) unsent.delete(id);
}

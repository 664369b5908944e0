import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { SentSession, SessionMark, SessionQueries, ShownStep } from '@workflow/session-store';
import { isTerminal } from '@workflow/workflow-model';
import { eventBytes, type StreamEvent } from './event-stream.ts';
import { sessionEvent } from './session-event.ts';

const OWNER: TurnOwner = { kind: 'task', name: 'session-watch', organizationId: null };

interface WatchedState {
  /** The events of the steps, as many as one page has, and of the session. */
  events: StreamEvent[];
  isTerminal: boolean;
  /** Differs after every change. A reader that reconnects with the same mark has missed nothing. */
  mark: string;
}

/** A stream of a session. */
interface SessionReader {
  readonly isReady: boolean;
  send(state: WatchedState): void;
}

interface Watched {
  organizationId: string;
  mark: string | null;
  readers: Set<SessionReader>;
  /** Readers that have not received the present state. */
  behind: Set<SessionReader>;
}

interface SessionWatchOptions {
  queries: Pick<SessionQueries, 'marks' | 'read' | 'stepPage'>;
  /**
   * A session with larger values is sent without them. If the steps together are larger, only the beginnings of their
   * values are sent.
   */
  maxEventBytes: number;
  onError(error: unknown): void;
}

const POLL_MS = 250;
/** The time after which a poll of one organization's sessions stops. The others follow in the next polls. */
const TURN_MS = 250;
/** Characters of a step's value if all steps together are too large for an event. */
const SHORT_PREVIEW = 256;

/**
 * Sends changes of watched sessions to their streams. Each poll is one statement for all watched sessions of this
 * replica; without watched sessions there is none. A session is read only if its mark changed, once for all of its
 * streams, and none of it is stored.
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

  /**
   * Sends the present state and every later one.
   * @returns a function that stops it
   */
  watch(organizationId: string, sessionId: string, reader: SessionReader): () => void {
    let watched = this.#watched.get(sessionId);
    if (watched === undefined) {
      watched = { organizationId, mark: null, readers: new Set(), behind: new Set() };
      this.#watched.set(sessionId, watched);
    }
    watched.readers.add(reader);
    watched.behind.add(reader);
    this.#schedule(0);
    return () => {
      watched.readers.delete(reader);
      watched.behind.delete(reader);
      if (watched.readers.size === 0 && this.#watched.get(sessionId) === watched) this.#watched.delete(sessionId);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(inMs: number): void {
    if (this.#timer !== undefined || this.#closed || this.#watched.size === 0) return;
    this.#timer = setTimeout(() => runAs(OWNER, () => void this.#poll()), inMs);
  }

  async #poll(): Promise<void> {
    try {
      const spentMs = new Map<string, number>();
      for (const mark of await this.#options.queries.marks([...this.#watched.keys()])) {
        const spent = spentMs.get(mark.organizationId) ?? 0;
        if (spent >= TURN_MS) continue;
        const since = performance.now();
        // An error of one session does not affect the streams of others.
        await this.#publish(mark).catch((error: unknown) => this.#options.onError(error));
        spentMs.set(mark.organizationId, spent + performance.now() - since);
      }
    } catch (error) {
      this.#options.onError(error);
    }
    this.#timer = undefined;
    this.#schedule(POLL_MS);
  }

  async #publish({ sessionId, mark }: SessionMark): Promise<void> {
    const watched = this.#watched.get(sessionId);
    if (watched === undefined) return;
    if (watched.mark !== mark) for (const reader of watched.readers) watched.behind.add(reader);
    if (!hasReady(watched.behind)) return;
    // The session that was served last is the last of the next poll.
    this.#watched.delete(sessionId);
    this.#watched.set(sessionId, watched);
    watched.mark = mark;
    const session = await this.#readSession(watched.organizationId, sessionId);
    const steps = await this.#readSteps(watched.organizationId, sessionId);
    if (session === undefined || steps === undefined) return;
    const small = steps.map((step) => ({ ...step, input: null, output: null, truncated: true }));
    const stepsEvent = { bytes: eventBytes('steps', mark, steps), small: eventBytes('steps', mark, small) };
    const state: WatchedState = {
      events: [stepsEvent, sessionEvent(mark, session)],
      isTerminal: isTerminal(session.status),
      mark,
    };
    for (const reader of [...watched.behind]) {
      if (!reader.isReady) continue;
      watched.behind.delete(reader);
      reader.send(state);
    }
  }

  async #readSession(organizationId: string, sessionId: string): Promise<SentSession | undefined> {
    const { queries, maxEventBytes } = this.#options;
    const limits = { maxBytes: maxEventBytes, maxSessionBytes: maxEventBytes };
    return (await queries.read(organizationId, [sessionId], limits)).items[0];
  }

  async #readSteps(organizationId: string, sessionId: string): Promise<ShownStep[] | undefined> {
    const { queries, maxEventBytes } = this.#options;
    const page = await queries.stepPage(organizationId, sessionId, { maxBytes: maxEventBytes });
    if (page === null || !page.endsBySize) return page?.items;
    return (await queries.stepPage(organizationId, sessionId, { preview: SHORT_PREVIEW }))?.items;
  }
}

function hasReady(readers: ReadonlySet<SessionReader>): boolean {
  for (const reader of readers) if (reader.isReady) return true;
  return false;
}

import { runAs, SumsByOwner, type TurnOwner } from '@workflow/service-runtime';
import type { SessionNotification } from '@workflow/session-queue';
import type { EndedSession } from '@workflow/session-store';
import { addToList } from '@workflow/workflow-model';
import { LRUCache } from 'lru-cache';

const OWNER: TurnOwner = { kind: 'task', name: 'session-waits', organizationId: null };

/** The result of a wait. */
interface Awaited {
  id: string;
  organizationId: string;
  /** Set if its data exceeded the limit of the read, so that it is read again. */
  unread?: true;
}

interface SessionWaitsOptions<Found> {
  /** Reads those of the sessions whose wait is over. */
  queries: { ended(ids: string[]): Promise<Found[]> };
  /** Returns the content of a notification in the form of a read, or null if the session must be read. */
  readSent(id: string, outcome: string): Found | null;
  /** Maximum number of waiting callers. Further ones are answered without waiting. */
  limit: number;
  /** The limit for one organization. */
  limitPerOrganization: number;
  onError(error: unknown): void;
}

interface Waiter<Found> {
  organizationId: string;
  resolve(ended: Found | null): void;
  timer: NodeJS.Timeout;
  /** The beginning of the wait, on the clock of `performance.now()`. */
  since: number;
}

const MIN_POLL_MS = 25;
const MAX_POLL_MS = 250;
/** Before this time a session's notification is likely to arrive, so the session is not polled. */
const POLL_AFTER_MS = 100;
/** Maximum number of remembered notifications for sessions whose wait may begin later. */
const MAX_UNAWAITED = 1_000;
/** Ids in one statement. */
const MAX_IDS_PER_READ = 1_000;

/**
 * The callers that wait for a session's end (`Prefer: wait`, RFC 7240), or for its response. A notification of an
 * executor usually reports it immediately, and often contains the outcome. Notifications may be lost, so one poll for
 * all callers runs as well. While no session ends, it runs less often.
 */
export class SessionWaits<Found extends Awaited = EndedSession> {
  readonly #options: SessionWaitsOptions<Found>;
  readonly #waiters = new Map<string, Waiter<Found>[]>();
  /** The waiting callers by organization. */
  readonly #waiting = new SumsByOwner();
  #pollMs = MIN_POLL_MS;
  #timer: NodeJS.Timeout | undefined;
  #notified = new Set<string>();
  /** Sessions whose notification arrived before their wait began. */
  readonly #unawaited = new LRUCache<string, true>({ max: MAX_UNAWAITED });

  constructor(options: SessionWaitsOptions<Found>) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting.total;
  }

  /**
   * Resolves to the session when it ended, to null after `forMs`, or to null immediately if too many callers wait.
   * @param signal ends the wait, for example for a caller that has disconnected
   */
  wait(organizationId: string, sessionId: string, forMs: number, signal?: AbortSignal): Promise<Found | null> {
    if (this.#isFull(organizationId) || forMs <= 0 || signal?.aborted === true) return Promise.resolve(null);
    return new Promise((resolve) => {
      const leave = (): void => this.#giveUp(sessionId, waiter);
      signal?.addEventListener('abort', leave, { once: true });
      const waiter: Waiter<Found> = {
        organizationId,
        resolve: (outcome) => {
          signal?.removeEventListener('abort', leave);
          resolve(outcome);
        },
        timer: setTimeout(() => this.#giveUp(sessionId, waiter), forMs),
        since: performance.now(),
      };
      addToList(this.#waiters, sessionId, waiter);
      this.#waiting.add(organizationId, 1);
      this.#pollMs = MIN_POLL_MS;
      this.#schedule();
      if (this.#unawaited.delete(sessionId)) this.#readSoon(sessionId);
    });
  }

  /** Handles notifications that sessions ended or responded. Reads the data that they lack. */
  receive(notifications: readonly SessionNotification[]): void {
    for (const { sessionId, outcome } of notifications) {
      if (!this.#waiters.has(sessionId)) this.#unawaited.set(sessionId, true);
      else if (outcome === undefined || !this.#finishWithSent(sessionId, outcome)) this.#readSoon(sessionId);
    }
  }

  #readSoon(sessionId: string): void {
    this.#notified.add(sessionId);
    if (this.#notified.size === 1) setImmediate(() => runAs(OWNER, () => void this.#readNotified()));
  }

  /** Ends all waits at a shutdown: the callers are answered with the present state. */
  close(): void {
    clearTimeout(this.#timer);
    for (const [sessionId, waiters] of this.#waiters)
      for (const waiter of [...waiters]) this.#giveUp(sessionId, waiter);
  }

  async #readNotified(): Promise<void> {
    const ids = [...this.#notified];
    this.#notified = new Set();
    await this.#read(ids);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#waiters.size === 0) return;
    this.#timer = setTimeout(() => runAs(OWNER, () => void this.#poll()), this.#pollMs);
  }

  async #poll(): Promise<void> {
    const ended = await this.#read(this.#longAwaited());
    this.#timer = undefined;
    this.#pollMs = ended > 0 ? MIN_POLL_MS : Math.min(this.#pollMs * 1.5, MAX_POLL_MS);
    this.#schedule();
  }

  /** Returns the ids in the order of their waits, up to the first that is too recent. */
  #longAwaited(): string[] {
    const before = performance.now() - POLL_AFTER_MS;
    const ids: string[] = [];
    for (const [sessionId, [first]] of this.#waiters) {
      if (first !== undefined && first.since > before) break;
      ids.push(sessionId);
    }
    return ids;
  }

  async #read(ids: string[]): Promise<number> {
    let count = 0;
    try {
      for (let remainingIds = ids; remainingIds.length > 0;) {
        const ended = await this.#options.queries.ended(remainingIds.slice(0, MAX_IDS_PER_READ));
        const unread: string[] = [];
        for (const session of ended) {
          if (session.unread === true) unread.push(session.id);
          else this.#finish(session);
        }
        count += ended.length - unread.length;
        remainingIds = [...unread, ...remainingIds.slice(MAX_IDS_PER_READ)];
      }
    } catch (error) {
      this.#options.onError(error);
    }
    return count;
  }

  /** Returns false if the session must be read. */
  #finishWithSent(sessionId: string, outcome: string): boolean {
    const sent = this.#options.readSent(sessionId, outcome);
    const waiters = this.#waiters.get(sessionId) ?? [];
    if (sent === null || waiters.some((waiter) => waiter.organizationId !== sent.organizationId)) return false;
    this.#finish(sent);
    return true;
  }

  #finish(session: Found): void {
    const waiters = this.#waiters.get(session.id);
    if (waiters === undefined) return;
    this.#waiters.delete(session.id);
    for (const waiter of waiters) {
      this.#waiting.add(waiter.organizationId, -1);
      clearTimeout(waiter.timer);
      waiter.resolve(session);
    }
  }

  #giveUp(sessionId: string, waiter: Waiter<Found>): void {
    clearTimeout(waiter.timer);
    const waiters = this.#waiters.get(sessionId);
    const at = waiters?.indexOf(waiter) ?? -1;
    if (waiters === undefined || at === -1) return;
    waiters.splice(at, 1);
    if (waiters.length === 0) this.#waiters.delete(sessionId);
    this.#waiting.add(waiter.organizationId, -1);
    waiter.resolve(null);
  }

  #isFull(organizationId: string): boolean {
    const { limit, limitPerOrganization } = this.#options;
    return this.#waiting.total >= limit || this.#waiting.of(organizationId) >= limitPerOrganization;
  }
}

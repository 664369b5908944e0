import type { Logger } from '@workflow/service-runtime';
import type { SessionProducer } from '@workflow/session-queue';
import type { DispatchedSession, Dispatcher, DispatchPolicy } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { RoundResult } from './dispatch-pace.ts';

/** Sessions fed in one round, and jobs in one call: a call must end well within the queue's time-out. */
const MAX_FEED = 2_000;
const MAX_ADD = 1_000;
/** What the queue was offered and nobody took for so long is offered again. */
export const REOFFER_OLDER_THAN_MS = 5_000;
export const REOFFER_EVERY_MS = 2_000;
const EPOCH_EVERY_MS = 1_000;

export interface DispatchParts {
  dispatcher: Pick<Dispatcher, 'settle' | 'feed' | 'reoffer'>;
  producer: SessionProducer;
  policy: DispatchPolicy;
  /** false soon after an outage of PostgreSQL, when living executors look dead since their heartbeats could not be written. */
  mayReoffer: () => boolean;
  metrics: ExecutorMetrics;
  logger: Logger;
}

/**
 * One dispatcher's rounds: settle the ledger, feed the window, offer again what was lost. What could not be added stands in
 * the ledger and is offered again, so a round may fail anywhere.
 */
export class DispatchRounds {
  readonly #parts: DispatchParts;
  #epochAt = -Infinity;
  #reofferedAt = -Infinity;
  #inFlight = 0;
  #backlogged = false;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** @throws when PostgreSQL or the queue is away. */
  async run(now: number): Promise<RoundResult> {
    await this.#checkEpoch(now);
    const retired = await this.#settle();
    const fed = await this.#feed();
    const again = await this.#reoffer(now);
    return { added: fed + again, retired, backlogged: this.#backlogged };
  }

  async #checkEpoch(now: number): Promise<void> {
    if (now - this.#epochAt < EPOCH_EVERY_MS) return;
    if (!(await this.#parts.producer.hasEpoch())) {
      // The queue was emptied: all that the ledger holds is offered at once, then the epoch says that it was.
      const lost = await this.#parts.dispatcher.reoffer(0);
      await this.#add(lost);
      await this.#parts.producer.plantEpoch();
      this.#parts.metrics.reoffered.inc(lost.length);
      if (lost.length > 0) this.#parts.logger.warn({ sessions: lost.length }, 'the queue was empty: its sessions were offered again');
    }
    this.#epochAt = now;
  }

  async #settle(): Promise<number> {
    const { metrics, dispatcher, policy } = this.#parts;
    const { inFlight, backlogged, retired } = await dispatcher.settle(policy);
    this.#inFlight = inFlight;
    this.#backlogged = backlogged;
    metrics.inFlight.set(inFlight);
    metrics.backlogged.set(backlogged ? 1 : 0);
    return retired;
  }

  async #feed(): Promise<number> {
    const fed = await this.#parts.dispatcher.feed(this.#parts.policy, MAX_FEED);
    this.#inFlight += fed.length;
    await this.#add(fed);
    this.#parts.metrics.fed.inc(fed.length);
    return fed.length;
  }

  async #reoffer(now: number): Promise<number> {
    if (this.#inFlight === 0 || now - this.#reofferedAt < REOFFER_EVERY_MS || !this.#parts.mayReoffer()) return 0;
    const again = await this.#parts.dispatcher.reoffer(REOFFER_OLDER_THAN_MS);
    this.#reofferedAt = now;
    await this.#add(again);
    this.#parts.metrics.reoffered.inc(again.length);
    return again.length;
  }

  async #add(sessions: DispatchedSession[]): Promise<void> {
    for (let at = 0; at < sessions.length; at += MAX_ADD) await this.#parts.producer.add(sessions.slice(at, at + MAX_ADD));
  }
}

import type { Logger } from '@workflow/service-runtime';
import type { SessionProducer } from '@workflow/session-queue';
import type { EnqueuedSession, Dispatch, DispatchPolicy, PoolLoad } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { EarlyResult, RoundResult } from './dispatch-interval.ts';

/** Maximum number of sessions that one round enqueues. A call to the queue must end well within its timeout. */
const MAX_ENQUEUED = 2_000;
const MAX_ADD = 1_000;
/** Sessions that were enqueued this long ago and never claimed are enqueued again. */
const RESCUE_OLDER_THAN_MS = 5_000;
const RESCUE_EVERY_MS = 2_000;
const EPOCH_EVERY_MS = 1_000;
const HOLD_PAUSED_EVERY_MS = 1_000;
/** The interval at which the numbers of waiting and running sessions are recorded for the console. */
const RECORD_DEPTHS_EVERY_MS = 60_000;
/**
 * Rounds remain frequent for this time after a session under flow control was accepted or ended, because the next one
 * can start soon.
 */
const FLOWING_MS = 2_000;

interface DispatchParts {
  dispatch: Pick<
    Dispatch,
    'reconcile' | 'look' | 'recordDepths' | 'holdPaused' | 'movePools' | 'admitHeld' | 'enqueueBacklog' | 'rescue'
  >;
  producer: SessionProducer;
  policy: DispatchPolicy;
  /**
   * Returns false soon after an outage of PostgreSQL or a step of its clock. Living executors look dead then, because
   * they could not write their heartbeats, or wrote them by the clock as it was.
   */
  mayRescue: () => Promise<boolean>;
  /** Returns false soon after a step of PostgreSQL's clock, and if the clock could not be read in time. */
  isClockSteady: () => Promise<boolean>;
  /** Returns false while many schedules are processed, so that they can use the database. */
  mayEnqueueBacklog: () => boolean;
  metrics: ExecutorMetrics;
  logger: Logger;
}

/**
 * The rounds of one dispatcher. They reconcile the enqueued batches, enqueue sessions and rescue lost sessions.
 * Sessions that could not be added to the queue remain in their batch and are rescued, so a round may fail at any
 * point.
 */
export class DispatchRounds {
  readonly #parts: DispatchParts;
  #epochAt = -Infinity;
  #rescuedAt = -Infinity;
  #flowAt = -Infinity;
  #heldAt = -Infinity;
  #depthsAt = -Infinity;
  /** The number of organizations in the last round; null before the first round. */
  #organizations: number | null = null;
  #inFlight = 0;
  #backlogged = false;
  #pools: ReadonlyMap<string, PoolLoad> = new Map();

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  /** The load of each pool at the last reconciliation. */
  get pools(): ReadonlyMap<string, PoolLoad> {
    return this.#pools;
  }

  /**
   * Runs a whole round.
   * @throws if PostgreSQL or the queue is unavailable
   */
  async run(now: number): Promise<RoundResult> {
    await this.#checkEpoch(now);
    const { underWay, held, moving, due } = await this.#parts.dispatch.look();
    const moved = moving ? await this.#parts.dispatch.movePools() : 0;
    // The round after the last session of an organization removes its quota.
    const retired = underWay || this.#organizations !== 0 ? await this.#reconcile() : 0;
    await this.#holdPaused(now);
    const admitted = held ? await this.#admitHeld(now) : 0;
    const mayWait = due || moved > 0 || admitted > 0 || this.#backlogged || this.#inFlight > 0;
    const enqueued = mayWait ? await this.#enqueueBacklog() : 0;
    const again = await this.#rescue(now);
    await this.#recordDepths(now);
    return {
      added: enqueued + again,
      retired,
      backlogged: this.#backlogged,
      flowing: now - this.#flowAt < FLOWING_MS,
      tookMs: performance.now() - now,
    };
  }

  /**
   * Runs an early round: admits sessions on hold, and enqueues from the backlog by the counts of the last whole round.
   * Remaining sessions wait for the next round.
   * @throws if PostgreSQL or the queue is unavailable
   */
  async runEarly(now: number): Promise<EarlyResult> {
    const { held } = await this.#parts.dispatch.look();
    if (held) await this.#admitHeld(now);
    const added = await this.#enqueueBacklog();
    return { added, tookMs: performance.now() - now };
  }

  async #admitHeld(now: number): Promise<number> {
    const { keys, admitted } = await this.#parts.dispatch.admitHeld();
    if (keys > 0) this.#flowAt = now;
    return admitted;
  }

  async #checkEpoch(now: number): Promise<void> {
    if (now - this.#epochAt < EPOCH_EVERY_MS) return;
    if (!(await this.#parts.producer.hasEpoch())) {
      // After a step of the clock, living executors would be taken for dead.
      if (!(await this.#parts.isClockSteady())) return;
      // The queue lost its data. All sessions of the batches are enqueued again, then the new epoch is recorded.
      const lost = await this.#parts.dispatch.rescue(0);
      await this.#add(lost);
      await this.#parts.producer.plantEpoch();
      this.#parts.metrics.rescued.inc({ reason: 'queue-emptied' }, lost.length);
      if (lost.length > 0)
        this.#parts.logger.warn({ sessions: lost.length }, 'Enqueued sessions again because the queue was emptied');
    }
    this.#epochAt = now;
  }

  async #holdPaused(now: number): Promise<void> {
    if (now - this.#heldAt < HOLD_PAUSED_EVERY_MS) return;
    await this.#parts.dispatch.holdPaused();
    this.#heldAt = now;
  }

  async #recordDepths(now: number): Promise<void> {
    if (now - this.#depthsAt < RECORD_DEPTHS_EVERY_MS) return;
    await this.#parts.dispatch.recordDepths();
    this.#depthsAt = now;
  }

  async #reconcile(): Promise<number> {
    const { dispatch, policy } = this.#parts;
    const { organizations, inFlight, backlogged, pools, retired } = await dispatch.reconcile(policy);
    this.#organizations = organizations;
    this.#inFlight = inFlight;
    this.#backlogged = backlogged;
    this.#pools = pools;
    return retired;
  }

  async #enqueueBacklog(): Promise<number> {
    if (!this.#parts.mayEnqueueBacklog()) return 0;
    const enqueued = await this.#parts.dispatch.enqueueBacklog(this.#parts.policy, MAX_ENQUEUED);
    this.#inFlight += enqueued.length;
    await this.#add(enqueued);
    for (const { priority } of enqueued) this.#parts.metrics.enqueued.inc({ priority });
    return enqueued.length;
  }

  async #rescue(now: number): Promise<number> {
    if (this.#inFlight === 0 || now - this.#rescuedAt < RESCUE_EVERY_MS) return 0;
    if (!(await this.#parts.mayRescue())) return 0;
    const again = await this.#parts.dispatch.rescue(RESCUE_OLDER_THAN_MS);
    this.#rescuedAt = now;
    await this.#add(again);
    const orphans = again.filter(({ hadExecutor }) => hadExecutor).length;
    this.#parts.metrics.rescued.inc({ reason: 'executor-died' }, orphans);
    this.#parts.metrics.rescued.inc({ reason: 'waited-long' }, again.length - orphans);
    return again.length;
  }

  async #add(sessions: EnqueuedSession[]): Promise<void> {
    for (let at = 0; at < sessions.length; at += MAX_ADD)
      await this.#parts.producer.add(sessions.slice(at, at + MAX_ADD));
  }
}

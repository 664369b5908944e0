import type { DecidedDueTimes, Schedules } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';

/** The maximum pause. A round begins earlier when a schedule is due. */
const IDLE_MS = 500;
/**
 * The maximum time for which the sessions of schedules remain in the backlog while more schedules are due than one
 * transaction handles. If they ran immediately, they would use processor time that the other decisions need. All
 * sessions in the backlog wait this long.
 */
const DECIDE_FIRST_MS = 1_000;
/** The pause while due times wait for sessions, which may end at any time. */
const WAITING_MS = 200;
/** The pause if some of those sessions have just ended. */
const STARTING_MS = 100;
const DELETE_EVERY_MS = 60_000;
const COUNT_EVERY_MS = 15_000;

interface DueTimeParts {
  schedules: Schedules;
  metrics: Pick<ExecutorMetrics, 'dueTimes' | 'dueTimeDelaySeconds' | 'schedulesStopped'>;
}

/**
 * The rounds of one dispatcher that handle schedules. They decide about past due times, and start those that waited.
 */
export class DueTimeRounds {
  readonly #parts: DueTimeParts;
  #deletedAt = -Infinity;
  #countedAt = -Infinity;
  /** The time since which every call was full, on the clock of `performance.now()`. */
  #fullSince: number | null = null;

  constructor(parts: DueTimeParts) {
    this.#parts = parts;
  }

  /** Returns true if sessions of the backlog must wait until all due schedules are decided. */
  decidesFirst(now: number): boolean {
    return this.#fullSince !== null && now - this.#fullSince < DECIDE_FIRST_MS;
  }

  /**
   * Runs a round.
   * @returns the time of the next round
   * @throws if PostgreSQL is unavailable
   */
  async run(now: number): Promise<number> {
    const { schedules, metrics } = this.#parts;
    const decisions = await schedules.decide();
    for (const decision of decisions) this.#count(decision);
    this.#fullSince = decisions.some(({ isFull }) => isFull) ? (this.#fullSince ?? now) : null;
    if (this.decidesFirst(performance.now())) return 0;
    const someWait = decisions.some((decision) => decision.someWait);
    const started = someWait ? await schedules.startWaitingDueTimes() : 0;
    metrics.dueTimes.inc({ outcome: 'started' }, started);
    await this.#countStopped(now);
    await this.#delete(now);
    if (decisions.some((decision) => decision.schedules > 0)) return 0;
    const pauses = decisions.flatMap(({ nextInMs }) => (nextInMs === null ? [] : [Math.ceil(nextInMs)]));
    return Math.min(started > 0 ? STARTING_MS : someWait ? WAITING_MS : IDLE_MS, ...pauses);
  }

  /**
   * Records that another executor dispatches.
   * @returns the pause before the next check
   */
  rest(): number {
    this.#parts.metrics.schedulesStopped.set(0);
    this.#countedAt = -Infinity;
    this.#fullSince = null;
    return IDLE_MS;
  }

  #count({ counts, delaysMs }: DecidedDueTimes): void {
    const { dueTimes, dueTimeDelaySeconds } = this.#parts.metrics;
    dueTimes.inc({ outcome: 'started' }, counts.start);
    dueTimes.inc({ outcome: 'waiting' }, counts.wait);
    dueTimes.inc({ outcome: 'skipped' }, counts.skipped);
    dueTimes.inc({ outcome: 'missed' }, counts.missed);
    for (const delayMs of delaysMs) dueTimeDelaySeconds.observe(delayMs / 1_000);
  }

  async #countStopped(now: number): Promise<void> {
    if (now - this.#countedAt < COUNT_EVERY_MS) return;
    this.#parts.metrics.schedulesStopped.set(await this.#parts.schedules.countStopped());
    this.#countedAt = now;
  }

  async #delete(now: number): Promise<void> {
    if (now - this.#deletedAt < DELETE_EVERY_MS) return;
    if (!(await this.#parts.schedules.deleteOld())) this.#deletedAt = now;
  }
}

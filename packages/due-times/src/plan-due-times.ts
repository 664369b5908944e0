import { nextDueTime } from './next-due-times.ts';
import type { Schedule } from './schedule-rule.ts';

/** A due time is missed when it is later than this, or than the interval to the next one if that is shorter. */
const MISSED_AFTER_MS = 60_000;
/** Due times of one outage that `catchUp: all` starts, and that are recorded one by one. */
const MAX_CAUGHT_UP = 1_000;
/** Due times of one schedule that may wait for its running session. */
const MAX_WAITING = 1_000;

/**
 * `start`: the session starts now. `wait`: it starts after the current session of the schedule and all that waited
 * before.
 */
export type DueTimeFate = 'start' | 'wait' | 'skipped' | 'missed';

export interface PassedDueTime {
  dueMs: number;
  fate: DueTimeFate;
  /**
   * The number of consecutive due times from `dueMs` on that this entry represents. Only `missed` entries have more
   * than 1.
   */
  count: number;
}

/** All times are in milliseconds since 1970, by one clock. */
export interface PlanInput {
  schedule: Schedule;
  /** The first due time that is not decided yet. */
  nextMs: number;
  /** Later due times belong to another version. null means that there is no other version. */
  untilMs: number | null;
  nowMs: number;
  /** True while a session of the schedule runs. */
  isUnderWay: boolean;
  /** The number of due times that wait for that session. */
  waiting: number;
  /** The number of missed due times of the present outage that were decided before. */
  behind: number;
  /** The number of due times that may be decided now. */
  most: number;
}

export interface DuePlan {
  passed: PassedDueTime[];
  /** The first due time that is still to be decided, or null if there is none. */
  nextMs: number | null;
  behind: number;
}

/**
 * Decides about the due times that passed, the earliest first. Sessions of one schedule never overlap: at most one
 * starts, and those that are caught up wait for each other regardless of `onOverlap`. `most` is at least 2.
 */
export function planDueTimes(input: PlanInput): DuePlan {
  const { schedule, nowMs, untilMs, most } = input;
  const plan = new Plan(input);
  const last = untilMs === null ? nowMs : Math.min(nowMs, untilMs);
  let dueMs: number | null = input.nextMs;
  for (let decided = 0; dueMs !== null && dueMs <= last; decided += 1) {
    if (decided === most) return plan.interrupted(dueMs);
    const following = nextDueTime(schedule.rule, dueMs);
    const missedAfterMs = Math.min(MISSED_AFTER_MS, (following ?? Infinity) - dueMs);
    plan.decide(dueMs, nowMs - dueMs > missedAfterMs);
    dueMs = following;
  }
  return plan.ended(dueMs);
}

class Plan {
  readonly #schedule: Schedule;
  readonly #passed: PassedDueTime[] = [];
  #isBusy: boolean;
  #waiting: number;
  #behind: number;
  /** With `catchUp: one`: the last due time that was missed so far. */
  #lastMissed: number | null = null;

  constructor({ schedule, isUnderWay, waiting, behind }: PlanInput) {
    this.#schedule = schedule;
    this.#isBusy = isUnderWay || waiting > 0;
    this.#waiting = waiting;
    this.#behind = behind;
  }

  decide(dueMs: number, isMissed: boolean): void {
    if (isMissed) {
      this.#missed(dueMs);
      return;
    }
    this.#catchUpLast();
    this.#behind = 0;
    const mayWait = this.#schedule.onOverlap === 'queue' && this.#waiting < MAX_WAITING;
    this.#add(dueMs, this.#isBusy ? (mayWait ? 'wait' : 'skipped') : 'start');
  }

  /** Leaves the last missed due time to the next plan, because its outage may continue there. */
  interrupted(dueMs: number): DuePlan {
    return { passed: this.#passed, nextMs: this.#lastMissed ?? dueMs, behind: this.#behind };
  }

  ended(nextMs: number | null): DuePlan {
    this.#catchUpLast();
    return { passed: this.#passed, nextMs, behind: 0 };
  }

  #missed(dueMs: number): void {
    const { catchUp } = this.#schedule;
    if (catchUp === 'all' && this.#behind < MAX_CAUGHT_UP) {
      this.#behind += 1;
      this.#add(dueMs, this.#isBusy ? 'wait' : 'start');
    } else if (catchUp === 'one') {
      if (this.#lastMissed !== null) this.#drop(this.#lastMissed);
      this.#lastMissed = dueMs;
    } else this.#drop(dueMs);
  }

  #catchUpLast(): void {
    if (this.#lastMissed !== null) this.#add(this.#lastMissed, this.#isBusy ? 'wait' : 'start');
    this.#lastMissed = null;
  }

  /** Counts a missed due time. After the first `MAX_CAUGHT_UP` of an outage they share one entry. */
  #drop(dueMs: number): void {
    const last = this.#passed.at(-1);
    if (this.#behind >= MAX_CAUGHT_UP && last?.fate === 'missed') last.count += 1;
    else this.#add(dueMs, 'missed');
    this.#behind += 1;
  }

  #add(dueMs: number, fate: DueTimeFate): void {
    if (fate === 'start' || fate === 'wait') this.#isBusy = true;
    if (fate === 'wait') this.#waiting += 1;
    this.#passed.push({ dueMs, fate, count: 1 });
  }
}

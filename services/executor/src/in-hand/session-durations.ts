/** Milliseconds of an executor's slots that the sessions of one take may use, all of them together. */
const SLOT_MS_PER_TAKE = 1_000;
/** The most sessions that a job names, and so the largest take. */
const MOST_AT_ONCE = 16;
/** Weight of the last session in the average of its workflow. */
const WEIGHT = 0.2;
/** Workflows remembered; the one whose sessions ended longest ago is forgotten first. */
const MAX_WORKFLOWS = 1_000;

/** How long an executor waits for each session that it has in hand, at most, before it asks for more long ones. */
const MAX_PAUSE_MS = 1;
/** This pause is also at most one in so many parts of the average duration, so that free slots are filled in time. */
const PAUSES_PER_SESSION = 5_000;

/**
 * How long sessions of each workflow recently used a slot on this executor. Of short sessions an executor takes many
 * at a time, which costs the queue little. Of long ones, and of workflows never seen, it takes few, and the more
 * sessions it has in hand the longer it waits, so that other executors get their share.
 */
export class SessionDurations {
  readonly #averageMs = new Map<string, number>();

  /** Records how long a session used its slot, from its claim on. */
  observe(workflowId: string, inHandMs: number): void {
    const average = this.#averageMs.get(workflowId) ?? inHandMs;
    this.#averageMs.delete(workflowId);
    this.#averageMs.set(workflowId, average + (inHandMs - average) * WEIGHT);
    if (this.#averageMs.size <= MAX_WORKFLOWS) return;
    const [oldest] = this.#averageMs.keys();
    if (oldest !== undefined) this.#averageMs.delete(oldest);
  }

  /** How many sessions of a job to start at once, 1 to 16; undefined: the job does not name its workflow. */
  mostAtOnce(workflowId: string | undefined): number {
    if (workflowId === undefined) return MOST_AT_ONCE;
    const averageMs = this.#averageMs.get(workflowId) ?? Infinity;
    return Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(SLOT_MS_PER_TAKE / averageMs)));
  }

  /** How long to wait before asking for more sessions after one of the workflow, in milliseconds; 0 for short ones. */
  pauseMs(workflowId: string | undefined, inHand: number): number {
    if (workflowId === undefined || this.mostAtOnce(workflowId) === MOST_AT_ONCE) return 0;
    return inHand * Math.min(MAX_PAUSE_MS, (this.#averageMs.get(workflowId) ?? Infinity) / PAUSES_PER_SESSION);
  }
}

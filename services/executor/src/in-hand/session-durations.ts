/** What one take may hold of an executor's places: so many milliseconds of them together. */
const PLACE_MS_PER_TAKE = 1_000;
/** What a job names at most, and so what one take may be. */
const MOST_AT_ONCE = 16;
/** Weight of the last session in the average of its workflow. */
const WEIGHT = 0.2;
/** Workflows remembered; the one whose sessions ended longest ago is forgotten first. */
const MAX_WORKFLOWS = 1_000;

/** How long an executor waits for each session that it has in hand, at most, before it asks for more long ones. */
const MAX_PAUSE_MS = 1;
/** The same as a part of how long one lasts: a hundred places are filled within a small part of that. */
const PAUSES_PER_SESSION = 5_000;

/**
 * How long sessions hold a place, by workflow, as this executor saw it lately. Sessions that are short are taken many
 * at a time, which costs the queue little. Of long ones, and of workflows never seen, an executor takes few, and waits
 * the longer the more it has, so that others get their share.
 */
export class SessionDurations {
  readonly #averageMs = new Map<string, number>();

  /** A session held a place for so long, from its claim on. */
  observe(workflowId: string, heldMs: number): void {
    const average = this.#averageMs.get(workflowId) ?? heldMs;
    this.#averageMs.delete(workflowId);
    this.#averageMs.set(workflowId, average + (heldMs - average) * WEIGHT);
    if (this.#averageMs.size <= MAX_WORKFLOWS) return;
    const [oldest] = this.#averageMs.keys();
    if (oldest !== undefined) this.#averageMs.delete(oldest);
  }

  /** How many sessions of a job to start at once, 1 to 16; undefined: the job does not name its workflow. */
  mostAtOnce(workflowId: string | undefined): number {
    if (workflowId === undefined) return MOST_AT_ONCE;
    const averageMs = this.#averageMs.get(workflowId) ?? Infinity;
    return Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(PLACE_MS_PER_TAKE / averageMs)));
  }

  /** How long to wait before asking for more sessions after one of the workflow, in milliseconds; 0 for short ones. */
  pauseMs(workflowId: string | undefined, inHand: number): number {
    if (workflowId === undefined || this.mostAtOnce(workflowId) === MOST_AT_ONCE) return 0;
    return inHand * Math.min(MAX_PAUSE_MS, (this.#averageMs.get(workflowId) ?? Infinity) / PAUSES_PER_SESSION);
  }
}

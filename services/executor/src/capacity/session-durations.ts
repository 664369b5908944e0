import { MAX_SESSIONS_PER_JOB } from '@workflow/session-queue';

/** The milliseconds of slots that the sessions which are claimed together may use. */
const SLOT_MS_PER_TAKE = 1_000;
/** The weight of the last session in the average of its workflow. */
const WEIGHT = 0.2;
/** Maximum number of remembered workflows. The one whose sessions ended longest ago is forgotten first. */
const MAX_WORKFLOWS = 1_000;

/** The maximum pause for each active session before an executor asks for more long sessions. */
const MAX_PAUSE_MS = 1;
/** The average duration divided by this number also limits the pause, so that free slots are filled in time. */
const PAUSES_PER_SESSION = 5_000;

/**
 * Records how long sessions of each workflow recently used a slot on this executor. An executor claims many short
 * sessions together, which costs the queue little, but few long ones, and few of unknown workflows. The more active
 * sessions it has, the longer it waits afterwards, so that other executors get their share.
 */
export class SessionDurations {
  readonly #averageMs = new Map<string, number>();

  /** Records how long a session used its slot, from its claim on. */
  observe(workflowId: string, slotMs: number): void {
    const average = this.#averageMs.get(workflowId) ?? slotMs;
    this.#averageMs.delete(workflowId);
    this.#averageMs.set(workflowId, average + (slotMs - average) * WEIGHT);
    if (this.#averageMs.size <= MAX_WORKFLOWS) return;
    const [oldest] = this.#averageMs.keys();
    if (oldest !== undefined) this.#averageMs.delete(oldest);
  }

  /**
   * Returns the number of sessions of a job to start together, from 1 to all of them: all if the job does not name its
   * workflow.
   */
  mostAtOnce(workflowId: string | undefined): number {
    if (workflowId === undefined) return MAX_SESSIONS_PER_JOB;
    const averageMs = this.#averageMs.get(workflowId) ?? Infinity;
    return Math.max(1, Math.min(MAX_SESSIONS_PER_JOB, Math.floor(SLOT_MS_PER_TAKE / averageMs)));
  }

  /**
   * Returns the pause in milliseconds before asking for more sessions after one of the workflow. It is 0 for short
   * sessions.
   */
  pauseMs(workflowId: string | undefined, active: number): number {
    if (workflowId === undefined || this.mostAtOnce(workflowId) === MAX_SESSIONS_PER_JOB) return 0;
    return active * Math.min(MAX_PAUSE_MS, (this.#averageMs.get(workflowId) ?? Infinity) / PAUSES_PER_SESSION);
  }
}

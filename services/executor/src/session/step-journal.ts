import type { Fence, RunningSessions, StepRecord, Written } from '@workflow/session-store';
import { keepTrying } from './keep-trying.ts';

/**
 * The steps of one attempt on their way to the store. Finished steps without an effect gather here; they are written
 * together with the next step that must be committed, or with the end. A workflow without effects writes once.
 */
export class StepJournal {
  readonly #store: Pick<RunningSessions, 'recordSteps'>;
  readonly #fence: Fence;
  readonly #signal: AbortSignal;
  #gathered: StepRecord[] = [];
  /** On their way, and not answered. */
  readonly #underWay = new Set<StepRecord[]>();

  constructor(store: Pick<RunningSessions, 'recordSteps'>, fence: Fence, signal: AbortSignal) {
    this.#store = store;
    this.#fence = fence;
    this.#signal = signal;
  }

  add(step: StepRecord): void {
    this.#gathered.push(step);
  }

  /** Commits what has gathered and this step. false: the fence did not hold, or the signal fired. */
  async commit(step: StepRecord): Promise<Written> {
    const steps = [...this.#gathered, step];
    this.#gathered = [];
    this.#underWay.add(steps);
    const written = await keepTrying(() => this.#store.recordSteps(this.#fence, steps), this.#signal);
    if (written !== null) this.#underWay.delete(steps);
    return written ?? false;
  }

  /**
   * All that is not known to be written, oldest first, to go with the session's end. A result whose write is still
   * unanswered is among it: the end may overtake that write, which would then find its fence gone.
   */
  rest(): StepRecord[] {
    return [...[...this.#underWay].flat(), ...this.#gathered];
  }
}

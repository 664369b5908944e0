import { timeoutFailure } from '@workflow/workflow-model';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import { inOrder } from './in-order.ts';
import { StoredResults } from './stored-results.ts';
import { internalFailure, withErrorId } from './report-failure.ts';
import { outcomeOfAbort, type SessionOutcome } from './session-outcome.ts';
import { failureEvent, runStep } from './step-events.ts';
import { StepRun } from './step-run.ts';
import type { WalkResources } from './walk-resources.ts';
import type { StepStart, WalkAction, WalkEvent } from './walk-events.ts';
import type { WalkState } from './walk-state.ts';
import { apply } from './walk-transitions.ts';

/**
 * Performs the actions that the transitions of a walk return, until there is an outcome. Never rejects. It is
 * asynchronous only if a component is: a workflow without effects runs synchronously, without a timer or a promise.
 */
export function runWalk(state: WalkState, resources: WalkResources): SessionOutcome | Promise<SessionOutcome> {
  return new WalkRun(state, resources).run();
}

/** Owns a walk's timers, aborts and writes. */
class WalkRun {
  readonly #state: WalkState;
  readonly #shared: WalkResources;
  /** The running components, by their id. */
  readonly #steps = new Map<string, StepRun>();
  readonly #results: StoredResults;
  #wakeTimer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<unknown> | null = null;
  #outcome: SessionOutcome | null = null;
  #announce: ((outcome: SessionOutcome) => void) | null = null;

  constructor(state: WalkState, resources: WalkResources) {
    this.#state = state;
    this.#shared = resources;
    this.#results = new StoredResults(state, resources.results);
  }

  run(): SessionOutcome | Promise<SessionOutcome> {
    if (this.#shared.signal.aborted) this.#onAbort();
    else this.#handle({ kind: 'woken' });
    if (this.#outcome !== null) return this.#outcome;
    this.#shared.signal.addEventListener('abort', this.#onAbort, { once: true });
    return new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  /** Events that arrive while actions are performed are applied afterwards. An internal error ends the session. */
  readonly #handle = inOrder(
    (event: WalkEvent) => {
      if (event.kind === 'succeeded') this.#results.note(event.componentId);
      try {
        const { clock, deps } = this.#shared;
        for (const action of apply(this.#state, event, clock.now(), deps.random())) this.#perform(action);
      } catch (error) {
        this.#breakDown(error);
      }
    },
    () => this.#results.dropUnneeded(),
  );

  readonly #onAbort = (): void => this.#handle({ kind: 'stopped', outcome: outcomeOfAbort(this.#shared.signal) });

  readonly #breakDown = (cause: unknown): void => {
    if (this.#outcome !== null) return;
    const outcome = internalFailure(cause, this.#shared);
    if (this.#state.isOver) this.#end(outcome);
    else this.#handle({ kind: 'stopped', outcome });
  };

  #perform(action: WalkAction): void {
    if (action.kind === 'end') this.#end(action.outcome);
    else if (action.kind === 'commit') this.#commit(action);
    else if (action.kind === 'waitUntil') this.#wakeAt(action.atMs);
    else if (action.part === 'component') this.#start(action.step);
    else {
      const step = this.#steps.get(action.step.componentId);
      if (step !== undefined) this.#limitTime(step);
      step?.letEffectBegin();
    }
  }

  #start(start: StepStart): void {
    const { componentId, attempt } = start;
    const step = new StepRun(this.#shared, start, (input) =>
      this.#handle({ kind: 'effect-ready', componentId, attempt, input }),
    );
    const event = runStep(step, this.#shared);
    if (!(event instanceof Promise)) return this.#handle(event);
    this.#steps.set(componentId, step);
    if (step.prepared.hasEffect && start.waited !== null) this.#limitTime(step);
    this.#handle({ kind: 'under-way', componentId, attempt });
    event.then((ended) => this.#finish(step, ended)).catch(this.#breakDown);
  }

  /** Starts the timeout together with the effect, so that an earlier outage of PostgreSQL does not use it up. */
  #limitTime(step: StepRun): void {
    const { limitMs } = step;
    if (limitMs === null) return;
    step.timeout = setTimeout(() => {
      const failure = timeoutFailure(limitMs);
      // A component with children ends by itself after it has cancelled them.
      if (step.prepared.startsSessions) step.abort(failure);
      else this.#finish(step, failureEvent(step, failure, this.#shared));
    }, limitMs);
  }

  #finish(step: StepRun, event: WalkEvent | null): void {
    if (step.isOver || event === null) return;
    this.#stop(step, event.kind === 'failed');
    this.#handle(event);
  }

  #stop(step: StepRun, abort: boolean): void {
    step.isOver = true;
    clearTimeout(step.timeout);
    this.#steps.delete(step.start.componentId);
    if (abort) step.abort();
  }

  #commit({ commit, steps }: Extract<WalkAction, { kind: 'commit' }>): void {
    const { claim, sensitive, signal } = this.#shared;
    const shown = sensitive.protect(steps);
    const write = () => (this.#outcome === null ? keepTrying(() => claim.record(shown), signal) : ABORTED);
    this.#lastWrite = (this.#lastWrite?.then(write) ?? Promise.resolve(write()))
      .then((written) => written !== ABORTED && this.#handle({ kind: 'committed', commit, written }))
      .catch(this.#breakDown);
  }

  #wakeAt(atMs: number): void {
    const { clock } = this.#shared;
    const waitMs = clock.timerMs(atMs);
    const wakesAtMs = clock.now() + waitMs;
    clearTimeout(this.#wakeTimer);
    this.#wakeTimer = setTimeout(() => {
      clock.reach(wakesAtMs);
      this.#handle({ kind: 'woken' });
    }, waitMs);
  }

  #end(outcome: SessionOutcome): void {
    clearTimeout(this.#wakeTimer);
    this.#shared.results.close();
    for (const step of this.#steps.values()) this.#stop(step, true);
    this.#shared.signal.removeEventListener('abort', this.#onAbort);
    this.#outcome = this.#shared.sensitive.protectOutcome(withErrorId(outcome, this.#shared));
    this.#announce?.(this.#outcome);
  }
}

import { sizeWithin } from '../expressions/value-size.ts';
import { timeoutFailure } from '../failures/step-failure.ts';
import { keepTrying } from '../retry/keep-trying.ts';
import type { PreparedComponent } from './prepared-workflow.ts';
import { breakdown, withErrorId } from './report-failure.ts';
import { outcomeOfAbort, type SessionOutcome } from './session-outcome.ts';
import { failureEvent, runStep } from './step-events.ts';
import { StepRun, type WalkResources } from './step-run.ts';
import type { StepStart, WalkAction, WalkEvent } from './walk-events.ts';
import { apply, type WalkState } from './walk-state.ts';

/** The longest time that `setTimeout` takes; for a later time the timer is set again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Performs the actions of a walk's state until there is an outcome. Never rejects. It is asynchronous only where a
 * component is: a workflow without effects is walked in one go, without a timer and without a promise.
 */
export function runWalk(state: WalkState, resources: WalkResources): SessionOutcome | Promise<SessionOutcome> {
  return new WalkRun(state, resources).run();
}

/** Owns a walk's timers, aborts and writes. */
class WalkRun {
  readonly #state: WalkState;
  readonly #shared: WalkResources;
  readonly #events: WalkEvent[] = [];
  #isHandling = false;
  /** Components under way, by their id. */
  readonly #steps = new Map<string, StepRun>();
  /** Components whose results were counted. */
  readonly #held = new Set<string>();
  #wakeTimer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<unknown> | null = null;
  #outcome: SessionOutcome | null = null;
  #announce: ((outcome: SessionOutcome) => void) | null = null;

  constructor(state: WalkState, resources: WalkResources) {
    this.#state = state;
    this.#shared = resources;
    for (const componentId of state.largeOutputs) this.#countResumed(componentId);
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

  /** Events that come while actions are performed are applied after them. An internal error ends the session. */
  #handle(event: WalkEvent): void {
    const { clock, deps } = this.#shared;
    this.#events.push(event);
    if (this.#isHandling) return;
    this.#isHandling = true;
    for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
      if (next.kind === 'succeeded') this.#held.add(next.componentId);
      try {
        for (const action of apply(this.#state, next, clock.now(), deps.random())) this.#perform(action);
      } catch (error) {
        this.#breakDown(error);
      }
    }
    this.#isHandling = false;
    this.#dropResults();
  }

  /** The results of a resumed session are in memory already, whether there is room for them or not. */
  #countResumed(componentId: string): void {
    const { output } = this.#shared.workflow.components.get(componentId)?.component ?? {};
    const value = output === undefined ? null : (this.#state.plan.placeholders[output] ?? null);
    this.#shared.results.count(componentId, sizeWithin(value, Infinity));
    this.#held.add(componentId);
  }

  /** Results that the state dropped, or that no component reads, no longer count. */
  #dropResults(): void {
    for (const componentId of this.#held) {
      if (this.#state.largeOutputs.has(componentId) || this.#state.outputs.has(componentId)) continue;
      this.#shared.results.drop(componentId);
      this.#held.delete(componentId);
    }
  }

  readonly #onAbort = (): void => this.#handle({ kind: 'stopped', outcome: outcomeOfAbort(this.#shared.signal) });

  readonly #breakDown = (cause: unknown): void => {
    if (this.#outcome !== null) return;
    const outcome = breakdown(cause, this.#shared);
    if (this.#state.isOver) this.#end(outcome);
    else this.#handle({ kind: 'stopped', outcome });
  };

  #perform(action: WalkAction): void {
    if (action.kind === 'end') this.#end(action.outcome);
    else if (action.kind === 'commit') this.#commit(action);
    else if (action.kind === 'waitUntil') this.#wakeAt(action.atMs);
    else if (action.part === 'component') this.#start(action.step);
    else this.#beginEffect(this.#steps.get(action.step.componentId));
  }

  #start(start: StepStart): void {
    const { componentId, attempt } = start;
    const prepared = this.#shared.workflow.components.get(componentId) as PreparedComponent;
    const step = new StepRun(this.#shared, prepared, start, (input) =>
      this.#handle({ kind: 'effect-ready', componentId, attempt, input }),
    );
    const event = runStep(step, this.#shared);
    if (!(event instanceof Promise)) return this.#handle(event);
    this.#steps.set(componentId, step);
    if (prepared.hasEffect && start.waited !== null) this.#limitTime(step);
    this.#handle({ kind: 'under-way', componentId, attempt });
    event.then((ended) => this.#settle(step, ended)).catch(this.#breakDown);
  }

  /** The time-out starts with the effect, so that an outage of PostgreSQL before it does not use it up. */
  #beginEffect(step: StepRun | undefined): void {
    if (step !== undefined) this.#limitTime(step);
    step?.letEffectBegin();
  }

  #limitTime(step: StepRun): void {
    const { timeoutMs, component } = step.prepared;
    // The sandbox limits the time of `code`, from the program's start.
    if (timeoutMs === null || component.type === 'code') return;
    step.timeout = setTimeout(() => this.#timeOut(step, timeoutMs), timeoutMs);
  }

  #timeOut(step: StepRun, timeoutMs: number): void {
    const failure = timeoutFailure(timeoutMs);
    // A component with children ends by itself, once it has cancelled them.
    if (step.prepared.hasChildren) step.abort(failure);
    else this.#settle(step, failureEvent(step, failure, this.#shared));
  }

  #settle(step: StepRun, event: WalkEvent | null): void {
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
    const { deps, fence, signal } = this.#shared;
    const write = () =>
      this.#outcome === null ? keepTrying(() => deps.store.recordSteps(fence, steps), signal) : null;
    // null: the walk is over.
    this.#lastWrite = (this.#lastWrite?.then(write) ?? Promise.resolve(write()))
      .then((written) => written !== null && this.#handle({ kind: 'committed', commit, written }))
      .catch(this.#breakDown);
  }

  #wakeAt(atMs: number): void {
    const { clock } = this.#shared;
    const nowMs = clock.now();
    const wakesAtMs = Math.min(Math.max(atMs, nowMs), nowMs + MAX_TIMER_MS);
    clearTimeout(this.#wakeTimer);
    this.#wakeTimer = setTimeout(() => {
      clock.reach(wakesAtMs);
      this.#handle({ kind: 'woken' });
    }, wakesAtMs - nowMs);
  }

  #end(outcome: SessionOutcome): void {
    clearTimeout(this.#wakeTimer);
    this.#shared.results.close();
    for (const step of this.#steps.values()) this.#stop(step, true);
    this.#shared.signal.removeEventListener('abort', this.#onAbort);
    this.#outcome = withErrorId(outcome, this.#shared);
    this.#announce?.(this.#outcome);
  }
}

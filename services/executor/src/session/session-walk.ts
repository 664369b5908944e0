import type { ClaimedSession, StepRecord } from '@workflow/session-store';
import type { Json, SessionError } from '@workflow/workflow-model';
import type { StepResult } from '../components/component.ts';
import { Branches } from './branches.ts';
import type { ComponentHistory } from './committed-steps.ts';
import { waitingOutput } from './committed-steps.ts';
import type { PreparedComponent, PreparedWorkflow } from './prepared-workflow.ts';
import { reportFailure } from './report-failure.ts';
import { nextTryAfterMs } from './retry-policy.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import type { SessionOutcome } from './session-outcome.ts';
import { outcomeOfAbort } from './session-outcome.ts';
import { SessionSecrets } from './session-secrets.ts';
import { StepFailure } from './step-failure.ts';
import { StepJournal } from './step-journal.ts';
import type { StepSurroundings } from './step-run.ts';
import { StepRun } from './step-run.ts';
import type { WaitingComponent } from './waiting-components.ts';
import { WaitingComponents } from './waiting-components.ts';
import { toStorableJson } from './storable-json.ts';

/** Why a step is aborted when the session's own signal did not fire. */
const SESSION_OVER = new Error('the session is over');
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * One attempt at a session, from its claim to its outcome. Components run side by side. Where nothing is asynchronous,
 * nothing here is: a workflow without effects is walked in one go, without a timer and without a promise.
 *
 * Invariants: before an effect begins, and before anything that depends on an effect begins, the journal is committed;
 * once `#outcome` is set nothing is written from here any more.
 */
export class SessionWalk implements StepSurroundings {
  readonly session: ClaimedSession;
  readonly deps: SessionDependencies;
  readonly secrets: SessionSecrets;
  readonly placeholders: Record<string, Json>;
  readonly #workflow: PreparedWorkflow;
  readonly #signal: AbortSignal;
  readonly #branches: Branches;
  readonly #journal: StepJournal;
  readonly #ready: string[] = [];
  readonly #running = new Set<StepRun>();
  readonly #waiting = new WaitingComponents();
  readonly #failures = new Map<string, number>();
  /** Try to begin with, of components that have steps in this run already. */
  readonly #firstAttempt = new Map<string, number>();
  readonly #outputs = new Map<string, Json>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #clockOffsetMs: number;
  readonly #begunAtMs: number;
  /** Writes and back-offs that something waits for. */
  #pending = 0;
  #outcome: SessionOutcome | null = null;
  #announce: ((outcome: SessionOutcome) => void) | null = null;
  readonly #onAbort = (): void => this.#abortAttempt();
  #deadlineSet = false;
  /** When the timer fires that looks at what waits. */
  #wakeAtMs = Infinity;

  constructor(session: ClaimedSession, workflow: PreparedWorkflow, placeholders: Record<string, Json>, deps: SessionDependencies, signal: AbortSignal) {
    this.session = session;
    this.deps = deps;
    this.placeholders = placeholders;
    this.secrets = new SessionSecrets(deps.revealSecret, session.organizationId);
    this.#workflow = workflow;
    this.#signal = signal;
    this.#branches = new Branches(workflow.plan);
    this.#journal = new StepJournal(deps.store, { sessionId: session.id, attempt: session.attempt }, signal);
    this.#clockOffsetMs = session.claimedAt === undefined ? 0 : session.claimedAt.getTime() - deps.now();
    this.#begunAtMs = this.now();
  }

  /** Milliseconds since the epoch by PostgreSQL's clock, so that executors whose clocks differ agree on what is due. */
  now(): number {
    return this.deps.now() + this.#clockOffsetMs;
  }

  /** Goes on from committed steps; to be called before `run`, for a session that was begun before. */
  resume(histories: ReadonlyMap<string, ComponentHistory>): void {
    const open = this.#branches.ready();
    for (let componentId = open.shift(); componentId !== undefined; componentId = open.shift()) {
      const history = histories.get(componentId);
      const prepared = this.#preparedOf(componentId);
      if (history?.standing.kind === 'succeeded') {
        this.#keepOutput(prepared, history.standing.output);
        open.push(...this.#branches.pass(componentId, history.standing.port, null));
      } else if (history?.standing.kind === 'failure-taken' && prepared.takesError) {
        open.push(...this.#branches.pass(componentId, 'error', history.standing.error));
      } else {
        if (history !== undefined) this.#resumeOpen(prepared, history);
        if (!this.#waiting.has(componentId)) this.#ready.push(componentId);
      }
    }
  }

  #resumeOpen(prepared: PreparedComponent, history: ComponentHistory): void {
    const { id } = prepared.component;
    this.#firstAttempt.set(id, history.attempt + 1);
    this.#failures.set(id, history.failures);
    if (history.interrupted !== null) {
      this.#journal.add({ ...history.interrupted, status: 'CANCELLED', finishedAt: new Date(this.now()) });
    }
    if (history.standing.kind !== 'waiting') return;
    this.#waiting.addResumed({ prepared, ...history.standing });
  }

  /** Runs until there is an outcome. Never rejects. */
  run(fresh: boolean): SessionOutcome | Promise<SessionOutcome> {
    if (this.#signal.aborted) this.#abortAttempt();
    else if (this.#remainingMs() <= 0) this.#timeOut();
    else {
      this.#afterwards(() => {
        if (fresh) this.#ready.push(...this.#branches.ready());
      });
    }
    if (this.#outcome !== null) return this.#outcome;
    this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    return new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  #advance(): void {
    while (this.#outcome === null) {
      const componentId = this.#ready.shift();
      if (componentId !== undefined) this.#begin(this.#preparedOf(componentId), this.#firstAttempt.get(componentId) ?? 1);
      else if (!this.#wakeDue()) break;
    }
    if (this.#outcome !== null) return;
    if (this.#running.size === 0 && this.#pending === 0) this.#conclude();
    else if (this.#waiting.size > 0) this.#wakeLater();
  }

  #preparedOf(componentId: string): PreparedComponent {
    return this.#workflow.components.get(componentId) as PreparedComponent;
  }

  #begin(prepared: PreparedComponent, attempt: number): void {
    const step = new StepRun(this, prepared, attempt, new Date(this.now()), this.#branches.errorOf(prepared.component.id), null);
    this.#execute(step);
  }

  /** A component that waited goes on with its try: the step is there already. */
  #goOn({ prepared, record, until }: WaitingComponent): void {
    const step = new StepRun(this, prepared, record.attempt, record.startedAt, this.#branches.errorOf(prepared.component.id), { until });
    step.recordInput(record.input);
    this.#execute(step);
  }

  async effectBegins(step: StepRun): Promise<boolean> {
    if (this.#outcome !== null || !(await this.#commit(step.record('RUNNING', null, null, null)))) return false;
    // Another write that was answered in the same moment may have ended the session.
    if (step.settled) return false;
    this.#limitTime(step);
    return true;
  }

  #execute(step: StepRun): void {
    let result: StepResult | Promise<StepResult>;
    try {
      result = step.prepared.run(step);
    } catch (error) {
      this.#fail(step, error);
      return;
    }
    if (!(result instanceof Promise)) {
      this.#succeed(step, result);
      return;
    }
    this.#running.add(step);
    // An effect's time begins with its effect, so that an outage of PostgreSQL before it costs none.
    if (step.prepared.hasEffect && step.waited !== null) this.#limitTime(step);
    result.then(
      (value) => this.#afterwards(() => this.#succeed(step, value)),
      (error: unknown) => this.#afterwards(() => this.#fail(step, error)),
    );
  }

  /** What every event does: it settles something, and the session goes on. A fault of ours ends it, and nothing else. */
  #afterwards(settle: () => void): void {
    if (this.#outcome !== null) return;
    try {
      settle();
      this.#advance();
    } catch (error) {
      this.#breakDown(error);
    }
  }

  #breakDown(cause: unknown): void {
    this.#end({ kind: 'failed', error: this.#report('INTERNAL_ERROR', 'the session failed for an unexpected reason', null, cause), steps: [] });
  }

  #settleRun(step: StepRun): boolean {
    if (step.settled) return false;
    step.settled = true;
    if (step.timer !== null) clearTimeout(step.timer);
    this.#running.delete(step);
    return true;
  }

  #succeed(step: StepRun, result: StepResult): void {
    if (step.settled) return;
    if (result.kind === 'waiting') {
      this.#settleRun(step);
      const { until } = result;
      this.#wait({ prepared: step.prepared, record: step.record('WAITING', null, waitingOutput(until, false), null), until, isBackoff: false });
      return;
    }
    // A trigger gives on what was accepted, which the limit of a request's body bounds.
    const maxBytes = step.prepared.isTrigger ? Infinity : this.deps.limits.maxOutputBytes;
    const stored = toStorableJson(result.output, maxBytes, this.secrets.mask);
    if (stored.kind !== 'storable') {
      const why = stored.kind === 'too-deep' ? 'is nested too deeply' : `has ${stored.bytes} bytes, ${this.deps.limits.maxOutputBytes} are allowed`;
      this.#fail(step, new StepFailure('OUTPUT_TOO_LARGE', `the output ${why}`));
      return;
    }
    this.#settleRun(step);
    const port = result.port ?? 'next';
    this.#keepOutput(step.prepared, stored.value);
    this.#finish(step, step.record('SUCCEEDED', port, stored.value, null), port, null);
  }

  #keepOutput(prepared: PreparedComponent, output: Json): void {
    if (prepared.isOutput) this.#outputs.set(prepared.component.id, output);
    // The placeholders of a trigger are what the session was started with.
    else if (!prepared.isTrigger && prepared.component.output) this.placeholders[prepared.component.output] = output;
  }

  /** A component is done and takes a port. The result of an effect is committed before anything that depends on it begins. */
  #finish(step: StepRun, record: StepRecord, port: string, error: SessionError | null): void {
    const { id } = step.component;
    // With nothing behind and nothing beside it, it goes with the end, which comes now.
    const isLast = this.#branches.isEnd(id) && this.#running.size === 0 && this.#pending === 0 && this.#ready.length === 0;
    if (!step.prepared.hasEffect || isLast) {
      this.#journal.add(record);
      this.#ready.push(...this.#branches.pass(id, port, error));
      return;
    }
    this.#background(this.#commit(record).then((written) => {
      if (written) this.#ready.push(...this.#branches.pass(id, port, error));
    }));
  }

  #fail(step: StepRun, thrown: unknown): void {
    if (!this.#settleRun(step)) return;
    step.abort(SESSION_OVER);
    const failure = thrown instanceof StepFailure ? thrown : new StepFailure('INTERNAL_ERROR', 'the component failed for an unexpected reason');
    const error = this.#report(failure.code, failure.message, step.component.id, thrown === failure ? undefined : thrown);
    const stored = toStorableJson(failure.output, this.deps.limits.maxOutputBytes, this.secrets.mask);
    const output = stored.kind === 'storable' ? stored.value : null;
    const { id } = step.component;
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    const afterMs = failure.retryable ? nextTryAfterMs(step.prepared.retry, failures, this.deps.random()) : null;
    if (afterMs !== null) this.#tryAgain(step, step.record('FAILED', null, output, error), afterMs);
    else if (step.prepared.takesError) this.#finish(step, step.record('FAILED', 'error', output, error), 'error', error);
    else this.#end({ kind: 'failed', error, steps: [step.record('FAILED', null, output, error)] });
  }

  #report(code: string, message: string, componentId: string | null, cause?: unknown): SessionError {
    return reportFailure(this.deps.log, { code, message, sessionId: this.session.id, componentId, cause }, this.secrets.mask);
  }

  #tryAgain(step: StepRun, record: StepRecord, afterMs: number): void {
    this.#journal.add(record);
    const attempt = step.attempt + 1;
    if (afterMs < this.deps.limits.longBackoffMs) {
      this.#pending += 1;
      this.#later(afterMs, () => {
        this.#pending -= 1;
        this.#begin(step.prepared, attempt);
      });
      return;
    }
    const startedAt = new Date(this.now());
    const until = new Date(startedAt.getTime() + afterMs);
    const waiting: StepRecord = { ...record, attempt, status: 'WAITING', port: null, input: null, output: waitingOutput(until, true), error: null, startedAt, finishedAt: null };
    this.#wait({ prepared: step.prepared, record: waiting, until, isBackoff: true });
  }

  #wait(waiting: WaitingComponent): void {
    this.#journal.add(waiting.record);
    this.#waiting.add(waiting);
  }

  /** While other branches run, one that becomes due must not wait for their end. */
  #wakeLater(): void {
    const dueMs = this.#waiting.earliestDueMs();
    if (dueMs === null || dueMs >= this.#wakeAtMs) return;
    this.#wakeAtMs = dueMs;
    this.#later(dueMs - this.now(), () => {
      this.#wakeAtMs = Infinity;
    });
  }

  /** Goes on with something that is due. false: nothing is. */
  #wakeDue(): boolean {
    const waiting = this.#waiting.takeDue(this.now());
    if (waiting === null) return false;
    if (waiting.isBackoff) this.#begin(waiting.prepared, waiting.record.attempt);
    else this.#goOn(waiting);
    return true;
  }

  #later(afterMs: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#afterwards(then);
    }, Math.min(Math.max(afterMs, 0), MAX_TIMER_MS));
    this.#timers.add(timer);
  }

  #limitTime(step: StepRun): void {
    if (!this.#deadlineSet) {
      this.#deadlineSet = true;
      this.#later(this.#remainingMs(), () => this.#timeOut());
    }
    const { timeoutMs, component } = step.prepared;
    // Code is timed by the sandbox, from when it begins.
    if (timeoutMs === null || component.type === 'code') return;
    step.timer = setTimeout(() => {
      step.abort(SESSION_OVER);
      this.#afterwards(() => this.#fail(step, new StepFailure('STEP_TIMEOUT', `the component took longer than ${timeoutMs / 1_000} s`)));
    }, timeoutMs);
  }

  #remainingMs(): number {
    return this.deps.limits.deadlineMs - this.session.ranMs - (this.now() - this.#begunAtMs);
  }

  #timeOut(): void {
    const hours = this.deps.limits.deadlineMs / 3_600_000;
    this.#end({ kind: 'failed', error: this.#report('TIMED_OUT', `the session ran longer than ${hours} h`, null), steps: [] });
  }

  /** false: the session is over, nothing may go on. */
  async #commit(step: StepRecord): Promise<boolean> {
    const written = await this.#journal.commit(step);
    if (this.#outcome !== null) return false;
    if (!written) this.#end({ kind: 'lost' });
    return written;
  }

  /** Something that the session waits for. What is thrown here is a fault of ours. */
  #background(work: Promise<void>): void {
    this.#pending += 1;
    work.then(
      () => this.#afterwards(() => void (this.#pending -= 1)),
      (error: unknown) => this.#afterwards(() => this.#breakDown(error)),
    );
  }

  #conclude(): void {
    if (this.#waiting.size > 0) {
      const dueMs = this.#waiting.earliestDueMs();
      // Children that end after the claim make the session due again, also when they were seen meanwhile.
      this.#end({ kind: 'waiting', dueAt: dueMs === null ? null : new Date(dueMs), childrenSeen: this.session.childrenFinished, steps: [] });
      return;
    }
    const last = this.#workflow.outputIds.findLast((id) => this.#outputs.has(id));
    this.#end({ kind: 'succeeded', output: last === undefined ? null : (this.#outputs.get(last) as Json), steps: [] });
  }

  #abortAttempt(): void {
    this.#end(outcomeOfAbort(this.#signal));
  }

  /** Stops everything. What was under way is CANCELLED; what is not written yet goes with the outcome. */
  #end(outcome: SessionOutcome): void {
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    if (outcome.kind !== 'lost') outcome.steps = [...this.#journal.rest(), ...outcome.steps];
    for (const timer of this.#timers) clearTimeout(timer);
    for (const step of this.#running) {
      step.settled = true;
      step.abort(SESSION_OVER);
      if (outcome.kind !== 'lost') outcome.steps.push(step.record('CANCELLED', null, null, null));
    }
    if (outcome.kind === 'failed') outcome.steps.push(...this.#waiting.cancelled(new Date(this.now())));
    if (outcome.kind !== 'lost') outcome.steps = latestOfEachTry(outcome.steps);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#announce?.(outcome);
  }
}

/** One statement may write a row only once: of two records of one try the later counts. */
function latestOfEachTry(steps: StepRecord[]): StepRecord[] {
  const byTry = new Map<string, StepRecord>();
  for (const step of steps) byTry.set(`${step.run}/${step.componentId}/${step.iteration}/${step.attempt}`, step);
  return byTry.size === steps.length ? steps : [...byTry.values()];
}

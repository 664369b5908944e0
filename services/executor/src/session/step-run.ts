import type { ChildState, ClaimedSession, NewChild, StartChildrenOutcome, StepRecord } from '@workflow/session-store';
import type { Component, Json, JsonObject, SessionError } from '@workflow/workflow-model';
import type { StepContext } from '../components/component.ts';
import { keepTrying } from './keep-trying.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import type { PreparedComponent } from './prepared-workflow.ts';
import type { SessionSecrets } from './session-secrets.ts';
import { StepFailure } from './step-failure.ts';
import { toStorableJson } from './storable-json.ts';

/** Steps of a component that is not repeated within its session. */
const ITERATION = 0;
/** Of an effect that has no time-out of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** What all steps of one attempt share. */
export interface StepSurroundings {
  readonly session: ClaimedSession;
  readonly deps: SessionDependencies;
  readonly secrets: SessionSecrets;
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Milliseconds since the epoch by PostgreSQL's clock. */
  now(): number;
  /** Commits the RUNNING step. false: the session is over, the effect must not begin. */
  effectBegins(step: StepRun): Promise<boolean>;
}

/** One try of one component while it runs: its context, and what becomes its record. */
export class StepRun implements StepContext {
  readonly prepared: PreparedComponent;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly waited: { until: Date | null } | null;
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Once true, whatever still comes from the component is ignored. */
  settled = false;
  timer: NodeJS.Timeout | null = null;
  readonly #shared: StepSurroundings;
  #input: Json = null;
  #controller: AbortController | null = null;

  constructor(shared: StepSurroundings, prepared: PreparedComponent, attempt: number, startedAt: Date, error: SessionError | null, waited: { until: Date | null } | null) {
    this.#shared = shared;
    this.prepared = prepared;
    this.attempt = attempt;
    this.startedAt = startedAt;
    this.waited = waited;
    this.placeholders = error === null ? shared.placeholders : withError(shared.placeholders, error);
  }

  get session(): ClaimedSession {
    return this.#shared.session;
  }

  get component(): Component {
    return this.prepared.component;
  }

  get idempotencyKey(): string {
    return `${this.session.id}:${this.session.run}:${this.component.id}:${ITERATION}`;
  }

  get timeoutMs(): number {
    return this.prepared.timeoutMs ?? NO_TIMEOUT_MS;
  }

  get sandbox() {
    return this.#shared.deps.sandbox;
  }

  get http() {
    return this.#shared.deps.http;
  }

  get limits() {
    return this.#shared.deps.limits.expressions;
  }

  /** Made when first asked for: most components need none. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.settled) this.#controller.abort();
    return this.#controller.signal;
  }

  now(): number {
    return this.#shared.now();
  }

  revealSecret(name: string): Promise<string> {
    return this.#fromStore(() => this.#shared.secrets.reveal(name));
  }

  recordInput(input: Json): void {
    this.#input = input;
  }

  async beginEffect(input: Json): Promise<void> {
    this.#input = input;
    if (this.waited === null && !(await this.#shared.effectBegins(this))) throw new Error('the session is over');
  }

  startChildren(children: NewChild[]): Promise<StartChildrenOutcome> {
    const { id, attempt, run } = this.session;
    const parent = { componentId: this.component.id, run };
    return this.#fromStore(() => this.#shared.deps.store.startChildren({ sessionId: id, attempt }, parent, this.#withoutSecrets(children)));
  }

  readChildren(): Promise<ChildState[]> {
    return this.#fromStore(() => this.#shared.deps.store.readChildren(this.session.id, this.session.run, this.component.id));
  }

  /** What a child is given is recorded and shown like an output, so it is masked like one. */
  #withoutSecrets(children: NewChild[]): NewChild[] {
    const { mask } = this.#shared.secrets;
    if (mask === null) return children;
    return children.map((child) => {
      const masked = toStorableJson(child.placeholderValues, Number.POSITIVE_INFINITY, mask);
      if (masked.kind !== 'storable') throw new StepFailure('OUTPUT_TOO_LARGE', 'placeholder values are nested too deeply');
      return { ...child, placeholderValues: masked.value as JsonObject };
    });
  }

  async #fromStore<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = await keepTrying(operation, this.signal);
    if (result === null) throw this.signal.reason;
    return result;
  }

  /** Stops what is under way. Its promise is left to settle unheard. */
  abort(reason: Error): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.#controller?.abort(reason);
  }

  record(status: StepRecord['status'], port: string | null, output: Json, error: SessionError | null): StepRecord {
    return {
      componentId: this.component.id,
      run: this.session.run,
      iteration: ITERATION,
      attempt: this.attempt,
      status,
      port,
      input: this.#storableInput(),
      output,
      error,
      startedAt: this.startedAt,
      finishedAt: status === 'RUNNING' || status === 'WAITING' ? null : new Date(this.now()),
    };
  }

  #storableInput(): Json {
    if (this.#input === null) return null;
    const { deps, secrets } = this.#shared;
    const storable = toStorableJson(this.#input, deps.limits.maxOutputBytes, secrets.mask);
    return storable.kind === 'storable' ? storable.value : { tooLarge: true };
  }
}

function withError(placeholders: Readonly<Record<string, Json>>, error: SessionError): Readonly<Record<string, Json>> {
  const { code, message, componentId } = error;
  return Object.assign(Object.create(null) as Record<string, Json>, placeholders, { error: { code, message, componentId } });
}

import { timeOfUuidv7, type ClaimedSession } from '@workflow/session-store';
import type { AddressName, Component, Field, Json, RetryPolicy, TraceContext } from '@workflow/workflow-model';
import type { UsedOperation } from '@workflow/component-kit';
import type { HostedOperation, StepScope } from '@workflow/component-kit/host';
import type {
  AgentMemory,
  Children,
  ComponentHttp,
  ModelTokens,
  Questions,
  StepParts,
  StoredValues,
  Tables,
  SentResponse,
  Throttles,
} from '@workflow/component-kit/run';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import type { PreparedComponent } from './prepared-workflow.ts';
import { responseNotificationOf } from './response-notification-of.ts';
import { SESSION_OVER, StepChildren } from './step-children.ts';
import { operationOf } from './step-operations.ts';
import { StepFiles } from './step-files.ts';
import { ITERATION } from './step-records.ts';
import { memoryOf } from './step-memory.ts';
import { stepPartsOf } from './step-parts.ts';
import { addressOf, questionsOf } from './step-questions.ts';
import { tablesOf } from './step-tables.ts';
import { valuesOf } from './step-values.ts';
import { toStorableJson } from './storable-json.ts';
import type { WalkResources } from './walk-resources.ts';
import type { StepStart } from './walk-events.ts';

/**
 * The time for which a sender counts as waiting. It is longer than a webhook allows, because the clocks of machines
 * differ.
 */
const AWAITED_FOR_MS = 180_000;

/** One attempt of one component while it runs, as the component sees it. */
export class StepRun implements StepScope {
  readonly prepared: PreparedComponent;
  readonly start: StepStart;
  /** Once true, further results of the component are ignored. */
  isOver = false;
  /** False if a repetition could repeat the effect of this attempt. */
  mayRetry = true;
  timeout: NodeJS.Timeout | undefined;
  /** The trace context that its calls and children continue. */
  trace: TraceContext | null;
  readonly #shared: WalkResources;
  readonly #onEffectReady: (input: Json) => void;
  #input: Json;
  #controller: AbortController | null = null;
  #effect: PromiseWithResolvers<void> | null = null;
  #files: StepFiles | null = null;

  /** @param onEffectReady must call `letEffectBegin` after the RUNNING step is committed */
  constructor(shared: WalkResources, start: StepStart, onEffectReady: (input: Json) => void) {
    this.#shared = shared;
    this.prepared = shared.workflow.components.get(start.componentId) as PreparedComponent;
    this.start = start;
    this.#onEffectReady = onEffectReady;
    this.trace = shared.session.trace;
    this.#input = start.waited?.input ?? null;
  }

  get session(): ClaimedSession {
    return this.#shared.session;
  }

  get component(): Component {
    return this.prepared.component;
  }

  get placeholders(): Readonly<Record<string, Json>> {
    return this.start.placeholders;
  }

  get startFields(): readonly Field[] {
    return this.#shared.workflow.startFields;
  }

  get startedAt(): Date {
    return this.start.startedAt;
  }

  get waited(): { readonly until: Date | null } | null {
    return this.start.waited;
  }

  get idempotencyKey(): string {
    return this.idempotencyKeyOfPart(ITERATION);
  }

  idempotencyKeyOfPart(number: number): string {
    return `${this.session.id}:${this.session.run}:${this.component.id}:${number}`;
  }

  get timeoutMs(): number | null {
    return this.prepared.timeoutMs;
  }

  /** The time limit in milliseconds; null for no timer. */
  get limitMs(): number | null {
    return this.prepared.limitsOwnTime ? null : this.prepared.timeoutMs;
  }

  get sandbox() {
    return this.#shared.deps.sandbox;
  }

  get dataProcesses() {
    return this.#shared.deps.dataProcesses;
  }

  get owner(): ClaimedSession {
    return this.#shared.session;
  }

  get http(): ComponentHttp {
    const { deps, sensitive } = this.#shared;
    return {
      send: async (call, signal) => {
        await this.#ensureWritten();
        const shownHost = sensitive.maskText(call.url.hostname);
        const isShown = shownHost === call.url.hostname;
        const ending = signal === undefined ? this.signal : AbortSignal.any([this.signal, signal]);
        return deps.http.send({ ...call, trace: this.trace, ...(!isShown && { shownHost }) }, ending);
      },
    };
  }

  /** Created at its first use, because most components need none. */
  get files(): StepFiles {
    const { deps, session, sensitive, secrets } = this.#shared;
    this.#files ??= new StepFiles({
      files: deps.files,
      session,
      attempt: (operation) => this.#fromStore(operation),
      mask: () => sensitive.maskWith(secrets.mask),
    });
    return this.#files;
  }

  /** Returns true if stored files must be recorded before the result. */
  get hasStoredFiles(): boolean {
    return this.#files?.hasWritten === true;
  }

  get children(): Children {
    return new StepChildren(this.#shared, this, {
      change: (operation) => this.#fromStore(operation),
      read: (operation) => this.#read(operation),
    });
  }

  get questions(): Questions {
    return this.questionsOfPart(ITERATION);
  }

  questionsOfPart(number: number): Questions {
    const step = { componentId: this.component.id, iteration: number };
    return questionsOf(this.#shared, step, (operation) => this.#fromStore(operation));
  }

  get parts(): StepParts {
    return stepPartsOf(this.#shared, this.component.id, {
      fromStore: (operation) => this.#fromStore(operation),
      keepFiles: async () => {
        if (this.hasStoredFiles) await this.files.keepWritten();
      },
    });
  }

  get memory(): AgentMemory {
    return memoryOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  get retry(): Readonly<Partial<RetryPolicy>> {
    return this.component.retry ?? {};
  }

  get stored(): StoredValues {
    return valuesOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  get tables(): Tables {
    return tablesOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  /**
   * Responds. No sender waits for longer than a minute, or for a later run, but a sender may join a session long after
   * it began to gather.
   */
  async respond(response: SentResponse): Promise<void> {
    const { claim, deps, fence, session, secrets, sensitive, clock, workflow } = this.#shared;
    const isLate = clock.now() - timeOfUuidv7(session.id).getTime() > AWAITED_FOR_MS;
    if (session.run > 1 || (isLate && !workflow.gathers)) return;
    const notification = responseNotificationOf(session, response, sensitive.maskWith(secrets.mask));
    if (claim.takeResponse({ response, notification })) return;
    const isFirst = await this.#fromStore(() => deps.store.respond(fence, session.organizationId, response));
    deps.responded(isFirst ? notification : { sessionId: session.id });
  }

  get throttles(): Throttles {
    const { deps, session, sensitive } = this.#shared;
    const ofOrganization = deps.throttlesOf(session.organizationId);
    // Keys are stored unchanged, so they are checked only for the log.
    const shown = (key: string): string => sensitive.maskText(key);
    return {
      rateOf: (host) => this.#read(() => ofOrganization.rateOf(host)),
      take: (key, rate) => this.#fromStore(() => ofOrganization.take(shown(key), rate)),
      blockedMs: (key) => this.#read(() => ofOrganization.blockedMs(shown(key))),
      block: (key, forMs) => this.#fromStore(() => ofOrganization.block(shown(key), forMs)),
    };
  }

  get modelTokens(): ModelTokens {
    const { deps, session } = this.#shared;
    const ofOrganization = deps.modelTokensOf(session.organizationId);
    return {
      requireSome: () => this.#fromStore(() => ofOrganization.requireSome()),
      count: (usage) => this.#fromStore(() => ofOrganization.count(usage)),
    };
  }

  get maxOutputBytes(): number {
    return this.#shared.deps.limits.maxOutputBytes;
  }

  get hasTurn(): boolean {
    return this.start.hasTurn;
  }

  get mayHaveHappened(): boolean {
    return this.start.mayHaveHappened;
  }

  get limits() {
    return this.#shared.deps.limits.expressions;
  }

  /** Created at its first use, because most components need none. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isOver) this.#controller.abort(SESSION_OVER);
    return this.#controller.signal;
  }

  now(): number {
    return this.#shared.clock.now();
  }

  revealSecret(name: string): Promise<string> {
    return this.#read(() => this.#shared.secrets.reveal(name));
  }

  addressOf(component: AddressName): Promise<string> {
    return this.#read(() => addressOf(this.#shared, component));
  }

  findOperation(used: UsedOperation): Promise<HostedOperation> {
    const { deps, session } = this.#shared;
    return this.#read(() => operationOf(deps.findOperation, session.organizationId, used));
  }

  openCredential(id: string, types: readonly string[]): Promise<object> {
    return this.#read(() => this.#shared.secrets.openCredential(id, types));
  }

  recordInput(input: Json): void {
    this.#input = input;
  }

  /** Returns the configuration of the step in a form that can be stored. */
  storableInput(): Json {
    if (this.#input === null) return null;
    const { deps, secrets } = this.#shared;
    const storable = toStorableJson(this.#input, deps.limits.maxOutputBytes, secrets.mask);
    // An input is stored only as jsonb, which writes numbers without exponents.
    if (storable.kind !== 'storable' || storable.addedByJsonb > deps.limits.maxOutputBytes) return { tooLarge: true };
    return storable.value;
  }

  async beginEffect(input: Json): Promise<void> {
    this.#input = input;
    if (this.waited !== null) return;
    if (this.isOver) throw SESSION_OVER;
    this.#effect = Promise.withResolvers();
    this.#onEffectReady(this.storableInput());
    await this.#effect.promise;
  }

  allowRetry(isAllowed: boolean): void {
    this.mayRetry = isAllowed;
  }

  letEffectBegin(): void {
    this.#effect?.resolve();
  }

  /** Stops the component. With the default reason, the result of its promise is ignored. */
  abort(reason: Error = SESSION_OVER): void {
    this.#controller?.abort(reason);
    this.#effect?.reject(reason);
  }

  /** Runs an operation that may change something or that names the fence. The session is claimed first. */
  async #fromStore<Result>(operation: () => Promise<Result>): Promise<Result> {
    await this.#ensureWritten();
    return this.#read(operation);
  }

  async #ensureWritten(): Promise<void> {
    if (!this.#shared.claim.isWritten) await this.#shared.claim.ensureWritten();
  }

  async #read<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = await keepTrying(operation, this.signal);
    if (result === ABORTED) throw this.signal.reason;
    return result;
  }
}

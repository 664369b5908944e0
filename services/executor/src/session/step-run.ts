import { timeOfUuidv7, timeOrderedId, type ClaimedSession } from '@workflow/session-store';
import {
  StepFailure,
  type AddressName,
  type Component,
  type Field,
  type Json,
  type JsonObject,
  type TraceContext,
} from '@workflow/workflow-model';
import type { StepScope } from '@workflow/component-kit/host';
import type {
  BodyStart,
  Children,
  ChildState,
  ComponentHttp,
  ModelTokens,
  Questions,
  StoredValues,
  Tables,
  SentResponse,
  Throttles,
  WantedChild,
} from '@workflow/component-kit/run';
import { ABORTED, keepTrying } from '../retry/keep-trying.ts';
import type { PreparedComponent } from './prepared-workflow.ts';
import { responseSignalOf } from './response-signal-of.ts';
import { StepFiles } from './step-files.ts';
import { ITERATION } from './step-records.ts';
import { addressOf, questionsOf } from './step-questions.ts';
import { tablesOf } from './step-tables.ts';
import { valuesOf } from './step-values.ts';
import { toStorableJson } from './storable-json.ts';
import type { WalkResources } from './walk-resources.ts';
import type { StepStart } from './walk-events.ts';

/** It is longer than a webhook lets its sender wait, because the clocks of two machines differ. */
const AWAITED_FOR_MS = 180_000;
const SESSION_OVER = new Error('the session is over');

/** One try of one component while it runs, as the component sees it. */
export class StepRun implements StepScope {
  readonly prepared: PreparedComponent;
  readonly start: StepStart;
  /** Once true, further results of the component are ignored. */
  isOver = false;
  /** False once a repetition could double the effect of this try. */
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

  /** @param onEffectReady must call `letEffectBegin` once the RUNNING step is committed */
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
    return `${this.session.id}:${this.session.run}:${this.component.id}:${ITERATION}`;
  }

  get timeoutMs(): number | null {
    return this.prepared.timeoutMs;
  }

  /** With null, the driver sets no timer. */
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
      send: async (call) => {
        await this.#hold();
        const shownHost = sensitive.maskText(call.url.hostname);
        const isShown = shownHost === call.url.hostname;
        return deps.http.send({ ...call, trace: this.trace, ...(!isShown && { shownHost }) }, this.signal);
      },
    };
  }

  /** Made on first use, because most components need none. */
  get files(): StepFiles {
    const { deps, session, sensitive, secrets } = this.#shared;
    this.#files ??= new StepFiles({
      files: deps.files,
      session,
      attempt: (operation) => this.#fromStore(operation),
      mask: () => sensitive.over(secrets.mask),
    });
    return this.#files;
  }

  /** Returns true when stored files must be recorded before the result is. */
  get hasStoredFiles(): boolean {
    return this.#files?.hasWritten === true;
  }

  get children(): Children {
    return {
      body: () => this.#body(),
      start: (children) => this.#startChildren(children),
      read: () => this.#readChildren(),
      readOutputs: (children) => this.#readChildOutputs(children),
      readStarts: (children) => this.#readChildStarts(children),
      cancel: () => this.#cancelChildren(),
    };
  }

  get questions(): Questions {
    return questionsOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  get stored(): StoredValues {
    return valuesOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  get tables(): Tables {
    return tablesOf(this.#shared, this.component.id, (operation) => this.#fromStore(operation));
  }

  /** Nobody waits for longer than a minute, or for a later run. */
  async respond(response: SentResponse): Promise<void> {
    const { claim, deps, fence, session, secrets, sensitive, clock } = this.#shared;
    if (session.run > 1 || clock.now() - timeOfUuidv7(session.id).getTime() > AWAITED_FOR_MS) return;
    const signal = responseSignalOf(session, response, sensitive.over(secrets.mask));
    if (claim.takeResponse({ response, signal })) return;
    const isFirst = await this.#fromStore(() => deps.store.respond(fence, session.organizationId, response));
    deps.responded(isFirst ? signal : { sessionId: session.id });
  }

  get throttles(): Throttles {
    const { deps, session, sensitive } = this.#shared;
    const ofOrganization = deps.throttlesOf(session.organizationId);
    // Keys are stored as they are.
    const shown = (key: string): string => sensitive.maskText(key);
    return {
      // A null from the store itself means that the step is over.
      rateOf: async (host) => (await this.#read(async () => ({ rate: await ofOrganization.rateOf(host) }))).rate,
      take: (key, rate) => this.#fromStore(() => ofOrganization.take(shown(key), rate)),
      blockedMs: (key) => this.#read(() => ofOrganization.blockedMs(shown(key))),
      block: (key, forMs) => this.#fromStore(() => ofOrganization.block(shown(key), forMs)),
    };
  }

  get modelTokens(): ModelTokens {
    const { deps, session } = this.#shared;
    const ofOrganization = deps.modelTokensOf(session.organizationId);
    const done = async (operation: Promise<void>): Promise<true> => operation.then(() => true);
    return {
      // A null from the store itself means that the step is over.
      requireSome: async () => void (await this.#fromStore(() => done(ofOrganization.requireSome()))),
      count: async (usage) => void (await this.#fromStore(() => done(ofOrganization.count(usage)))),
    };
  }

  get maxOutputBytes(): number {
    return this.#shared.deps.limits.maxOutputBytes;
  }

  get hasTurn(): boolean {
    return this.start.hasTurn;
  }

  get limits() {
    return this.#shared.deps.limits.expressions;
  }

  /** Made on first use, because most components need none. */
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
    // An input is stored only as jsonb, which writes every number out.
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

  #body(): BodyStart {
    const { componentId = null, placeholders: shared = [] } = this.prepared.body ?? {};
    if (componentId === null)
      throw new StepFailure('CONFIG_INVALID', 'The body must begin with exactly one enabled component');
    const given = shared.filter((key) => key in this.placeholders);
    return {
      componentId,
      placeholderValues: Object.fromEntries(given.map((key) => [key, this.placeholders[key] ?? null])),
    };
  }

  #startChildren(children: readonly WantedChild[]) {
    const { deps, fence } = this.#shared;
    const parent = { componentId: this.component.id, run: this.session.run, trace: this.trace };
    return this.#fromStore(() => deps.store.startChildren(fence, parent, this.#storable(children)));
  }

  get #parent() {
    const { id: sessionId, organizationId } = this.session;
    return { sessionId, organizationId };
  }

  #readChildren() {
    const { id: sessionId, run, resumeFromRun } = this.session;
    const parent = { sessionId, run, resumeFromRun, componentId: this.component.id };
    return this.#fromStore(() => this.#shared.deps.store.readChildren(parent));
  }

  async #readChildOutputs(children: readonly ChildState[]): Promise<Map<string, Json>> {
    const outputs = new Map<string, Json>();
    for (const part of partsOf(children, ({ outputBytes }) => outputBytes)) {
      const read = await this.#fromStore(() => this.#shared.deps.store.readChildOutputs(this.#parent, part));
      for (const [id, { output, sensitive }] of read) {
        this.#shared.sensitive.add(sensitive);
        outputs.set(id, output);
      }
    }
    return outputs;
  }

  async *#readChildStarts(children: readonly ChildState[]) {
    const earlier = children.filter(({ startBytes }) => startBytes !== null);
    for (const part of partsOf(earlier, ({ startBytes }) => startBytes ?? 0))
      yield* await this.#fromStore(() => this.#shared.deps.store.readChildStarts(this.#parent, part));
  }

  async #cancelChildren(): Promise<void> {
    const { claim, deps, fence, signal } = this.#shared;
    // Nothing is started without a claim, and the fence may belong to another executor.
    if (!claim.isHeld) return;
    // This also runs for a step whose time is up, as long as this executor has the session.
    const cancelled = await keepTrying(() => deps.store.cancelChildren(fence, this.component.id), signal);
    if (cancelled === ABORTED) throw SESSION_OVER;
  }

  /** Stops the component. With the default reason, the result of its promise is ignored. */
  abort(reason: Error = SESSION_OVER): void {
    this.#controller?.abort(reason);
    this.#effect?.reject(reason);
  }

  /** A child's input is recorded and shown like an output, so it is masked like one. */
  #storable(children: readonly WantedChild[]) {
    const { secrets, sensitive } = this.#shared;
    return children.map((child) => {
      const masked = toStorableJson(child.placeholderValues, Number.POSITIVE_INFINITY, secrets.mask);
      if (masked.kind !== 'storable')
        throw new StepFailure('OUTPUT_TOO_LARGE', 'The placeholder values are nested too deeply');
      return {
        ...child,
        id: timeOrderedId(),
        placeholderValues: masked.value as JsonObject,
        sensitive: sensitive.values,
      };
    });
  }

  /** Runs an operation that may change something or that names the fence. The session is claimed before. */
  async #fromStore<Result>(operation: () => Promise<Result>): Promise<Result> {
    await this.#hold();
    return this.#read(operation);
  }

  async #hold(): Promise<void> {
    if (!this.#shared.claim.isHeld) await this.#shared.claim.hold();
  }

  async #read<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = await keepTrying(operation, this.signal);
    if (result === ABORTED) throw this.signal.reason;
    return result;
  }
}

/** The bytes of values that one statement reads, so that other sessions can run in between. */
const MAX_PART_BYTES = 1_048_576;

/**
 * Returns the ids of the children in parts. The values of a part have at most so many bytes together, or belong to one
 * child.
 */
function partsOf(children: readonly ChildState[], bytesOf: (child: ChildState) => number): string[][] {
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const child of children) {
    bytes += bytesOf(child);
    if (bytes <= MAX_PART_BYTES) parts.at(-1)?.push(child.sessionId);
    else {
      parts.push([child.sessionId]);
      bytes = bytesOf(child);
    }
  }
  return parts;
}

import { placeholdersReadBy, readableByProgram, sandboxInput } from '@workflow/expressions';
import { readResult } from '@workflow/sandbox/protocol';
import { runDataJob } from '@workflow/sandbox';
import type { Component, Field, Json, JsonObject, ReferenceKind, RetryPolicy } from '@workflow/workflow-model';
import { absentFields, StepFailure } from '@workflow/workflow-model';
import type { OpenedOperation } from '../run/apps.ts';
import type { ConfigReference } from '../describe/config-sites.ts';
import type { Children } from '../run/child-sessions.ts';
import type { ComponentFiles } from '../run/component-files.ts';
import type { RunnableType, Runner } from '../run/define-runner.ts';
import type { ModelTokens } from '../run/opened/model-server.ts';
import type { ComponentHttp, RunContext } from '../run/run-context.ts';
import type { StepParts } from '../run/step-parts.ts';
import type { StepResult } from '../run/step-result.ts';
import type { Questions } from '../run/questions.ts';
import type { StoredValues } from '../run/stored-values.ts';
import type { Tables } from '../run/tables.ts';
import type { SentResponse } from '../run/sent-response.ts';
import type { Throttles } from '../run/throttles.ts';
import { compileConfig } from './resolve-config.ts';
import type { StepScope } from './step-scope.ts';

/**
 * Maximum time of a program, whatever the timeout of the component, so that it does not occupy a sandbox process for
 * long.
 */
const MAX_PROGRAM_MS = 60_000;

/** A prepared component of a definition, which all sessions of that definition share. */
export type ReadyComponent = (scope: StepScope) => StepResult | Promise<StepResult>;

/** @param isOutputRead whether another component may read this field of the component's output */
export function prepareComponent(
  { descriptor, runner }: RunnableType,
  component: Component,
  isOutputRead: (field: string) => boolean,
): ReadyComponent {
  const { run, resume } = runner as unknown as Runner<unknown>;
  const resolve = compileConfig(descriptor.configSchema, component.config);
  const ready: Ready = {
    type: descriptor.type,
    outputs: descriptor.outputs(component),
    isOutputRead: remembered(isOutputRead),
    references: descriptor.references(component.config),
    operations: descriptor.operations(component.config),
    placeholdersReadBy: remembered(placeholdersReadBy),
  };
  return (scope) => {
    if (scope.waited !== null && resume !== undefined) return resume(new AttemptContext(scope, ready, undefined));
    const config = resolve(scope);
    return config instanceof Promise
      ? config.then((resolved) => run(new AttemptContext(scope, ready, resolved)))
      : run(new AttemptContext(scope, ready, config));
  };
}

/** The data that all attempts of a component share. */
interface Ready {
  type: string;
  outputs: Field[];
  references: ConfigReference[];
  operations: ReturnType<RunnableType['descriptor']['operations']>;
  isOutputRead(field: string): boolean;
  placeholdersReadBy(source: string): ReadonlySet<string> | null;
}

/** Returns a function that computes the answer for each text once. A component asks for only a few. */
function remembered<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const cached = answers.get(text);
    if (cached !== undefined) return cached;
    const answer = compute(text);
    answers.set(text, answer);
    return answer;
  };
}

/** One attempt as run code sees it. It exposes nothing of the host except what the interface names. */
class AttemptContext implements RunContext<unknown> {
  readonly config: unknown;
  readonly #scope: StepScope;
  readonly #ready: Ready;

  constructor(scope: StepScope, ready: Ready, config: unknown) {
    this.#scope = scope;
    this.#ready = ready;
    this.config = config;
  }

  get idempotencyKey(): string {
    return this.#scope.idempotencyKey;
  }

  idempotencyKeyOfPart(number: number): string {
    return this.#scope.idempotencyKeyOfPart(number);
  }

  get startedAt(): Date {
    return this.#scope.startedAt;
  }

  get waited(): { readonly until: Date | null } | null {
    return this.#scope.waited;
  }

  get timeoutMs(): number | null {
    return this.#scope.timeoutMs;
  }

  get maxOutputBytes(): number {
    return this.#scope.maxOutputBytes;
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  get outputs(): readonly Field[] {
    return this.#ready.outputs;
  }

  get placeholders(): Readonly<Record<string, Json>> {
    return this.#scope.placeholders;
  }

  get http(): ComponentHttp {
    return this.#scope.http;
  }

  get files(): ComponentFiles {
    return this.#scope.files;
  }

  get throttles(): Throttles {
    return this.#scope.throttles;
  }

  get modelTokens(): ModelTokens {
    return this.#scope.modelTokens;
  }

  get mayHaveHappened(): boolean {
    return this.#scope.mayHaveHappened;
  }

  get hasTurn(): boolean {
    return this.#scope.hasTurn;
  }

  get children(): Children {
    return this.#scope.children;
  }

  get questions(): Questions {
    return this.#scope.questions;
  }

  questionsOfPart(number: number): Questions {
    return this.#scope.questionsOfPart(number);
  }

  get parts(): StepParts {
    return this.#scope.parts;
  }

  get memory(): RunContext['memory'] {
    return this.#scope.memory;
  }

  get retry(): Readonly<Partial<RetryPolicy>> {
    return this.#scope.retry;
  }

  get tables(): Tables {
    return this.#scope.tables;
  }

  get stored(): StoredValues {
    return this.#scope.stored;
  }

  respond(response: SentResponse): Promise<void> {
    return this.#scope.respond(response);
  }

  now(): number {
    return this.#scope.now();
  }

  async openCredential<Opened extends object>(property: string): Promise<Opened | null> {
    const named = this.#referenceAt(property, 'credential');
    if (named === null) return null;
    // The credential type determines the form of the credential for run code.
    return (await this.#scope.openCredential(named.value, named.types ?? [])) as Opened;
  }

  async openSecret(property: string): Promise<string | null> {
    const named = this.#referenceAt(property, 'secret');
    return named === null ? null : this.#scope.revealSecret(named.value);
  }

  async openOperation(pointer?: string): Promise<OpenedOperation> {
    const { operations } = this.#ready;
    const used = pointer === undefined ? operations[0] : operations.find(({ pointers }) => pointers.action === pointer);
    if (used === undefined) throw new StepFailure('CONFIG_INVALID', 'No operation of an app is chosen');
    const { credential: ofApp, ...operation } = await this.#scope.findOperation(used);
    const id = used.credential ?? ofApp;
    return {
      ...operation,
      openCredential: async <Opened extends object>() =>
        id === null ? null : ((await this.#scope.openCredential(id, used.credentialTypes)) as Opened),
    };
  }

  #referenceAt(property: string, kind: ReferenceKind): ConfigReference | null {
    const at = `/${property}`;
    return this.#ready.references.find((one) => one.kind === kind && one.pointer === at) ?? null;
  }

  isOutputRead(field: string): boolean {
    return this.#ready.isOutputRead(field);
  }

  recordInput(input: Json): void {
    this.#scope.recordInput(input);
  }

  beginEffect(input: Json): Promise<void> {
    return this.#scope.beginEffect(input);
  }

  allowRetry(isAllowed: boolean): void {
    this.#scope.allowRetry(isAllowed);
  }

  async runProgram(source: string): Promise<Json | undefined> {
    const { placeholders: all, startFields, timeoutMs, limits, sandbox, owner, signal } = this.#scope;
    const placeholders = await sandboxInput(
      readableByProgram(this.#ready.placeholdersReadBy(source), all),
      'CODE_MEMORY',
    );
    const programLimits = {
      timeoutMs: Math.min(timeoutMs ?? MAX_PROGRAM_MS, MAX_PROGRAM_MS),
      maxResultBytes: limits.maxResultBytes,
    };
    const absent = absentFields(startFields, all);
    const request = { kind: 'code', source, placeholders, absent, limits: programLimits } as const;
    const answer = await sandbox.run(request, owner, signal);
    return readResult(answer, 'CODE_ERROR');
  }

  runDataJob(values: Readonly<JsonObject>, maxResultBytes?: number): Promise<Json> {
    const { timeoutMs, limits, dataProcesses, owner, signal } = this.#scope;
    const dataJobLimits = {
      timeoutMs: Math.min(timeoutMs ?? MAX_PROGRAM_MS, MAX_PROGRAM_MS),
      maxResultBytes: maxResultBytes ?? limits.maxResultBytes,
    };
    return runDataJob(dataProcesses, { dataJob: this.#ready.type, values, limits: dataJobLimits }, owner, signal);
  }
}

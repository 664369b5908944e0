import { outputsOf, type Sensitivity } from '@workflow/components/descriptors';
import { sizeWithin } from '@workflow/expressions';
import type { StepRecord } from '@workflow/session-store';
import { learnAll, learnFrom, maskPlaceholder, SensitiveValues } from '@workflow/validation';
import type { Json, JsonObject, SessionError } from '@workflow/workflow-model';
import type { SessionOutcome } from './session-outcome.ts';
import type { Mask } from './storable-json.ts';
import type { PlannedComponent } from './walk-plan.ts';

interface SensitiveSession {
  organizationId: string;
  /** 0: no other session takes its output. */
  depth: number;
}

/**
 * Values up to this size (`sizeWithin`) are stored with every output in which something is masked, for sessions that
 * take the output over. Larger ones only where nothing else tells of them: with what children gave.
 */
const SMALL = 16_384;

/** Components of the session's workflow by their id. */
type Planned = ReadonlyMap<string, PlannedComponent>;

/**
 * What is sensitive in a session since it was claimed. Components get values as they are; what is recorded, logged and
 * given back is masked here, on its way out, and outputs that later claims need are sealed beside.
 */
export class SessionSensitive {
  readonly #session: SensitiveSession;
  readonly #sensitivity: Sensitivity | null;
  readonly #planned: Planned;
  readonly #known = new SensitiveValues();

  constructor(session: SensitiveSession, sensitivity: Sensitivity | null, planned: Planned) {
    this.#session = session;
    this.#sensitivity = sensitivity;
    this.#planned = planned;
  }

  /** What the session was started with, and what was known then to be sensitive in it. */
  begin(placeholders: Readonly<JsonObject>, sensitive: readonly Json[]): void {
    this.add(sensitive);
    if (this.#sensitivity !== null) learnAll(this.#known, this.#sensitivity, placeholders);
  }

  add(values: readonly Json[]): void {
    for (const value of values) this.#known.add(value);
  }

  /** Adds a text that each try of a step may take again. */
  addText(text: string): void {
    if (this.#known.maskText(text) === text) this.#known.add(text);
  }

  /** All that is known, for the sessions that this one starts. */
  get values(): readonly Json[] {
    return this.#known.values;
  }

  /** Adds what is sensitive in a component's output. */
  learn(componentId: string, output: Json): void {
    const planned = this.#planned.get(componentId);
    if (this.#sensitivity === null || planned === undefined || planned.isTrigger) return;
    for (const { key } of outputsOf(planned.component)) learnFrom(this.#known, this.#sensitivity, key, output);
  }

  maskText(text: string): string {
    return this.#known.maskText(text);
  }

  /** The same value with what is sensitive masked; itself where nothing is. */
  maskValue(value: Json): Json {
    return this.#known.mask(value);
  }

  /** The mask of what is logged or told: of secrets, and of what is sensitive. */
  over(secrets: Mask): Mask {
    if (this.#known.isEmpty) return secrets;
    return (text) => this.maskText(secrets === null ? text : secrets(text));
  }

  /** The records as they are stored. */
  protect(steps: StepRecord[]): StepRecord[] {
    return this.#isIdle ? steps : steps.map((step) => this.#protectStep(step));
  }

  /** The outcome as it is stored. */
  protectOutcome(outcome: SessionOutcome): SessionOutcome {
    if (this.#isIdle || outcome.kind === 'lost') return outcome;
    const sensitive = { ...outcome, steps: this.protect(outcome.steps), isSensitive: true as const };
    if (sensitive.kind === 'failed') return { ...sensitive, error: this.#maskError(sensitive.error) };
    if (sensitive.kind !== 'succeeded') return sensitive;
    const output = this.#known.mask(sensitive.output);
    if (output === sensitive.output || this.#session.depth === 0) return { ...sensitive, output };
    return { ...sensitive, output, hidden: this.#hidden(sensitive.output, this.values) };
  }

  get #isIdle(): boolean {
    return this.#sensitivity === null && this.#known.isEmpty;
  }

  #protectStep(step: StepRecord): StepRecord {
    const input = this.#known.mask(step.input);
    const error = step.error && this.#maskError(step.error);
    if (step.status === 'WAITING') return { ...step, input, error, output: this.#maskWaiting(step.output) };
    const output = this.#known.mask(this.#maskDeclared(step.componentId, step.output));
    if (output === step.output || step.status !== 'SUCCEEDED') return { ...step, input, error, output };
    const takesAll = this.#planned.get(step.componentId)?.startsSessions === true;
    const values = takesAll ? this.values : this.values.filter((value) => sizeWithin(value, SMALL) <= SMALL);
    return { ...step, input, error, output, hidden: this.#hidden(step.output, values) };
  }

  #hidden(value: Json, sensitive: readonly Json[]) {
    return { organizationId: this.#session.organizationId, value, sensitive: [...sensitive] };
  }

  #maskDeclared(componentId: string, output: Json): Json {
    const planned = this.#planned.get(componentId);
    if (this.#sensitivity === null || planned === undefined || output === null) return output;
    if (!planned.isTrigger) {
      const [field] = outputsOf(planned.component);
      return field === undefined ? output : maskPlaceholder(this.#sensitivity, field.key, output);
    }
    if (typeof output !== 'object' || Array.isArray(output)) return output;
    return Object.fromEntries(
      Object.entries(output).map(([key, value]) => [
        key,
        maskPlaceholder(this.#sensitivity as Sensitivity, key, value),
      ]),
    );
  }

  /** What the executor that goes on reads is none of the workflow's values, but for the key of a throttle. */
  #maskWaiting(output: Json): Json {
    const throttle = (output as { throttle?: Json } | null)?.throttle;
    return typeof throttle === 'string' ? { ...(output as JsonObject), throttle: this.maskText(throttle) } : output;
  }

  #maskError(error: SessionError): SessionError {
    return { ...error, message: this.maskText(error.message) };
  }
}

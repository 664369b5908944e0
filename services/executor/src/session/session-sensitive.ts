import { outputsOf, type Sensitivity } from '@workflow/components/descriptors';
import { sizeWithin } from '@workflow/expressions';
import type { StepRecord } from '@workflow/session-store';
import { learnAll, learnFrom, maskPlaceholder, SensitiveValues, type TextMask } from '@workflow/validation';
import type { Json, JsonObject, SessionError } from '@workflow/workflow-model';
import type { SessionOutcome } from './session-outcome.ts';
import type { Mask } from './storable-json.ts';
import type { PlannedComponent } from './walk-plan.ts';

interface SensitiveSession {
  organizationId: string;
  /** 0 for a root session, whose output no other session reads. */
  depth: number;
}

/**
 * Maximum size (`sizeWithin`) of values that are sealed with every output that has masked parts, for sessions that use
 * the output. Larger values are sealed only with the outputs of children, because nothing else contains them.
 */
const SMALL = 16_384;

/** The components of the session's workflow by their id. */
type Planned = ReadonlyMap<string, PlannedComponent>;

/**
 * The sensitive values of a session since it was claimed. Components get unmasked values. Everything that is recorded,
 * logged or returned is masked here. Outputs that later claims need are also sealed.
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

  /** Adds the placeholders of the session's start, and the sensitive values in them. */
  begin(placeholders: Readonly<JsonObject>, sensitive: readonly Json[]): void {
    this.add(sensitive);
    if (this.#sensitivity !== null) learnAll(this.#known, this.#sensitivity, placeholders);
  }

  add(values: readonly Json[]): void {
    for (const value of values) this.#known.add(value);
  }

  /** Adds a text that each attempt of a step may use again. */
  addText(text: string): void {
    if (this.#known.maskText(text) === text) this.#known.add(text);
  }

  /** Returns all sensitive values, for the sessions that this one starts. */
  get values(): readonly Json[] {
    return this.#known.values;
  }

  /** Adds the sensitive values in a component's output. */
  learn(componentId: string, output: Json): void {
    const planned = this.#planned.get(componentId);
    if (this.#sensitivity === null || planned === undefined || planned.isTrigger) return;
    for (const { key } of outputsOf(planned.component)) learnFrom(this.#known, this.#sensitivity, key, output);
  }

  maskText(text: string): string {
    return this.#known.maskText(text);
  }

  /** Returns a mask for a text that arrives in pieces. */
  openText(): TextMask {
    return this.#known.openText();
  }

  /** Returns the number of different values. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns the value with its sensitive parts masked, or the value itself if it has none. */
  maskValue(value: Json): Json {
    return this.#known.mask(value);
  }

  /** Returns the mask for everything that is logged or sent. It covers secrets and sensitive values. */
  maskWith(secrets: Mask): Mask {
    if (this.#known.isEmpty) return secrets;
    return (text) => this.maskText(secrets === null ? text : secrets(text));
  }

  /** Returns the records in the form in which they are stored. */
  protect(steps: StepRecord[]): StepRecord[] {
    return this.#hasNothingToMask ? steps : steps.map((step) => this.#protectStep(step));
  }

  /** Returns the outcome in the form in which it is stored. */
  protectOutcome(outcome: SessionOutcome): SessionOutcome {
    if (this.#hasNothingToMask || outcome.kind === 'lost') return outcome;
    const sensitive = { ...outcome, steps: this.protect(outcome.steps), isSensitive: true as const };
    if (sensitive.kind === 'failed') return { ...sensitive, error: this.#maskError(sensitive.error) };
    if (sensitive.kind !== 'succeeded') return sensitive;
    const output = this.#known.mask(sensitive.output);
    if (output === sensitive.output || this.#session.depth === 0) return { ...sensitive, output };
    return { ...sensitive, output, hidden: this.#hidden(sensitive.output, this.values) };
  }

  get #hasNothingToMask(): boolean {
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

  /**
   * Masks the output of a WAITING step. The executor that continues reads no values of the workflow in it, except for
   * the key of a throttle.
   */
  #maskWaiting(output: Json): Json {
    const throttle = (output as { throttle?: Json } | null)?.throttle;
    return typeof throttle === 'string' ? { ...(output as JsonObject), throttle: this.maskText(throttle) } : output;
  }

  #maskError(error: SessionError): SessionError {
    return { ...error, message: this.maskText(error.message) };
  }
}

import type { Field, Json, PlaceholderType } from '@workflow/workflow-model';
import type { Produces } from '../describe/component-definition.ts';
import type { JsonSchema, ResolvedConfig, ValueOfField } from '../describe/config-types.ts';
import type { ComponentDescriptor } from '../describe/descriptor.ts';
import type { PollContext, PollResult } from './polling.ts';
import type { RunContext, StepContext } from './run-context.ts';
import type { StepResult } from './step-result.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** The run code of a component type. */
export interface Runner<Config, Output = Json> {
  /**
   * Runs one attempt. A type with an effect awaits `beginEffect` first, which commits its step. Its result is committed
   * before any dependent step begins, except steps that only compute until the end of the session.
   * @throws StepFailure
   */
  run(context: RunContext<Config>): MaybePromise<StepResult<Output>>;
  /** Continues after waiting, without the config, which is not evaluated again. Default: `run`. */
  resume?(context: StepContext): MaybePromise<StepResult<Output>>;
  /**
   * Finds new items, for a trigger that polls.
   * @throws StepFailure
   */
  poll?(context: PollContext<Config>): Promise<PollResult>;
}

/** Run code without the types of its descriptor, for lists. */
export type ComponentRunner = Runner<never>;

/** A component type with its run code. */
export interface RunnableType {
  readonly descriptor: ComponentDescriptor;
  readonly runner: ComponentRunner;
}

/** The output of a step of the type. */
export type OutputOf<What extends Produces | null> = What extends {
  readonly type: PlaceholderType;
  readonly fields?: readonly Field[];
}
  ? ValueOfField<What>
  : Json;

/** Defines the run code of a type. The descriptor determines the types of its config and its result. */
export function defineRunner<Schema extends JsonSchema, What extends Produces | null>(
  _descriptor: ComponentDescriptor<Schema, What>,
  runner: Runner<ResolvedConfig<Schema>, OutputOf<What>>,
): ComponentRunner {
  return runner as ComponentRunner;
}

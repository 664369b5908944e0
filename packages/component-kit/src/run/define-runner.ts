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
   * A type that has an effect awaits `beginEffect` first, which commits its step; its result is committed before
   * anything that depends on it begins, but for what only computes until the end of the session.
   * @throws StepFailure
   */
  run(context: RunContext<Config>): MaybePromise<StepResult<Output>>;
  /** Goes on after waiting, without the config, which is not evaluated again. `run` is called when this is left out. */
  resume?(context: StepContext): MaybePromise<StepResult<Output>>;
  /** Of a trigger for which a poll is kept: looks for what is new. @throws StepFailure */
  poll?(context: PollContext<Config>): Promise<PollResult>;
}

/** Run code with the types of its descriptor forgotten, as lists keep it. */
export type ComponentRunner = Runner<never>;

/** A component type with its run code. */
export interface RunnableType {
  readonly descriptor: ComponentDescriptor;
  readonly runner: ComponentRunner;
}

/** What a step of the type yields. */
export type OutputOf<What extends Produces | null> = What extends {
  readonly type: PlaceholderType;
  readonly fields?: readonly Field[];
}
  ? ValueOfField<What>
  : Json;

/** Run code of the described type: its config and its result have the types that the descriptor says. */
export function defineRunner<Schema extends JsonSchema, What extends Produces | null>(
  _descriptor: ComponentDescriptor<Schema, What>,
  runner: Runner<ResolvedConfig<Schema>, OutputOf<What>>,
): ComponentRunner {
  return runner as ComponentRunner;
}

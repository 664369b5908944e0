import type { EvaluationScope } from '@workflow/expressions';
import type { Sandbox } from '@workflow/sandbox';
import type { Field, Json } from '@workflow/workflow-model';
import type { StepContext } from '../run/run-context.ts';

/** What the host of a component gives for one try of it: data, limits and the way to the outside. */
export interface StepScope
  extends
    EvaluationScope,
    Omit<
      StepContext,
      | 'outputs'
      | 'placeholders'
      | 'signal'
      | 'isOutputRead'
      | 'runProgram'
      | 'runWork'
      | 'recordInput'
      | 'openCredential'
      | 'openSecret'
    > {
  /** Processes that run works. */
  readonly works: Sandbox;
  /** What the trigger declares at which the session was started; none of what is not optional may be read in vain. */
  readonly startFields: readonly Field[];
  recordInput(input: Json): void;
  /** Of one of these types. @throws StepFailure CREDENTIAL_MISSING */
  openCredential(id: string, types: readonly string[]): Promise<object>;
}

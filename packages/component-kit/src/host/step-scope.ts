import type { EvaluationScope } from '@workflow/expressions';
import type { Sandbox } from '@workflow/sandbox';
import type { Field, Json } from '@workflow/workflow-model';
import type { UsedOperation } from '../describe/used-operation.ts';
import type { OpenedOperation } from '../run/apps.ts';
import type { StepContext } from '../run/run-context.ts';

/** The data, limits and external access that the host of a component provides for one attempt. */
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
      | 'runDataJob'
      | 'recordInput'
      | 'openCredential'
      | 'openSecret'
      | 'openOperation'
    > {
  /** The processes that run data jobs. */
  readonly dataProcesses: Sandbox;
  /**
   * The declared fields of the trigger at which the session was started. A program that reads a missing required one
   * fails.
   */
  readonly startFields: readonly Field[];
  recordInput(input: Json): void;
  /** Finds an operation of an app, with the id of the app's credential. @throws StepFailure APP_MISSING */
  findOperation(used: UsedOperation): Promise<HostedOperation>;
  /** Opens a credential of one of these types. @throws StepFailure CREDENTIAL_MISSING */
  openCredential(id: string, types: readonly string[]): Promise<object>;
}

/** An operation of an app, and the credential of the app. */
export interface HostedOperation extends Omit<OpenedOperation, 'openCredential'> {
  credential: string | null;
}

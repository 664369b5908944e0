import type { AddressName, Json } from '@workflow/workflow-model';
import type { Owner, ProgramRunner } from '@workflow/sandbox/protocol';

/** The data with which the expressions of one component are evaluated. */
export interface EvaluationScope {
  /** Placeholders by name, as JSON. The object has no prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Returns the value of an organization's secret. Rejects with a StepFailure SECRET_MISSING. */
  revealSecret(name: string): Promise<string>;
  /**
   * Returns the URL at which the question of a component is answered. Rejects with a StepFailure if no component has
   * this name.
   */
  addressOf(component: AddressName): Promise<string>;
  readonly sandbox: ProgramRunner;
  /** The organization and workflow whose turn in the sandbox is used. */
  readonly owner: Owner;
  readonly signal: AbortSignal;
  readonly limits: ExpressionLimits;
}

export interface ExpressionLimits {
  /** The time limit of one expression in a sandbox process. */
  sandboxTimeoutMs: number;
  maxResultBytes: number;
}

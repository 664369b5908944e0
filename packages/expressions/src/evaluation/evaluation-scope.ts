import type { AddressName, Json } from '@workflow/workflow-model';
import type { Owner, ProgramRunner } from '@workflow/sandbox/protocol';

/** The data over which the expressions of one component are evaluated. */
export interface EvaluationScope {
  /** Placeholders by their name, as JSON; without a prototype. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** The value of an organization's secret. Rejects with a StepFailure SECRET_MISSING. */
  revealSecret(name: string): Promise<string>;
  /** Where the question of a component is answered. Rejects with a StepFailure when none is so called. */
  addressOf(component: AddressName): Promise<string>;
  readonly sandbox: ProgramRunner;
  /** The organization and workflow whose turn in the sandbox is taken. */
  readonly owner: Owner;
  readonly signal: AbortSignal;
  readonly limits: ExpressionLimits;
}

export interface ExpressionLimits {
  /** Of one expression in a sandbox process. */
  sandboxTimeoutMs: number;
  maxResultBytes: number;
}

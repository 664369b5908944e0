import type { FailureCode, Json, JsonObject } from '@workflow/workflow-model';
import type { Owner } from './turn-queue.ts';

/**
 * A request to a sandbox process. Data is sent as JSON text, so the parent never touches objects made in the sandbox.
 */
export type SandboxRequest =
  | {
      kind: 'code';
      source: string;
      placeholders: string;
      /** Paths of placeholders that have no value although they must. Reading one fails. */
      absent?: readonly (readonly string[])[];
      limits: SandboxLimits;
    }
  | {
      kind: 'expression';
      expression: string;
      input: string;
      secrets: Record<string, string>;
      /** Names of values that may be missing. */
      optional?: readonly string[];
      limits: SandboxLimits;
    }
  | DataJobRequest;

/** A data job for a data process. `values` follow in parts. */
export interface DataJobRequest {
  kind: 'data-job';
  dataJob: string;
  values: Readonly<JsonObject>;
  limits: SandboxLimits;
}

/** The first message to a data process. */
export interface DataJobHeader {
  dataJob: string;
  limits: SandboxLimits;
}

/** The name of the value that a data job returns. */
export const RESULT = 'result';

export interface SandboxLimits {
  timeoutMs: number;
  maxResultBytes: number;
}

/** The failures of a program. Each is a code of the session error registry. */
export const SANDBOX_FAILURE_CODES = [
  'CODE_ERROR',
  'CODE_MEMORY',
  'CODE_TIMEOUT',
  'EXPRESSION_ERROR',
  'EXPRESSION_LIMIT',
  'EXPRESSION_TIMEOUT',
  'OUTPUT_TOO_LARGE',
  'PLACEHOLDER_MISSING',
  'SANDBOX_BUSY',
  'SANDBOX_FAILED',
] as const satisfies FailureCode[];
export type SandboxFailureCode = (typeof SANDBOX_FAILURE_CODES)[number];

export type SandboxAnswer =
  /**
   * `json` is null if the program returned no value (`undefined`). `isBroken` means that the process cannot be used
   * again.
   */
  | { kind: 'value'; json: string | null; isBroken?: boolean }
  /** The result of a data job. */
  | { kind: 'done'; value: Json; isBroken?: never }
  | { kind: 'failure'; code: FailureCode; message: string; isBroken?: boolean }
  /** The program did not begin because no process was available. It may begin later, or on another executor. */
  | { kind: 'not-begun'; why: string };

export function sandboxFailure(code: FailureCode, message: string): SandboxAnswer & { kind: 'failure' } {
  return { kind: 'failure', code, message };
}

/** Runs programs in isolation. Rejects with the signal's reason if aborted, never otherwise. */
export interface ProgramRunner {
  run(request: SandboxRequest, owner: Owner, signal?: AbortSignal): Promise<SandboxAnswer>;
}

import type { FailureCode, Json, JsonObject } from '@workflow/workflow-model';
import type { Owner } from './turn-queue.ts';

/**
 * A request to a sandbox process. Data travels as JSON text, so the parent never touches objects made in the sandbox.
 */
export type SandboxRequest =
  | {
      kind: 'code';
      source: string;
      placeholders: string;
      /** Paths of placeholders that must have a value and have none: to read one fails. */
      absent?: readonly (readonly string[])[];
      limits: SandboxLimits;
    }
  | {
      kind: 'expression';
      expression: string;
      input: string;
      secrets: Record<string, string>;
      /** Names that need no value. */
      optional?: readonly string[];
      limits: SandboxLimits;
    }
  | WorkRequest;

/** Code of ours over data of others, in a process that serves works: `values` follow in parts. */
export interface WorkRequest {
  kind: 'work';
  work: string;
  values: Readonly<JsonObject>;
  limits: SandboxLimits;
}

/** What a process that serves works is told first. */
export interface WorkHeader {
  work: string;
  limits: SandboxLimits;
}

/** The name of the value that a work gives. */
export const RESULT = 'result';

export interface SandboxLimits {
  timeoutMs: number;
  maxResultBytes: number;
}

/** Ways in which a program can end badly; each is a code of the session error registry. */
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
  /** `json` is null when the program gave no value (`undefined`). `spoilt`: the process cannot be used again. */
  | { kind: 'value'; json: string | null; spoilt?: boolean }
  /** Of a work. */
  | { kind: 'done'; value: Json; spoilt?: never }
  | { kind: 'failure'; code: FailureCode; message: string; spoilt?: boolean }
  /** The program did not begin, for want of a process: it may begin later, or on another executor. */
  | { kind: 'not-begun'; why: string };

export function sandboxFailure(code: FailureCode, message: string): SandboxAnswer & { kind: 'failure' } {
  return { kind: 'failure', code, message };
}

/** Runs a program where it can harm nothing. Rejects with the signal's reason when aborted, never otherwise. */
export interface ProgramRunner {
  run(request: SandboxRequest, owner: Owner, signal?: AbortSignal): Promise<SandboxAnswer>;
}

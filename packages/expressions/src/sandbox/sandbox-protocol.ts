import { hasTooManyShapes, TOO_MANY_SHAPES, type FailureCode } from '@workflow/workflow-model';

/**
 * A request to a sandbox process. Data travels as JSON text, so the parent never touches objects made in the sandbox.
 */
export type SandboxRequest =
  | { kind: 'code'; source: string; placeholders: string; limits: SandboxLimits }
  | { kind: 'expression'; expression: string; input: string; secrets: Record<string, string>; limits: SandboxLimits };

export interface SandboxLimits {
  timeoutMs: number;
  maxResultBytes: number;
}

/** Ways in which a program can end badly; each is a code of the session error registry. */
const SANDBOX_FAILURE_CODES = [
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
  | { kind: 'failure'; code: SandboxFailureCode; message: string; spoilt?: boolean }
  /** The program did not begin, for want of a process: it may begin later, or on another executor. */
  | { kind: 'not-begun'; why: string };

export function sandboxFailure(code: SandboxFailureCode, message: string): SandboxAnswer & { kind: 'failure' } {
  return { kind: 'failure', code, message };
}

/**
 * Parses the answer of a sandbox process and measures it again; null for anything that an intact process cannot send.
 */
export function readSandboxAnswer(message: unknown, { maxResultBytes }: SandboxLimits): SandboxAnswer | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, json, code, message: text, spoilt } = message as Record<string, unknown>;
  if (kind === 'value' && typeof json === 'string' && Buffer.byteLength(json) > maxResultBytes)
    return sandboxFailure('OUTPUT_TOO_LARGE', `the result has more than ${maxResultBytes} bytes`);
  if (kind === 'value' && typeof json === 'string' && hasTooManyShapes(json))
    return sandboxFailure('OUTPUT_TOO_LARGE', `the result ${TOO_MANY_SHAPES}`);
  if (kind === 'value' && (json === null || typeof json === 'string'))
    return { kind, json, ...(spoilt === true && { spoilt }) };
  const known = SANDBOX_FAILURE_CODES.find((candidate) => candidate === code);
  return kind === 'failure' && known !== undefined && typeof text === 'string'
    ? { ...sandboxFailure(known, text), spoilt: spoilt === true }
    : null;
}

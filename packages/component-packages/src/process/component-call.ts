import { hasTooManyShapes, isJsonObject, TOO_MANY_SHAPES, type Json, type JsonObject } from '@workflow/workflow-model';

/** A named call to the code of a package. */
export type ComponentCall =
  /** Asks the package for its description. The answer is its manifest as JSON. */
  | { name: 'describe' }
  | {
      name: 'run';
      /** The resolved config, with the values of expressions. */
      config: Json;
      idempotencyKey: string;
      timeoutMs: number;
      maxOutputBytes: number;
    };

export interface CallLimits {
  /** The process is ended after this time, in milliseconds. */
  timeoutMs: number;
  /** The size of the answer as JSON. */
  maxAnswerBytes: number;
}

/**
 * The reasons why a call has no result: its code threw, its process ended or broke the protocol, it used too much
 * memory or time, the answer was too large, or no process was free in time.
 */
export type CallFailure = 'threw' | 'crashed' | 'memory' | 'timed-out' | 'too-large' | 'busy';

export type ComponentAnswer =
  | { kind: 'result'; value: JsonObject }
  | {
      kind: 'failure';
      why: CallFailure;
      message: string;
      /** The value that the code set when it threw. */
      retryable?: boolean;
      retryAfterMs?: number;
    };

/** Creates a failure that the package itself did not report. */
export function callFailure(why: CallFailure, message: string): ComponentAnswer {
  return { kind: 'failure', why, message };
}

/** The bytes of a failure's JSON. */
export const MAX_FAILURE_BYTES = 16_384;

/** Reads the answer in a frame of a result. Returns null when it is invalid. */
export function readResult(payload: Buffer): ComponentAnswer | null {
  const text = payload.toString();
  if (hasTooManyShapes(text)) return callFailure('too-large', `The result ${TOO_MANY_SHAPES}`);
  const value = parseObject(text);
  return value === null ? null : { kind: 'result', value };
}

/** Reads the failure in a frame of a failure. Returns null when it is invalid. */
export function readFailure(payload: Buffer): ComponentAnswer | null {
  const value = parseObject(payload.toString());
  if (typeof value?.['message'] !== 'string') return null;
  const { message, retryable, retryAfterMs } = value;
  return {
    kind: 'failure',
    why: 'threw',
    message,
    ...(typeof retryable === 'boolean' && { retryable }),
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && { retryAfterMs }),
  };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

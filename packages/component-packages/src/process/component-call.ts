import { hasTooManyShapes, TOO_MANY_SHAPES, type Json, type JsonObject } from '@workflow/workflow-model';

/** A named call to the code of a package. */
export type ComponentCall =
  /** What the package says of itself; the answer is its manifest as JSON. */
  | { name: 'describe' }
  | {
      name: 'run';
      /** Resolved, with the values of expressions. */
      config: Json;
      idempotencyKey: string;
      timeoutMs: number;
      maxOutputBytes: number;
    };

export interface CallLimits {
  /** After so many milliseconds the process is ended. */
  timeoutMs: number;
  /** Of the answer as JSON. */
  maxAnswerBytes: number;
}

/**
 * Why a call has no result: its code threw, its process ended or broke the protocol, used too much memory or time, gave
 * too large an answer, or there was no process for it in time.
 */
export type CallFailure = 'threw' | 'crashed' | 'memory' | 'timed-out' | 'too-large' | 'busy';

export type ComponentAnswer =
  | { kind: 'result'; value: JsonObject }
  | {
      kind: 'failure';
      why: CallFailure;
      message: string;
      /** As its code said, where it threw. */
      retryable?: boolean;
      retryAfterMs?: number;
    };

/** A failure that is not the package's own word. */
export function callFailure(why: CallFailure, message: string): ComponentAnswer {
  return { kind: 'failure', why, message };
}

/** Bytes of a failure's JSON. */
export const MAX_FAILURE_BYTES = 16_384;

/** The answer in a frame of a result; null: it is none. */
export function readResult(payload: Buffer): ComponentAnswer | null {
  const text = payload.toString();
  if (hasTooManyShapes(text)) return callFailure('too-large', `the result ${TOO_MANY_SHAPES}`);
  const value = parseObject(text);
  return value === null ? null : { kind: 'result', value };
}

/** The failure in a frame of one; null: it is none. */
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
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

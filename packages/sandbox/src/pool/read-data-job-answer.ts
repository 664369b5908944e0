import { FAILURE_CODES, type FailureCode } from '@workflow/workflow-model';
import { RESULT, sandboxFailure, type SandboxAnswer } from './sandbox-protocol.ts';
import { sizeOfPart, type ValuePart } from './value-parts.ts';

/** Reads the failure of a data job. Returns null for any other message. */
export function readDataJobFailure(message: unknown): (SandboxAnswer & { kind: 'failure' }) | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, code, message: text, isBroken } = message as Record<string, unknown>;
  if (kind !== 'failure' || typeof code !== 'string' || !Object.hasOwn(FAILURE_CODES, code)) return null;
  return typeof text === 'string'
    ? { ...sandboxFailure(code as FailureCode, text), isBroken: isBroken === true }
    : null;
}

/** Reads a part of the result of a data job. Returns null for any other message. */
export function readDataJobPart(message: unknown, leftBytes: number): ValuePart | null {
  if (typeof message !== 'object' || message === null) return null;
  const { of, list, text, json } = message as Record<string, unknown>;
  const one = [list, text, json].filter((value) => typeof value === 'string');
  if (of !== RESULT || one.length !== 1) return null;
  const part = message as ValuePart;
  return sizeOfPart(part) > leftBytes ? null : part;
}

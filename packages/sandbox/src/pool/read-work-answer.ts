import { FAILURE_CODES, type FailureCode } from '@workflow/workflow-model';
import { RESULT, sandboxFailure, type SandboxAnswer } from './sandbox-protocol.ts';
import { sizeOfPart, type WorkPart } from './work-parts.ts';

/** How a work failed; null for anything else. */
export function readWorkFailure(message: unknown): (SandboxAnswer & { kind: 'failure' }) | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, code, message: text, spoilt } = message as Record<string, unknown>;
  if (kind !== 'failure' || typeof code !== 'string' || !Object.hasOwn(FAILURE_CODES, code)) return null;
  return typeof text === 'string' ? { ...sandboxFailure(code as FailureCode, text), spoilt: spoilt === true } : null;
}

/** A part of a work's result; null for anything else. */
export function readWorkPart(message: unknown, leftBytes: number): WorkPart | null {
  if (typeof message !== 'object' || message === null) return null;
  const { of, list, text, json } = message as Record<string, unknown>;
  const one = [list, text, json].filter((value) => typeof value === 'string');
  if (of !== RESULT || one.length !== 1) return null;
  const part = message as WorkPart;
  return sizeOfPart(part) > leftBytes ? null : part;
}

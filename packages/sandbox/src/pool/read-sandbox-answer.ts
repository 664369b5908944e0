import { hasTooManyShapes, TOO_MANY_SHAPES } from '@workflow/workflow-model';
import { SANDBOX_FAILURE_CODES, sandboxFailure, type SandboxAnswer, type SandboxLimits } from './sandbox-protocol.ts';

/**
 * Parses the answer of a sandbox process and measures it again. Returns null for anything that an intact process cannot
 * send.
 */
export function readSandboxAnswer(message: unknown, { maxResultBytes }: SandboxLimits): SandboxAnswer | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, json, code, message: text, isBroken } = message as Record<string, unknown>;
  if (kind === 'value' && typeof json === 'string' && Buffer.byteLength(json) > maxResultBytes)
    return sandboxFailure('OUTPUT_TOO_LARGE', `The result has more than ${maxResultBytes} bytes`);
  if (kind === 'value' && typeof json === 'string' && hasTooManyShapes(json))
    return sandboxFailure('OUTPUT_TOO_LARGE', `The result ${TOO_MANY_SHAPES}`);
  if (kind === 'value' && (json === null || typeof json === 'string'))
    return { kind, json, ...(isBroken === true && { isBroken }) };
  const known = SANDBOX_FAILURE_CODES.find((candidate) => candidate === code);
  return kind === 'failure' && known !== undefined && typeof text === 'string'
    ? { ...sandboxFailure(known, text), isBroken: isBroken === true }
    : null;
}

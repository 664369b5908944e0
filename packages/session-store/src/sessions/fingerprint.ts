import { createHash } from 'node:crypto';
import { normalizeMessage } from './normalize-message.ts';

/** The fields of a failure that determine its fingerprint. */
interface Failure {
  workflowId: string;
  componentId: string | null;
  code: string;
  message: string;
}

/** A failure with its normalized message and the fingerprint of its group. */
export interface IdentifiedFailure extends Failure {
  fingerprint: string;
}

/**
 * Returns the fingerprint of a failure: 32 hexadecimal digits, the same for failures of one component of a workflow
 * with the same code and the same normalized message.
 */
export function identifyFailure({ workflowId, componentId, code, message }: Failure): IdentifiedFailure {
  const normalized = normalizeMessage(message);
  const text = JSON.stringify([workflowId, componentId, code, normalized]);
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { workflowId, componentId, code, message: normalized, fingerprint };
}

import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { type RefusalReason, StoreOverloadedError } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { ErrorCode } from '../errors/registry.ts';
import { toApiError } from '../http/answers/answer.ts';
import { clientAddress } from '../http/addresses/client-address.ts';
import { networkOf } from '../http/addresses/network-of.ts';
import { SIGNATURE_MISSING } from './check-signature.ts';

const REASONS: Partial<Record<ErrorCode, RefusalReason>> = {
  UNAUTHORIZED: 'token',
  // The token was valid at this point.
  PERMISSION_DENIED: 'signature',
  METHOD_NOT_ALLOWED: 'method',
  WEBHOOK_NOT_PUBLISHED: 'not-published',
  BODY_TOO_LARGE: 'too-large',
  TOO_MANY_REQUESTS: 'rate-limit',
  RUN_LIMIT_REACHED: 'quota',
  STORAGE_LIMIT_REACHED: 'quota',
};

export interface RefusedDelivery {
  workflowId: string;
  /** Null if the token was missing or invalid. */
  componentId: string | null;
  message: IncomingMessage;
}

/** Records a delivery that is not accepted, for the people of the workflow. */
export function noteRefusal(
  { refusals }: AppContext,
  { workflowId, componentId, message }: RefusedDelivery,
  error: unknown,
): void {
  const { code, status, cause } = toApiError(error);
  const isFailure = status >= 500 || error instanceof StoreOverloadedError;
  const reason = cause === SIGNATURE_MISSING ? 'signature-missing' : (REASONS[code] ?? 'unreadable');
  const refused = componentId === null ? 'token' : reason;
  const length = Number(message.headers['content-length'] ?? Number.NaN);
  refusals.note(workflowId, isFailure ? 'unavailable' : refused, {
    at: new Date().toISOString(),
    status,
    componentId,
    network: prefixOf(clientAddress(message)),
    bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
  });
}

/** Returns the /24 of an IPv4 address or the /64 of an IPv6 address. */
function prefixOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
}

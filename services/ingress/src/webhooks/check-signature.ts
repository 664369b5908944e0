import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { SIGNATURE_SCHEMES } from './verification/index.ts';
import type { VerificationSettings } from './webhook-settings.ts';

interface SignedDelivery {
  organizationId: string;
  workflowId: string;
  message: IncomingMessage;
  /** The bytes as they arrived and, if compressed, also inflated: some senders sign before they compress. */
  rawBodies: readonly Buffer[];
}

/** The cause of a refusal. The people of the workflow can see it, the sender cannot. */
export const SIGNATURE_MISSING = 'the request has no signature';

/**
 * Returns the secret that made a valid signature.
 * @throws ApiError PERMISSION_DENIED for an invalid signature, and if the secret that would verify it does not exist
 */
export async function checkSignature(
  context: AppContext,
  { organizationId, workflowId, message, rawBodies }: SignedDelivery,
  settings: VerificationSettings,
): Promise<string> {
  const secret = await context.caches.secrets.get(`${organizationId}/${settings.secret}`);
  if (secret === null) {
    context.log.warn(
      { organizationId, workflowId, missing: settings.secret },
      'Could not verify a webhook, because its secret does not exist',
    );
    throw new ApiError('PERMISSION_DENIED');
  }
  const scheme = SIGNATURE_SCHEMES[settings.scheme];
  const request = {
    method: message.method ?? '',
    urls: urlsOf(message, context.config.publicWebhookUrl),
    headers: message.headers,
    secret: secret.value,
    settings,
    nowSeconds: Math.floor(context.caches.clock.nowMs() / 1000),
  };
  if (!rawBodies.some((rawBody) => scheme({ ...request, rawBody })))
    throw new ApiError('PERMISSION_DENIED', isSigned(message, settings) ? {} : { cause: SIGNATURE_MISSING });
  return secret.value;
}

/** Returns true if the sender sent a signature, valid or not. */
function isSigned({ headers }: IncomingMessage, { header }: VerificationSettings): boolean {
  if (header !== undefined) return headers[header.toLowerCase()] !== undefined;
  return Object.keys(headers).some((name) => name.includes('signature') && !name.endsWith('timestamp'));
}

/** Returns the URL that the console shows, and the one that was called, which a proxy may have reached by TLS. */
function urlsOf({ url = '', headers }: IncomingMessage, publicUrl: string): string[] {
  const bases = new Set([publicUrl.replace(/(?<!\/)\/+$/, ''), `https://${headers.host}`, `http://${headers.host}`]);
  return [...bases].map((base) => base + url);
}

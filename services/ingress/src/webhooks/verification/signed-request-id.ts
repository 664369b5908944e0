import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signatureHeader, type SignedRequest } from './signature-scheme.ts';
import type { VerificationSettings } from '../webhook-settings.ts';

/** Reads what a scheme signs in addition to the body, including its time. */
type SignedParts = (request: Pick<SignedRequest, 'headers' | 'settings'>) => unknown[];

const headers =
  (...names: string[]): SignedParts =>
  (request) =>
    names.map((name) => request.headers[name] ?? null);

/** Schemes that sign a time, so that two different requests never have the same signed content. */
const SIGNED_PARTS: Partial<Record<VerificationSettings['scheme'], SignedParts>> = {
  'standard-webhooks': (request) =>
    request.headers['webhook-id'] === undefined || request.headers['webhook-id'] === ''
      ? headers('svix-id', 'svix-timestamp')(request)
      : headers('webhook-id', 'webhook-timestamp')(request),
  stripe: (request) =>
    (signatureHeader(request, 'stripe-signature') ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item.startsWith('t='))
      .slice(0, 1),
  slack: headers('x-slack-request-timestamp'),
  zoom: headers('x-zm-request-timestamp'),
  hubspot: headers('x-hubspot-request-timestamp'),
  discord: headers('x-signature-timestamp'),
  twitch: headers('twitch-eventsub-message-id', 'twitch-eventsub-message-timestamp'),
};

/**
 * Identifies a request by everything that its valid signature covers, so that a copy of it starts nothing, whatever
 * else was changed in it. Returns undefined if the scheme signs no time, because two deliveries may then be equal.
 */
export function signedRequestId(
  settings: VerificationSettings,
  request: { headers: IncomingHttpHeaders; rawBody: Buffer },
): string | undefined {
  const signedParts = SIGNED_PARTS[settings.scheme]?.({ headers: request.headers, settings });
  if (signedParts === undefined) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(signedParts)).update(request.rawBody).digest('hex');
  return `signed ${settings.scheme} ${digest}`;
}

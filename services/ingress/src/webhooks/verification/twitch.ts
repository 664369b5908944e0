import { headerOf, hmac, isNear, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** Verifies `sha256=<hex>` over message id, timestamp (RFC 3339) and body (Twitch, "Verifying the event message"). */
export const verifyTwitch: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'twitch-eventsub-message-signature');
  const id = headerOf(request, 'twitch-eventsub-message-id');
  const timestamp = headerOf(request, 'twitch-eventsub-message-timestamp');
  if (signature === undefined || !signature.startsWith('sha256=') || id === undefined || timestamp === undefined)
    return false;
  const seconds = Date.parse(timestamp) / 1000;
  if (Number.isNaN(seconds) || !isNear(request, seconds)) return false;
  return matches(
    hmac('sha256', request.secret, id, timestamp, request.rawBody),
    Buffer.from(signature.slice('sha256='.length), 'hex'),
  );
};

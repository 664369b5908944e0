import { headerOf, hmac, isNear, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** Matches the only characters that HubSpot decodes in a URL before it signs. */
const DECODED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

/**
 * Verifies base64 over method, URL, body and the timestamp in milliseconds, with the client secret (HubSpot,
 * "Validating requests", version 3).
 */
export const verifyHubspot: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-hubspot-signature-v3');
  const timestamp = headerOf(request, 'x-hubspot-request-timestamp');
  if (signature === undefined || timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) return false;
  if (!isNear(request, Number(timestamp) / 1000)) return false;
  const sentSignature = Buffer.from(signature, 'base64');
  return request.urls
    .flatMap((url) => [url, url.replaceAll(DECODED, decodeURIComponent)])
    .some((url) =>
      matches(hmac('sha256', request.secret, request.method, url, request.rawBody, timestamp), sentSignature),
    );
};

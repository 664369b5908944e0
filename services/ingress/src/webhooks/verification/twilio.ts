import { createHash } from 'node:crypto';
import { queryOf } from '../../http/addresses/query-of.ts';
import { isForm } from '../is-form.ts';
import { hmac, matches, signatureHeader, type SignatureScheme, type SignedRequest } from './signature-scheme.ts';

/**
 * Verifies base64 of HMAC-SHA-1, with the auth token, over the URL and each name and value of the form, sorted by name
 * (Twilio, "Webhooks security"). For any other body the URL contains its digest, `bodySHA256`.
 */
export const verifyTwilio: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-twilio-signature');
  if (signature === undefined || !holdsDigest(request)) return false;
  const sentSignature = Buffer.from(signature, 'base64');
  const parameters = signedParameters(request);
  return request.urls.some((url) => matches(hmac('sha1', request.secret, url, parameters), sentSignature));
};

function digestInUrl({ urls: [url = ''] }: SignedRequest): string | null {
  return new URLSearchParams(queryOf(url)).get('bodySHA256');
}

/** Returns true if a body that is not a form has the digest in the URL. */
function holdsDigest(request: SignedRequest): boolean {
  const digest = digestInUrl(request);
  if (digest === null) return request.rawBody.length === 0 || isForm(request);
  return matches(createHash('sha256').update(request.rawBody).digest(), Buffer.from(digest, 'hex'));
}

function signedParameters(request: SignedRequest): string {
  if (digestInUrl(request) !== null || !isForm(request)) return '';
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(request.rawBody.toString())) {
    const valuesOfName = values.get(name) ?? new Set();
    values.set(name, valuesOfName.add(value));
  }
  return [...values.keys()]
    .sort()
    .flatMap((name) => [...(values.get(name) ?? [])].sort().map((value) => name + value))
    .join('');
}

import type { Session } from '../api.ts';
import { WebhookVerificationError } from '../errors/client-errors.ts';
import { hmacSha256 } from './sha256.ts';

/** An event that the service sent to an event hook. */
export interface WebhookEvent {
  /**
   * `session.succeeded`, `session.failed`, `session.cancelled`, `workflow.failing`, `failure.new` or `test`. Others may
   * be added.
   */
  type: string;
  /** The time of sending as ISO-8601. */
  timestamp: string;
  /** The ended session; for `workflow.failing` the workflow, the number of failures and the last failed session. */
  data: Session | Record<string, unknown>;
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Maximum difference between the time of sending and now. Default: 300. */
  toleranceSeconds?: number | undefined;
}

const SECRET_PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature and the time of a delivery to an event hook (Standard Webhooks) and returns its event.
 *
 * @param body exactly as it arrived, as text or bytes; a body that was parsed and serialized again does not verify
 * @param secret `whsec_…`, as it was shown when the hook was created
 *
 * @example
 * import { createServer } from 'node:http';
 * import { text } from 'node:stream/consumers';
 * import { verifyWebhook } from '@workflow/client';
 *
 * createServer(async (request, response) => {
 *   try {
 *     const event = verifyWebhook(await text(request), request.headers, process.env.WEBHOOK_SECRET);
 *     console.log(event.type, event.data.id);
 *     response.writeHead(204).end();
 *   } catch {
 *     response.writeHead(400).end();
 *   }
 * }).listen(8080);
 *
 * @throws WebhookVerificationError when the service did not send it, or sent it too long ago
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): WebhookEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1_000 - sentAt) <= toleranceSeconds))
    throw new WebhookVerificationError(`It was not sent within ${toleranceSeconds} s of now: webhook-timestamp`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const expected = hmacSha256(keyOf(secret), signed);
  // After a rotation the old secret signs together with the new one for a day.
  const isSigned = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .some((signature) => isEqual(bytesOfBase64(signature.slice(3)), expected));
  if (!isSigned) throw new WebhookVerificationError('No signature in webhook-signature is of this body and secret');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const [only, ...otherValues] = [value ?? ''].flat() as string[];
  if (only === undefined || only === '') throw new WebhookVerificationError(`The header ${name} is missing`);
  if (otherValues.length > 0) throw new WebhookVerificationError(`There are several headers ${name}`);
  return only;
}

function keyOf(secret: string): Uint8Array {
  const key = bytesOfBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (key.length === 0) throw new WebhookVerificationError('The secret is not that of an event hook (whsec_…)');
  return key;
}

/** Returns no bytes for invalid base64. */
function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return new Uint8Array();
  }
}

/** Compares in a time that does not depend on where they differ. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ b[index]!;
  return difference === 0;
}

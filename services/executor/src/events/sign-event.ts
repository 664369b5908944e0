import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Returns the headers of a Standard Webhooks request (standard-webhooks.md, "Webhook Headers"): HMAC-SHA256 over
 * `<id>.<timestamp>.<body>` for each secret. The timestamp is in seconds since the epoch.
 */
export function signEvent(
  { id, body, secrets }: { id: string; body: string; secrets: readonly string[] },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

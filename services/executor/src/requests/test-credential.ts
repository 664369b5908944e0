import { once } from 'node:events';
import type { HttpCall } from '@workflow/outbound';
import { findCredentialRunner, type TestOutcome } from '@workflow/credentials/runners';
import { SecretFinder, secretForms } from '@workflow/validation';
import { isOutage } from '../loops/keep-trying.ts';
import { toStorableMessage } from '../session/storable-json.ts';
import type { RequestTools } from './request-tools.ts';

/** The maximum length of a message. Longer messages of servers are shortened. */
const MAX_MESSAGE_LENGTH = 500;

/** The credential to test. If the organization does not have it, nothing happens. */
export interface CredentialTest {
  organizationId: string;
  subject: string;
}

/**
 * Signs in with a credential. Returns what the server reports, including failures, with the credential's secrets
 * masked.
 *
 * @param withinMs the time after which a test without an answer has failed
 * @param stopping fires when this executor stops
 * @throws the errors of the store
 */
export async function testCredential(
  { organizationId, subject }: CredentialTest,
  { openCredential, testAccess, http, addressOf }: RequestTools,
  withinMs: number,
  stopping: AbortSignal,
): Promise<TestOutcome> {
  const credential = await openCredential(organizationId, subject, { isUse: false });
  const runner = credential === null ? undefined : findCredentialRunner(credential.type);
  if (credential === null || runner === undefined) return { ok: false, message: 'The credential is gone.' };
  const finder = new SecretFinder();
  for (const secret of Object.values(credential.secrets)) for (const form of secretForms(secret)) finder.add(form);
  const timeUp = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([timeUp, stopping]);
  try {
    const reach = { signal, addressOf, send: (call: HttpCall) => http.send(call, signal) };
    const access = testAccess({ organizationId, credentialId: subject }, credential);
    return await Promise.race([runner.test(credential.fields, reach, access), rejectedWith(signal)]);
  } catch (error) {
    if (isOutage(error)) throw error;
    const reason = timeUp.aborted ? `no answer within ${Math.round(withinMs / 1_000)} s` : reasonOf(error);
    return { ok: false, message: toStorableMessage(reason, (text) => finder.mask(text), MAX_MESSAGE_LENGTH) };
  }
}

/**
 * Rejects when the signal fires. A request for tokens continues although nobody waits for it, because its result is
 * stored.
 */
async function rejectedWith(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** Returns the reason. An error about several addresses has a message for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { message, responseText } = error as { message?: string; responseText?: unknown };
  // Uses the text of an IMAP server, because the library's message is only `Command failed`.
  return (typeof responseText === 'string' ? responseText : message) || String(error);
}

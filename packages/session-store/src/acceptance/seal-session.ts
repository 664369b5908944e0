import type { NewSession } from './new-session.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/**
 * Returns the session with its sensitive values sealed, including those in its first answer. The guards against a
 * second session may contain them, so they are hashed.
 */
export async function sealSession(seals: SensitiveSeals, session: NewSession): Promise<NewSession> {
  const { hidden, ...shown } = session;
  if (hidden === undefined) return session;
  const { id, organizationId, idempotency, delivery } = shown;
  const sealed: NewSession = { ...shown, sealed: await seals.seal(organizationId, `session ${id}`, hidden) };
  if (idempotency !== undefined) {
    const { key, response } = idempotency;
    const bodyHash = await seals.hash(organizationId, idempotency.bodyHash);
    const answer = response === null ? null : await seals.sealText(organizationId, `answer ${id}`, response);
    sealed.idempotency = { key, bodyHash, response: answer };
  }
  if (delivery !== undefined) {
    const hashed = async (name: string | undefined): Promise<string | undefined> =>
      name === undefined ? name : (await seals.hash(organizationId, Buffer.from(name))).toString('hex');
    sealed.delivery = { id: await hashed(delivery.id), signedAs: await hashed(delivery.signedAs) };
  }
  return sealed;
}

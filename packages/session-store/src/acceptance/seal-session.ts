import type { Delivery, NewSession } from './new-session.ts';
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
  if (delivery !== undefined) sealed.delivery = await hashDelivery(seals, organizationId, delivery);
  return sealed;
}

/** Returns the form in which the ids of a delivery with sensitive values are stored. */
export async function hashDelivery(
  seals: SensitiveSeals,
  organizationId: string,
  { id, signedAs }: Delivery,
): Promise<Delivery> {
  const hashed = async (name: string | undefined): Promise<string | undefined> =>
    name === undefined ? name : (await seals.hash(organizationId, Buffer.from(name))).toString('hex');
  return { id: await hashed(id), signedAs: await hashed(signedAs) };
}

import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { personOf } from '../http/person-of.ts';

/** The visitor of a page, and their relation to the organization of the page. */
export type Visitor =
  | { kind: 'member'; email: string; userId: string }
  | { kind: 'stranger' }
  /** A signed-in person who is not a member. */
  | { kind: 'other'; email: string };

/** @throws ApiError UNTRUSTED_ORIGIN, SECOND_FACTOR_REQUIRED */
export async function memberOf(
  context: AppContext,
  message: IncomingMessage,
  organizationId: string,
): Promise<Visitor> {
  const person = await personOf(context, message);
  if (person === null) return { kind: 'stranger' };
  const { email, userId, hasSecondFactor } = person;
  const { role, secondFactorRequired } = await context.store.management.people.findMembership(userId, organizationId);
  if (role === null) return { kind: 'other', email };
  if (secondFactorRequired && !hasSecondFactor) throw new ApiError('SECOND_FACTOR_REQUIRED');
  return { kind: 'member', email, userId };
}

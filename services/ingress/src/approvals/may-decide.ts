import type { IncomingMessage } from 'node:http';
import type { ListedApproval } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Caller } from '../http/caller.ts';

type Rules = Pick<ListedApproval, 'signedInOnly' | 'approvers'>;

/** Whether somebody has to be signed in to decide. */
export function asksForMember({ signedInOnly, approvers }: Rules): boolean {
  return signedInOnly || approvers.length > 0;
}

/** Whether a member may decide, of whom the organization is known. */
function mayMemberDecide({ approvers }: Rules, email: string): boolean {
  return approvers.length === 0 || approvers.includes(email.toLowerCase());
}

/** Whether a caller of the approval's organization may decide it. */
export function mayDecide(rules: Rules, caller: Caller): boolean {
  return caller.kind === 'user'
    ? mayMemberDecide(rules, caller.email)
    : caller.scopes.includes('manage') && !asksForMember(rules);
}

/** Who opens the page of an approval that asks for a member. */
export type Visitor =
  | { kind: 'member'; email: string; userId: string }
  | { kind: 'stranger' }
  /** Signed in, and not among those who may decide. */
  | { kind: 'other'; email: string };

/** @throws ApiError UNTRUSTED_ORIGIN, SECOND_FACTOR_REQUIRED */
export async function visitorOf(
  { accounts, store }: AppContext,
  message: IncomingMessage,
  organizationId: string,
  rules: Rules,
): Promise<Visitor> {
  const person = await signedIn(accounts, message);
  if (person === null) return { kind: 'stranger' };
  const { email, userId, hasSecondFactor } = person;
  const { role, secondFactorRequired } = await store.management.people.findMembership(userId, organizationId);
  if (role === null || !mayMemberDecide(rules, email)) return { kind: 'other', email };
  if (secondFactorRequired && !hasSecondFactor) throw new ApiError('SECOND_FACTOR_REQUIRED');
  return { kind: 'member', email, userId };
}

async function signedIn({ users }: AppContext['accounts'], message: IncomingMessage) {
  try {
    return await users.signedIn(message);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return null;
    throw error;
  }
}

import type { IncomingMessage } from 'node:http';
import type { ListedApproval } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { Caller } from '../http/caller.ts';
import { memberOf, type Visitor } from '../pages/member-of.ts';

type Rules = Pick<ListedApproval, 'signedInOnly' | 'approvers'>;

/** Returns true if a person must be signed in to decide. */
export function asksForMember({ signedInOnly, approvers }: Rules): boolean {
  return signedInOnly || approvers.length > 0;
}

/** Returns true if a member of the organization may decide. */
function mayMemberDecide({ approvers }: Rules, email: string): boolean {
  return approvers.length === 0 || approvers.includes(email.toLowerCase());
}

/** Returns true if a caller of the approval's organization may decide it. */
export function mayDecide(rules: Rules, caller: Caller): boolean {
  return caller.kind === 'user'
    ? mayMemberDecide(rules, caller.email)
    : caller.scopes.includes('manage') && !asksForMember(rules);
}

/**
 * Returns the visitor of the page of an approval that requires a member. `other` includes members who may not decide.
 * @throws ApiError UNTRUSTED_ORIGIN, SECOND_FACTOR_REQUIRED
 */
export async function visitorOf(
  context: AppContext,
  message: IncomingMessage,
  organizationId: string,
  rules: Rules,
): Promise<Visitor> {
  const visitor = await memberOf(context, message, organizationId);
  if (visitor.kind !== 'member' || mayMemberDecide(rules, visitor.email)) return visitor;
  return { kind: 'other', email: visitor.email };
}

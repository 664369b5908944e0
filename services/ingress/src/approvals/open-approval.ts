import type { IncomingMessage } from 'node:http';
import type { FoundApproval } from '@workflow/session-store';
import type { QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RouteReply, RouteRequest } from '../http/define-route.ts';
import { noticePage, prefersPage, toSignIn } from '../pages/page-reply.ts';
import { asksForMember, visitorOf } from './may-decide.ts';
import { stateOf, type ApprovalState } from './approval-states.ts';
import { object } from '../http/schema-parts.ts';

export const approvalPath = '/approvals/{address}';
export const approvalParams = object({ address: { type: 'string' } });

/** An approval as a visitor of its URL may see it. */
export interface OpenedApproval {
  place: QuestionPlace;
  found: FoundApproval;
  state: ApprovalState;
  /** The account that decides, or null if no sign-in is required. */
  member: { email: string; userId: string } | null;
}

type Visit = Pick<
  RouteRequest<{ address: string }, unknown, unknown>,
  'params' | 'message' | 'exchange' | 'enterOrganization'
>;

/** Returns the approval of the URL, or the answer for a visitor who may not see it. A forged URL costs no query. */
export async function openApproval(
  context: AppContext,
  { params: { address }, message, exchange, enterOrganization }: Visit,
): Promise<{ opened: OpenedApproval } | { reply: RouteReply }> {
  const place = await context.store.questions.addresses.placeOf('approval', address);
  if (place === null) return { reply: notFound(message) };
  const found = await context.store.questions.findApproval(place);
  if (found === null) return { reply: noticePage(410, GONE) };
  exchange.organizationId = found.organizationId;
  exchange.sessionId = found.sessionId;
  await enterOrganization(found.organizationId);
  const state = await stateOf(context, found, place);
  const rules = 'asked' in state ? state.asked : null;
  if (rules === null || !asksForMember(rules)) return { opened: { place, found, state, member: null } };
  const visitor = await visitorOf(context, message, found.organizationId, rules);
  switch (visitor.kind) {
    case 'member':
      return { opened: { place, found, state, member: visitor } };
    case 'other':
      return { reply: noticePage(403, { title: 'You cannot decide this', text: notAmong(visitor.email) }) };
    case 'stranger':
      if (message.method === 'POST' && !prefersPage(message)) throw new ApiError('UNAUTHORIZED');
      return { reply: toSignIn(`/approvals/${address}`) };
  }
}

const GONE = { title: 'No longer available', text: 'The session that requested this approval was deleted.' };

function notFound(message: IncomingMessage): RouteReply {
  if (!prefersPage(message)) throw new ApiError('NOT_FOUND');
  return noticePage(404, { title: 'Not found', text: 'Check the URL. It may be incomplete.' });
}

function notAmong(email: string): string {
  return `You are signed in as ${email}, who is not an approver. Sign in with another account and try again.`;
}

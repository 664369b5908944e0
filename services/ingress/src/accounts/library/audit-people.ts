import { getSessionFromCtx } from 'better-auth/api';
import type { AuditEntry, Management } from '@workflow/session-store';
import { asRecord, type HookContext } from './organization-rules.ts';

type Returned = Record<string, unknown>;

/** The audit log's names for the actions of the library's endpoints. */
const ACTIONS: Record<string, (returned: Returned) => { organizationId: unknown; entry: AuditEntry }> = {
  '/organization/create': (created) => ({
    organizationId: created['id'],
    entry: entry('organization.create', 'organization', created['id'], { name: created['name'] }),
  }),
  '/organization/update': (updated) => ({
    organizationId: updated['id'],
    entry: entry('organization.update', 'organization', updated['id'], { name: updated['name'] }),
  }),
  '/organization/invite-member': (invitation) => ofInvitation('invitation.create', invitation),
  '/organization/cancel-invitation': (invitation) =>
    ofInvitation('invitation.cancel', asRecord(invitation['invitation'] ?? invitation)),
  '/organization/reject-invitation': (answer) => ofInvitation('invitation.reject', asRecord(answer['invitation'])),
  '/organization/accept-invitation': (answer) => ofMember('member.join', asRecord(answer['member'])),
  '/organization/remove-member': (answer) => ofMember('member.remove', asRecord(answer['member'])),
  '/organization/update-member-role': (member) => ofMember('member.update', asRecord(member['member'] ?? member)),
  '/organization/leave': (member) => ofMember('member.leave', asRecord(member['member'] ?? member)),
};

/** Records an action of a signed-in person in the organization's audit log. */
export async function auditPeople(ctx: HookContext, management: Management): Promise<void> {
  const describe = ACTIONS[ctx.path];
  const returned = ctx.context.returned;
  if (describe === undefined || returned instanceof Error || typeof returned !== 'object' || returned === null) return;
  const session = await getSessionFromCtx(ctx);
  const { organizationId, entry: what } = describe(returned as Returned);
  if (session === null || typeof organizationId !== 'string') return;
  await management
    .organization(organizationId)
    .recordAudit({ type: 'user', id: session.user.id, name: session.user.email }, what);
}

function ofInvitation(action: string, invitation: Returned): { organizationId: unknown; entry: AuditEntry } {
  const { organizationId, id, email, role } = invitation;
  return { organizationId, entry: entry(action, 'invitation', id, { email, role }) };
}

function ofMember(action: string, member: Returned): { organizationId: unknown; entry: AuditEntry } {
  const { organizationId, userId, role } = member;
  return { organizationId, entry: entry(action, 'user', userId, { role, email: asRecord(member['user'])['email'] }) };
}

function entry(action: string, targetType: string, targetId: unknown, detail: Record<string, unknown>): AuditEntry {
  const texts = Object.entries(detail).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    action,
    targetType,
    targetId: typeof targetId === 'string' ? targetId : null,
    detail: Object.fromEntries(texts),
  };
}

import { APIError, getSessionFromCtx, type createAuthMiddleware } from 'better-auth/api';
import type { People } from '@workflow/session-store';
import { isStorableText, isUuid, NOT_STORABLE } from '@workflow/workflow-model';

/** The parts of the library's request context that these rules read. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const ROLES = new Set(['admin', 'member']);
/** The fields of a body whose values are written to `uuid` columns. Any other text identifies nothing. */
const ID_FIELDS = ['invitationId', 'organizationId', 'memberId', 'userId', 'teamId'] as const;
/** The fields by which lists of members are filtered and sorted. */
const MEMBER_FIELDS = new Set(['role', 'createdAt']);

/**
 * Checks rules that are stricter than those of the library. Only the roles `admin` and `member` exist, and a person has
 * one (the library also has `owner`, and lists). Ids are UUIDs, and PostgreSQL can store all texts.
 * @throws APIError 400
 */
export function refuseUnknownRolesAndIds(ctx: HookContext): void {
  const body = asRecord(ctx.body);
  const query = asRecord(ctx.query);
  for (const fields of [body, query]) {
    refuseUnstorable(fields);
    for (const name of ID_FIELDS) refuseBadId(name, fields[name]);
  }
  const member = body['memberIdOrEmail'];
  if (typeof member === 'string' && !member.includes('@')) refuseBadId('memberIdOrEmail', member);
  for (const name of ['filterField', 'sortBy']) {
    if (query[name] !== undefined && !MEMBER_FIELDS.has(String(query[name])))
      throw new APIError('BAD_REQUEST', { message: `${name} must be one of ${[...MEMBER_FIELDS].join(', ')}` });
  }
  if (ctx.path === '/organization/invite-member' || ctx.path === '/organization/update-member-role') {
    const role: unknown = Array.isArray(body['role']) && body['role'].length === 1 ? body['role'][0] : body['role'];
    if (typeof role !== 'string' || !ROLES.has(role))
      throw new APIError('BAD_REQUEST', { message: 'role must be one of admin, member' });
  }
}

/**
 * Refuses to show invitations to members. The id of an invitation permits joining with its e-mail address and role, so
 * members who see it could become admins.
 * @throws APIError 403
 */
export async function refuseInvitationsToMembers(ctx: HookContext, people: Pick<People, 'findRole'>): Promise<void> {
  if (ctx.path !== '/organization/list-invitations') return;
  const session = await getSessionFromCtx(ctx);
  if (session === null) return;
  const organizationId = asRecord(ctx.query)['organizationId'] ?? asRecord(session.session)['activeOrganizationId'];
  if (typeof organizationId !== 'string' || (await people.findRole(session.user.id, organizationId)) !== 'admin') {
    throw new APIError('FORBIDDEN', { message: 'Only admins may see invitations' });
  }
}

/** Deeper than any body that the library accepts. */
const MAX_DEPTH = 20;

function refuseUnstorable(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new APIError('BAD_REQUEST', { message: 'The body is nested too deeply' });
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw new APIError('BAD_REQUEST', { message: `Text ${NOT_STORABLE}` });
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) refuseUnstorable(item, depth + 1);
  }
}

function refuseBadId(name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'string' || !isUuid(value))
    throw new APIError('BAD_REQUEST', { message: `${name} must be a UUID` });
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

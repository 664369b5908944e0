import { hashPassword } from 'better-auth/crypto';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { checkStorable } from './check-storable.ts';
import { name, params, time, uuid } from './schema-parts.ts';
import { notFound, required } from './organization-of.ts';
import { password } from './setup.ts';

const security = { kind: 'public' } as const;

const invitationSchema = defineSchema('Invitation', {
  type: 'object',
  required: ['id', 'email', 'role', 'organizationName', 'inviterName', 'expiresAt', 'accountExists'],
  properties: {
    id: uuid,
    email: { type: 'string' },
    role: { type: 'string', enum: ['admin', 'member'] },
    organizationName: { type: 'string' },
    inviterName: { type: 'string' },
    expiresAt: time,
    accountExists: { type: 'boolean', description: 'true: sign in and accept with `POST /api/auth/organization/accept-invitation`.' },
  },
});

/** Whoever holds the id, which is random and shown to admins only, was given it by an admin. */
export const readInvitation = defineRoute<{ id: string }>({
  method: 'GET',
  path: '/v1/invitations/{id}',
  operationId: 'readInvitation',
  summary: 'Read an invitation',
  tags: ['Set-up'],
  security,
  params: params('id'),
  responses: { 200: { description: 'The invitation.', schema: invitationSchema } },
  async handler(context, { params: { id } }) {
    const invitation = required(await context.store.management.people.readInvitation(id), 'Invitation', id);
    const { email, role, organizationName, inviterName, expiresAt, accountExists } = invitation;
    return { status: 200, body: { id: invitation.id, email, role, organizationName, inviterName, expiresAt, accountExists }, headers: { 'Cache-Control': 'no-store' } };
  },
});

export const acceptInvitation = defineRoute<{ id: string }, unknown, { name: string; password: string }>({
  method: 'POST',
  path: '/v1/invitations/{id}/accept',
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation with a new account',
  description: 'Makes the account of the e-mail address that was invited, and joins the organization. Sign in afterwards.',
  tags: ['Set-up'],
  security,
  params: params('id'),
  body: defineSchema('NewAccount', {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'password'],
    properties: { name, password },
  }),
  responses: {
    201: {
      description: 'Joined.',
      schema: { type: 'object', required: ['email', 'organizationName'], properties: { email: { type: 'string' }, organizationName: { type: 'string' } } },
    },
    409: { description: 'The e-mail address has an account.' },
  },
  async handler(context, { params: { id }, body }) {
    checkStorable(body);
    const { people } = context.store.management;
    const invitation = required(await people.readInvitation(id), 'Invitation', id);
    if (invitation.accountExists) throw accountExists();
    const outcome = await people.acceptInvitationWithNewAccount(id, { name: body.name, passwordHash: await hashPassword(body.password) });
    if (outcome.kind === 'not-found') throw notFound('Invitation', id);
    if (outcome.kind === 'account-exists') throw accountExists();
    return { status: 201, body: { email: invitation.email, organizationName: invitation.organizationName } };
  },
});

function accountExists(): ApiError {
  return new ApiError('CONFLICT', { values: { reason: 'The e-mail address has an account; sign in to accept the invitation' } });
}

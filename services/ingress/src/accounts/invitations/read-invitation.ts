import { required } from '../../errors/required.ts';
import { defineRoute } from '../../http/define-route.ts';
import { defineObject, params, time, uuid } from '../../http/schema-parts.ts';

const invitationSchema = defineObject('Invitation', {
  id: uuid,
  email: { type: 'string' },
  role: { type: 'string', enum: ['admin', 'member'] },
  organizationName: { type: 'string' },
  inviterName: { type: 'string' },
  expiresAt: time,
});

/**
 * Shows an invitation. The route is public: the id is random and shown only to admins, so everyone who has it got it
 * from an admin. The answer contains nothing about accounts of the e-mail address; otherwise the inviting admin could
 * find out who has one (docs/decisions/0086).
 */
export const readInvitation = defineRoute({
  method: 'GET',
  path: '/v1/invitations/{id}',
  summary: 'Read an invitation',
  tag: 'Set-up',
  security: { kind: 'public' },
  params: params('id'),
  responses: { 200: { description: 'The invitation.', schema: invitationSchema } },
  async handler(context, { params: { id } }) {
    const invitation = required(await context.store.management.people.readInvitation(id), 'Invitation', id);
    const { email, role, organizationName, inviterName, expiresAt } = invitation;
    return {
      status: 200,
      body: { id: invitation.id, email, role, organizationName, inviterName, expiresAt },
    };
  },
});

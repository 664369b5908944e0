import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import {
  connectedApplicationPath,
  connectedApplicationSecurity,
  ownApplicationsOf,
} from './connected-application-schemas.ts';

export const revokeConnectedApplication = defineRoute({
  method: 'DELETE',
  path: `${connectedApplicationPath}/{applicationId}`,
  summary: 'Revoke a connected application',
  description:
    'Its access and refresh tokens end immediately; its user can connect it again. Members revoke their own, admins ' +
    'those of all members.',
  security: connectedApplicationSecurity,
  params: params('applicationId'),
  responses: { 204: DELETED },
  async handler(context, { params: { applicationId: id } }, caller) {
    const organization = organizationOf(context, caller);
    const revoked = await organization.revokeConnectedApplication(actorOf(caller), ownApplicationsOf(caller), id);
    required(revoked, 'Connected application', id);
    return { status: 204 };
  },
});

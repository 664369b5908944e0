import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, credentialsOf } from '../http/organization-of.ts';
import { DELETED, params, query } from '../http/schema-parts.ts';
import { CREDENTIAL, credentialPath, credentialSecurity } from './credential-schemas.ts';

export const deleteCredential = defineRoute({
  method: 'DELETE',
  path: `${credentialPath}/{id}`,
  summary: 'Delete a credential',
  description: 'Steps that name it fail from then on. While published workflows or apps use it, only with `force`.',
  security: credentialSecurity,
  params: params('id'),
  query: query({
    force: { type: 'boolean', default: false, description: 'Also while published workflows or apps use it.' },
  }),
  responses: { 204: DELETED, 409: { description: 'Published workflows or apps use it; the message names them.' } },
  async handler(context, { params: { id }, query: { force = false } }, caller) {
    const outcome = await credentialsOf(context, caller).delete(actorOf(caller), id, force);
    if (outcome.kind === 'not-found') throw notFound(CREDENTIAL, id);
    if (outcome.kind === 'in-use') {
      const users = [
        ...(outcome.workflows.length > 0 ? [`published workflows: ${outcome.workflows.join(', ')}`] : []),
        ...(outcome.apps.length > 0 ? [`apps: ${outcome.apps.join(', ')}`] : []),
      ];
      const reason = `The credential is used by ${users.join('; and by ')}`;
      throw conflict(reason);
    }
    return { status: 204 };
  },
});

import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, appsOf } from '../http/organization-of.ts';
import { DELETED, params, query } from '../http/schema-parts.ts';
import { APP, appPath, appSecurity } from './app-schemas.ts';

export const deleteApp = defineRoute({
  method: 'DELETE',
  path: appPath,
  summary: 'Delete an app with all its versions',
  description: 'Steps that use it fail from then on. If published workflows use it, `force` is required.',
  security: appSecurity,
  params: params('id'),
  query: query({
    force: { type: 'boolean', default: false, description: 'Delete it even if published workflows use it.' },
  }),
  responses: { 204: DELETED, 409: { description: 'Published workflows use it; the message names them.' } },
  async handler(context, { params: { id }, query: { force = false } }, caller) {
    const outcome = await appsOf(context, caller).delete(actorOf(caller), id, force);
    if (outcome.kind === 'not-found') throw notFound(APP, id);
    if (outcome.kind === 'in-use')
      throw conflict(`The app is used by published workflows: ${outcome.workflows.join(', ')}`);
    return { status: 204 };
  },
});

import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, appsOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { APP, appPath, appSchema, appSecurity } from './app-schemas.ts';

export const refreshApp = defineRoute({
  method: 'POST',
  path: `${appPath}/refresh`,
  summary: 'Read the source of an app again',
  description: 'Makes a new version if something changed. Workflows stay with the version that they name.',
  security: appSecurity,
  params: params('id'),
  responses: { 202: { description: 'The app, which is being read.', schema: appSchema } },
  async handler(context, { params: { id } }, caller) {
    return { status: 202, body: required(await appsOf(context, caller).refresh(actorOf(caller), id), APP, id) };
  },
});

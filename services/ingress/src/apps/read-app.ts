import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { APP, appPath, appSchema, readAppSecurity } from './app-schemas.ts';

export const readApp = defineRoute({
  method: 'GET',
  path: appPath,
  summary: 'Read an app',
  security: readAppSecurity,
  params: params('id'),
  responses: { 200: { description: 'The app.', schema: appSchema } },
  async handler(context, { params: { id } }, caller) {
    return { status: 200, body: required(await appsOf(context, caller).find(id), APP, id) };
  },
});

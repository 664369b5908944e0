import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { APP, appPath, appVersionSchema, readAppSecurity } from './app-schemas.ts';
import { appsOf } from './apps-of.ts';

export const listAppVersions = defineRoute({
  method: 'GET',
  path: `${appPath}/versions`,
  operationId: 'listAppVersions',
  summary: 'List the versions of an app, newest first',
  description: 'Each with its differences to the version before, and the workflows that these touch.',
  tags: ['Organization'],
  security: readAppSecurity,
  params: params('id'),
  responses: {
    200: {
      description: 'The versions.',
      schema: {
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: appVersionSchema } },
      },
    },
  },
  async handler(context, { params: { id } }, caller) {
    return { status: 200, body: { items: required(await appsOf(context, caller).listVersions(id), APP, id) } };
  },
});

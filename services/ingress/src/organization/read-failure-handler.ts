import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { failureHandlerPath, failureHandlerSchema } from './failure-handler-schema.ts';

export const readFailureHandler = defineRoute({
  method: 'GET',
  path: failureHandlerPath,
  summary: 'Read what starts when any workflow fails',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: { 200: { description: 'The workflow.', schema: failureHandlerSchema } },
  async handler(context, _request, caller) {
    return { status: 200, body: await organizationOf(context, caller).readFailureHandler() };
  },
});

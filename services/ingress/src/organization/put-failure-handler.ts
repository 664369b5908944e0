import { wrong } from '@workflow/workflow-model';
import { invalidFields } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { chosenFailureHandlerSchema, failureHandlerPath, failureHandlerSchema } from './failure-handler-schema.ts';

const RULE = 'must be a published workflow of the organization that begins with a component error';

export const putFailureHandler = defineRoute({
  method: 'PUT',
  path: failureHandlerPath,
  summary: 'Choose what starts when any workflow fails',
  description:
    'Its components `error` hear of all workflows from the commit on, whatever they choose themselves. What they ' +
    'start sets off nothing when it fails.',
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  body: chosenFailureHandlerSchema,
  responses: { 200: { description: 'Chosen.', schema: failureHandlerSchema } },
  async handler(context, { body: { workflowId } }, caller) {
    const organization = organizationOf(context, caller);
    const isSet = await organization.setFailureHandler(actorOf(caller), workflowId);
    if (!isSet)
      throw invalidFields([{ path: '/workflowId', ...wrong('FIELD_RULE', { field: 'workflowId', rule: RULE }) }]);
    return { status: 200, body: await organization.readFailureHandler() };
  },
});

import { definitionOf } from '@workflow/workflow-model';
import { required } from '../errors/required.ts';
import { knowsWorkflow } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { withOperationTypes } from './apps-in-definitions.ts';
import { checkForPublishing } from './check-for-publishing.ts';
import { definitionContent, definitionSchema, problemSchema, warningsOf, warningsSchema } from './workflow-schemas.ts';

export const checkWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/check',
  summary: 'List the problems and warnings of a definition',
  description: 'Checks the definition in the body, or the draft when the body names no components. Changes nothing.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  body: definitionSchema,
  bodyOptional: true,
  responses: {
    200: {
      description: 'The problems; none: it can be published.',
      schema: {
        type: 'object',
        required: ['problems'],
        properties: { problems: { type: 'array', items: problemSchema }, warnings: warningsSchema },
      },
    },
  },
  async handler(context, { params: { id }, body }, caller) {
    const organization = organizationOf(context, caller);
    const apps = context.store.apps.organization(caller.organizationId);
    const draft = required(await organization.readWorkflow(id), 'Workflow', id);
    const sent = body.components === undefined ? definitionOf(draft) : definitionContent(body);
    const definition = await withOperationTypes(apps, sent);
    const checked = await checkForPublishing({ organization, apps }, id, definition, (other) =>
      knowsWorkflow(caller, other),
    );
    return { status: 200, body: { problems: checked.problems, ...warningsOf(checked) } };
  },
});

import { checkDefinition } from '@workflow/validation';
import { defineRoute } from '../../http/define-route.ts';
import { params } from './schema-parts.ts';
import { organizationOf, required } from './organization-of.ts';
import { definitionContent, definitionSchema, problemSchema, type DraftBody } from './workflow-schemas.ts';

export const checkWorkflow = defineRoute<{ id: string }, unknown, Pick<DraftBody, 'components' | 'connections'>>({
  method: 'POST',
  path: '/v1/workflows/{id}/check',
  operationId: 'checkWorkflow',
  summary: 'List the problems of a definition',
  description: 'Of the definition in the body, or of the draft when the body names no components. Changes nothing.',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  body: definitionSchema,
  bodyOptional: true,
  responses: {
    200: {
      description: 'The problems; none: it can be published.',
      schema: { type: 'object', required: ['problems'], properties: { problems: { type: 'array', items: problemSchema } } },
    },
  },
  async handler(context, { params: { id }, body }, caller) {
    const draft = required(await organizationOf(context, caller).readWorkflow(id), 'Workflow', id);
    return { status: 200, body: { problems: checkDefinition(body.components === undefined ? { components: draft.components, connections: draft.connections } : definitionContent(body)) } };
  },
});

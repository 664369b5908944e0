import { definitionProperties } from '@workflow/validation';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';

const sessionDefinitionSchema = defineSchema('SessionDefinition', {
  type: 'object',
  required: ['components', 'connections'],
  properties: {
    ...definitionProperties,
    test: {
      type: 'object',
      description: 'How a TEST session runs the draft.',
      properties: {
        pinnedOutputs: {
          type: 'object',
          description: 'The values that components yield without running, by component id.',
          additionalProperties: {
            type: 'object',
            required: ['json', 'port'],
            properties: {
              json: { type: 'string', description: 'The value as JSON text.' },
              port: { type: 'string', description: 'The port taken.' },
              standIn: {
                type: 'boolean',
                description: 'The value is a stand-in, because no app or credential is chosen yet.',
              },
            },
          },
        },
        onlyThisComponent: { type: 'boolean', description: 'Nothing after the start component runs.' },
      },
    },
  },
});

export const getSessionDefinition = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/definition',
  summary: 'Read the definition that a session runs',
  description:
    'The version of the session, or for TEST the draft as it was when the session was accepted. Only a retry on ' +
    'the latest version changes it.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  responses: {
    200: { description: 'The definition.', schema: sessionDefinitionSchema },
    404: { description: 'No such session.' },
  },
  async handler(context, { params }, caller) {
    const definition = await context.store.sessions.queries.definition(caller.organizationId, params.id);
    if (definition === null) throw sessionNotFound(params.id);
    return { status: 200, body: definition };
  },
});

import { componentTypes, findComponentType } from '@workflow/components/descriptors';
import { SESSION_MODES, type Component } from '@workflow/workflow-model';
import { workflowsOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import {
  DEFAULT_PAGE,
  defineObject,
  MAX_NAME_LENGTH,
  pageQuery,
  pageSchema,
  query,
  uuid,
} from '../http/schema-parts.ts';
import { fieldSchema } from './field-schema.ts';

const startableSchema = defineObject('StartableWorkflow', {
  id: uuid,
  name: { type: 'string' },
  description: { type: 'string' },
  version: {
    type: 'integer',
    nullable: true,
    description: 'The version that PROD runs; null for the draft, which TEST runs.',
  },
  triggers: {
    type: 'array',
    description: 'Enabled triggers, in the order of the definition.',
    items: {
      type: 'object',
      required: ['componentId', 'type', 'startedByCallers', 'placeholders'],
      properties: {
        componentId: uuid,
        type: { type: 'string' },
        name: { type: 'string' },
        startedByCallers: {
          type: 'boolean',
          description: 'It starts nothing by itself: runs of the API are to start at it.',
        },
        placeholders: {
          type: 'array',
          items: fieldSchema,
          description: 'The placeholders that a run may send here.',
        },
      },
    },
  },
});

/** Returns what callers need to start runs, with any scope: the start components, and the values to send. */
export const listStartableWorkflows = defineRoute({
  method: 'GET',
  path: '/v1/startable-workflows',
  summary: 'List workflows that can be run, with their triggers, newest first',
  description:
    'Returns the triggers of the published version of each workflow, or of its draft with `mode=TEST`, and the ' +
    'placeholders that a run may send there. Any API key may ask.',
  tag: 'Runs',
  security: { kind: 'caller', scope: ['run', 'read', 'manage'], forBoundKeys: true },
  query: query({
    ...pageQuery,
    workflowId: { ...uuid, description: 'Only this one.' },
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Only those of this name.' },
    mode: { type: 'string', enum: [...SESSION_MODES], default: 'PROD', description: 'The mode of the run.' },
  }),
  responses: {
    200: { description: 'A page of workflows.', schema: pageSchema('StartableWorkflowPage', startableSchema) },
  },
  async handler(context, { query: { limit = DEFAULT_PAGE, mode = 'PROD', ...filter } }, caller) {
    const types = componentTypes().flatMap(({ isTrigger, type }) => (isTrigger ? [type] : []));
    const ids = workflowsOf(caller);
    const { items, nextCursor } = await organizationOf(context, caller).listStartableWorkflows({
      ...filter,
      ...(ids !== null && { ids }),
      limit,
      mode,
      types,
    });
    const shown = items.map(({ triggers, ...workflow }) => ({
      ...workflow,
      triggers: triggers.filter(({ disabled }) => disabled !== true).map((component) => triggerView(component)),
    }));
    return { status: 200, body: { items: shown, nextCursor } };
  },
});

function triggerView(component: Component) {
  const { id, type, name } = component;
  const descriptor = findComponentType(component);
  return {
    componentId: id,
    type,
    ...(name !== undefined && { name }),
    startedByCallers: descriptor?.trigger?.sessions === null,
    placeholders: descriptor?.outputs(component) ?? [],
  };
}

import { COMPONENT_TYPES, foldBodies, ICONS } from '@workflow/components/descriptors';
import { defineRoute } from '../http/define-route.ts';
import { templateSamplesSchema } from './template-schemas.ts';
import type { WorkflowTemplate } from './templates/define-template.ts';
import { WORKFLOW_TEMPLATES } from './templates/index.ts';
import { definitionSchema } from './workflow-schemas.ts';
import { defineObject, object, uuid } from '../http/schema-parts.ts';

const templateSchema = defineObject('WorkflowTemplate', {
  key: { type: 'string' },
  name: { type: 'string' },
  description: { type: 'string' },
  needs: {
    type: 'array',
    description: 'Things to choose or create before it can be published. A TEST run needs none of them.',
    items: object({
      kind: { type: 'string', enum: ['app', 'credential', 'secret'] },
      name: { type: 'string' },
      purpose: { type: 'string' },
    }),
  },
  samples: templateSamplesSchema,
  workflows: {
    type: 'array',
    description:
      'Workflows that it starts. `POST /v1/workflow-templates/{key}` makes all; by hand, make and publish them ' +
      'first, and put their ids in place of these.',
    items: object({ id: uuid, name: { type: 'string' }, definition: definitionSchema }),
  },
  tables: {
    type: 'array',
    description: 'Tables that it uses, as POST /v1/organization/tables makes them.',
    items: object({ name: { type: 'string' }, columns: { type: 'array', items: { type: 'object' } } }),
  },
  componentTypes: {
    type: 'array',
    description: 'The types of its components, to show it without the catalogue.',
    items: object({
      type: { type: 'string' },
      title: { type: 'string' },
      category: { type: 'string' },
      icon: { type: 'string', description: 'SVG.' },
    }),
  },
  definition: definitionSchema,
});

/** Returns what a picture of its graph needs. */
function componentTypesOf({ definition }: WorkflowTemplate) {
  const types = new Set(definition.components.map(({ type }) => type));
  return COMPONENT_TYPES.filter(({ type }) => types.has(type)).map(({ type, title, category }) => ({
    ...{ type, title, category },
    icon: (ICONS as Record<string, string>)[type] ?? '',
  }));
}

export const listWorkflowTemplates = defineRoute({
  method: 'GET',
  path: '/v1/workflow-templates',
  summary: 'Definitions to start a new workflow from',
  description: 'Component ids are new in every answer, so that a template can be used more than once.',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: {
    200: {
      description: 'The templates.',
      schema: object({
        items: { type: 'array', items: templateSchema },
        nextCursor: { type: 'string', nullable: true },
      }),
    },
  },
  handler: () => {
    const items = WORKFLOW_TEMPLATES.map((make) => make()).map((template) => ({
      ...template,
      definition: foldBodies(template.definition),
      componentTypes: componentTypesOf(template),
    }));
    return Promise.resolve({ status: 200, body: { items, nextCursor: null } });
  },
});
